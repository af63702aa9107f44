import { z } from "zod";
import { normaliseLine, TEXT_VERSION } from "../kit/text.ts";
import { codePointLength } from "./code-points.ts";
import { type Paper, type Passage, PUBLICATION_STATES, type PublicationState } from "./corpus-content.ts";
import type { FusedHit } from "./fusion.ts";
import type { GeneNaming } from "./naming.ts";

const PublicationStateDetail = z.strictObject({
  states: z.array(z.enum(PUBLICATION_STATES)),
  notices: z.array(
    z.strictObject({
      kind: z.string(),
      pmid: z.string().nullable(),
      ref: z.string().nullable(),
      raw: z.string().nullable(),
    }),
  ),
  is_notice: z.boolean(),
});

export const PaperDetail = z.strictObject({
  title: z.string().nullable(),
  year: z.string().nullable(),
  journal: z.string().nullable(),
  doi: z.string().nullable(),
  pmcid: z.string().nullable(),
  in_pmc: z.boolean(),
  quotable_text: z.string().describe("The whole stored text of the paper; quotes are checked in it"),
  text_version: z.string(),
  text_removed: z.int(),
  matched_passage: z.strictObject({
    passage_id: z.string(),
    text: z.string(),
    start: z.int().describe("Code points, in quotable_text"),
    end: z.int(),
  }),
  rank: z.int().min(1),
  score: z.number().describe("Rounded to 4 decimals; ranks follow the unrounded value"),
  arm_ranks: z
    .strictObject({ lexical: z.int().nullable(), dense: z.int().nullable() })
    .describe("Rank of the passage in each arm; null where the arm did not return it or did not run"),
  genes_named: z.array(z.string()).describe("Corpus genes that the matched passage names"),
  mentions: z.array(z.string()).describe("Genes that the whole text names"),
  queried_for: z.array(z.string()).describe("Genes whose build query returned the paper; says nothing of its text"),
  publication_state: PublicationStateDetail.nullable().describe("null: not determined"),
  passages_in_corpus: z.int(),
});

/** One paper as a search result: the text whole, the passage that ranked, and what the text itself names. */
export function paperDetail(
  paper: Paper,
  passage: Passage,
  hit: FusedHit,
  rank: number,
  naming: GeneNaming,
): z.output<typeof PaperDetail> {
  const text = paper.text.slice(passage.start, passage.end);
  const start = codePointLength(paper.text.slice(0, passage.start));
  return {
    title: line(paper.title),
    year: paper.year,
    journal: line(paper.journal),
    doi: line(paper.doi),
    pmcid: paper.pmcid !== null && PMCID.test(paper.pmcid) ? paper.pmcid : null,
    in_pmc: paper.inPmc,
    quotable_text: paper.text,
    text_version: TEXT_VERSION,
    text_removed: paper.removed,
    matched_passage: { passage_id: passage.id, text, start, end: start + codePointLength(text) },
    rank,
    score: Number(hit.score.toFixed(4)),
    arm_ranks: { lexical: hit.ranks.lexical, dense: hit.ranks.dense },
    genes_named: (passage.genesNamed ?? naming.genesIn(text)).map(normaliseLine),
    mentions: mentionsOf(paper, naming),
    queried_for: paper.queriedFor.map(normaliseLine),
    publication_state: paper.state === null ? null : stateDetail(paper.state),
    passages_in_corpus: paper.passages.length,
  };
}

/** Genes in the text: what the corpus's spellings find, and what the artefact claims where the text holds it. */
function mentionsOf(paper: Paper, naming: GeneNaming): string[] {
  const named = naming.genesIn(paper.text);
  const claimed = paper.mentions.filter((mention) => naming.holds(paper.text, mention));
  return [...new Set([...named, ...claimed].map(normaliseLine))].sort();
}

const stateDetail = (state: PublicationState): z.output<typeof PublicationStateDetail> => ({
  states: [...state.states],
  notices: state.notices.map(({ kind, pmid, ref, raw }) => ({
    kind: normaliseLine(kind),
    pmid: line(pmid),
    ref: line(ref),
    raw: line(raw),
  })),
  is_notice: state.is_notice,
});

const PMCID = /^PMC\d{1,12}$/;

const line = (text: string | null): string | null => (text === null ? null : normaliseLine(text));
