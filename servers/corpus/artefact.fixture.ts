import { createHash } from "node:crypto";
import { chunksOf } from "./chunks.ts";
import { codePointLength } from "./code-points.ts";

export interface SamplePaper {
  readonly pmid: string;
  readonly title?: string;
  readonly abstract: string;
  readonly year?: string;
  readonly queried_for?: readonly string[];
  readonly mentions?: readonly string[];
  readonly states?: readonly string[] | null;
}

export interface SampleCorpus {
  readonly genes?: readonly string[];
  readonly aliases?: Readonly<Record<string, unknown>>;
  readonly papers: readonly SamplePaper[];
}

const textOf = ({ title = "A title", abstract }: SamplePaper): string => `${title}\n\n${abstract}`;

const paperOf = (paper: SamplePaper) => ({
  pmid: paper.pmid,
  title: paper.title ?? "A title",
  text: textOf(paper),
  text_sha256: createHash("sha256").update(textOf(paper)).digest("hex"),
  year: paper.year ?? "2020",
  journal: "Journal",
  doi: null,
  pmcid: null,
  in_pmc: false,
  publication_state:
    paper.states === null ? null : { states: paper.states ?? ["none_known"], notices: [], is_notice: false },
  mentions: paper.mentions ?? [],
  queried_for: paper.queried_for ?? [],
});

const passagesOf = (paper: SamplePaper) => {
  const text = textOf(paper);
  const chunks = chunksOf(text);
  return chunks.map(({ start, end }, index) => ({
    passage_id: chunks.length === 1 ? paper.pmid : `${paper.pmid}#${index}`,
    pmid: paper.pmid,
    text: text.slice(start, end),
    start: codePointLength(text.slice(0, start)),
    end: codePointLength(text.slice(0, end)),
    chunk_index: index,
    chunk_of: chunks.length,
  }));
};

/** A corpus as `gene-router.corpus/1`: every paper and passage on a line of its own. */
export function artefactText({ genes = ["katG"], aliases = {}, papers }: SampleCorpus): string {
  const rows = (values: readonly unknown[]): string =>
    `[\n${values.map((value) => JSON.stringify(value)).join(",\n")}\n]`;
  return `{"schema":"gene-router.corpus/1","tag":"test","organism":"Mycobacterium tuberculosis","taxon":"83332",
"genes":${JSON.stringify(genes.map((query) => ({ query, locus_tag: null, symbol: query, routed: true, reasons: [] })))},
"aliases":${JSON.stringify(aliases)},
"notes":[],
"papers":${rows(papers.map(paperOf))},
"passages":${rows(papers.flatMap(passagesOf))}
}
`;
}

/** The same corpus in the older form: words joined by single spaces, no offsets, no papers, indented. */
export function olderText({ genes = ["katG"], aliases = {}, papers }: SampleCorpus): string {
  const passages = papers.flatMap((paper) => {
    const { text: _text, text_sha256: _hash, publication_state: _state, ...about } = paperOf(paper);
    return passagesOf(paper).map(({ passage_id, text, chunk_index, chunk_of }) => ({
      ...about,
      passage_id,
      text: text.split(/\s+/).join(" "),
      chunk_index,
      chunk_of,
    }));
  });
  return JSON.stringify({ genes, notes: [], aliases, passages }, null, 1);
}

/** Words enough for a given length, each its own: `w0 w1 …`. */
export const numberedWords = (count: number, prefix = "w"): string =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`).join(" ");
