import { z } from "zod";
import { normaliseLine, TEXT_VERSION } from "../../kit/text.ts";
import { defineTool } from "../../kit/tool.ts";
import { PUBLICATION_STATES } from "../corpus-content.ts";
import type { CorpusFile } from "../corpus-file.ts";
import { ARMS } from "../fusion.ts";
import { PUBMED_ABSTRACT } from "../licence.ts";
import { openCorpus, UNAVAILABLE_NOTES } from "../open-corpus.ts";
import type { CorpusStore } from "../store.ts";
import { TOKENS } from "../tokens.ts";

const CorpusDetail = z.strictObject({
  sha256: z.string(),
  format: z.string().describe("gene-router.corpus/1, or passages for the older form"),
  tag: z.string().nullable(),
  organism: z.string().nullable(),
  taxon: z.string().nullable(),
  papers: z.int(),
  passages: z.int(),
  genes: z.array(z.string()).describe("As queried by the build"),
  arms: z.array(z.enum(ARMS)).describe("Arms that can be asked here"),
  tokens: z.string(),
  text_version: z.string(),
  first_year: z.string().nullable(),
  last_year: z.string().nullable(),
  states: z
    .strictObject({
      ...Object.fromEntries(PUBLICATION_STATES.map((state) => [state, z.int()])),
      not_determined: z.int(),
    })
    .describe("Papers by publication state; a paper may have several"),
});

export const describeCorpus = (file: CorpusFile | null) =>
  defineTool({
    name: "describe",
    title: "What the literature corpus holds",
    description:
      "States which literature corpus is installed: content hash, how many papers and passages (texts), the genes it was gathered for, years, publication states, search arms and licence. Trap: a gene outside its list is not covered, which says nothing about the literature. No network, no rate limit.",
    input: z.strictObject({}),
    openWorld: false,
    resolved: { corpus_sha256: z.string() },
    detail: CorpusDetail,
    notes: {
      ...UNAVAILABLE_NOTES,
      corpus_scope: "The corpus is a sample of PubMed around its genes; its figures are no recall over PubMed.",
    },
    untrusted: [
      "records[].detail.genes[]",
      "records[].detail.tag",
      "records[].detail.organism",
      "records[].detail.taxon",
    ],
    async run(_, call, answer) {
      const corpus = await openCorpus(file, call, answer);
      if (corpus === null) return "not_configured";
      const facts = corpus.store.facts();
      answer.settle({ matched_by: "file", corpus_sha256: facts.sha256 });
      answer.note("corpus_scope");
      const draft = {
        record_id: `corpus:${facts.sha256}`,
        type: "corpus",
        name: "Literature corpus",
        url: "https://pubmed.ncbi.nlm.nih.gov/",
        licence: PUBMED_ABSTRACT,
        from: [{ entry: corpus.entry }],
        detail: {
          sha256: facts.sha256,
          format: facts.format,
          tag: lineOrNull(facts.tag),
          organism: lineOrNull(facts.organism),
          taxon: lineOrNull(facts.taxon),
          papers: facts.papers,
          passages: facts.passages,
          genes: facts.genes.map(normaliseLine),
          arms: ["lexical" as const],
          tokens: TOKENS,
          text_version: TEXT_VERSION,
          ...(await surveyOf(corpus.store)),
        },
      };
      return answer.list([draft], "not_configured");
    },
  });

async function surveyOf(store: CorpusStore) {
  const states: Record<string, number> = Object.fromEntries(
    [...PUBLICATION_STATES, "not_determined"].map((state) => [state, 0]),
  );
  const years: string[] = [];
  for await (const paper of store.papers()) {
    if (paper.year !== null) years.push(paper.year);
    for (const state of paper.state?.states ?? ["not_determined"]) states[state]! += 1;
  }
  return {
    first_year: years.sort()[0] ?? null,
    last_year: years.at(-1) ?? null,
    states: states as { not_determined: number },
  };
}

const lineOrNull = (text: string | null): string | null => (text === null ? null : normaliseLine(text));
