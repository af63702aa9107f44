import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { Envelope } from "../../kit/envelope/envelope.ts";
import { artefactText, numberedWords, type SampleCorpus } from "../artefact.fixture.ts";

export interface Detail {
  quotable_text: string;
  matched_passage: { passage_id: string; text: string; start: number; end: number };
  rank: number;
  score: number;
  arm_ranks: { lexical: number | null; dense: number | null };
  [key: string]: unknown;
}

export const detailsOf = (envelope: Envelope): Detail[] =>
  envelope.records.map(({ detail }) => detail as unknown as Detail);
export const codesOf = (envelope: Envelope): string[] => envelope.notes.map((note) => note.split(":")[0] ?? "");
export const noteOf = (envelope: Envelope, code: string): string =>
  envelope.notes.find((note) => note.startsWith(`${code}: `)) ?? "";

/** Time of every corpus file that a test writes. */
export const FILE_TIME = "2026-03-01T10:00:00.250Z";

/** A source that a test has opened. */
export interface OpenCorpus {
  call(tool: string, args?: unknown): Promise<Envelope>;
  close(): Promise<void>;
}

/** The source over corpus files in a folder of the test's own. */
export function corpusBench(openWith: (env: Record<string, string>) => OpenCorpus) {
  const opened: OpenCorpus[] = [];
  const bench = {
    folder: "",
    path: "",
    open(file: string | null): OpenCorpus {
      const source = openWith(file === null ? {} : { GENE_ROUTER_CORPUS: file });
      opened.push(source);
      return source;
    },
    async withCorpus(sample: SampleCorpus | string): Promise<OpenCorpus> {
      await writeFile(bench.path, typeof sample === "string" ? sample : artefactText(sample));
      await utimes(bench.path, new Date(), new Date(FILE_TIME));
      return bench.open(bench.path);
    },
  };
  beforeEach(async () => {
    bench.folder = await mkdtemp(join(tmpdir(), "corpus-"));
    bench.path = join(bench.folder, "corpus_tb.json");
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((source) => source.close()));
    await rm(bench.folder, { recursive: true, force: true });
  });
  return bench;
}

/** Four papers: a plain one, a retracted one, a long one of undetermined state, a questioned one. */
export const sample: SampleCorpus = {
  genes: ["katG", "inhA"],
  aliases: { katG: ["Rv1908c"] },
  papers: [
    {
      pmid: "100",
      title: "Loss of Rv1908c",
      abstract: "Isoniazid isoniazid resistance.",
      queried_for: ["inhA"],
      mentions: ["katG", "inhA", "isoniazid"],
    },
    { pmid: "20", abstract: "Isoniazid and inhA.", states: ["retracted"], queried_for: ["inhA"] },
    {
      pmid: "3",
      title: "Long 𝛼",
      abstract: `katG ${numberedWords(300)} isoniazid ${numberedWords(60, "v")}`,
      states: null,
    },
    { pmid: "40", abstract: "Rifampicin.", states: ["expression_of_concern", "corrected"] },
  ],
};
