import type { z } from "zod";
import { sha256 } from "../kit/digest.ts";
import { normaliseText } from "../kit/text.ts";
import type { PaperPart, PassagePart, Placed } from "./artefact-parts.ts";
import { utf16Offset } from "./code-points.ts";
import { ArtefactError, type Paper, type Passage } from "./corpus-content.ts";

type PaperFields = z.output<typeof PaperPart>;
type PassageFields = z.output<typeof PassagePart>;
type Bibliography = Omit<PaperFields, "text" | "text_sha256">;

/** A paper from its fields; the text is normalised already. */
export const paperFrom = (
  fields: Bibliography,
  text: string,
  removed: number,
  passages: readonly Passage[],
): Paper => ({
  pmid: fields.pmid,
  title: fields.title,
  text,
  removed,
  year: fields.year,
  journal: fields.journal,
  doi: fields.doi,
  pmcid: fields.pmcid,
  inPmc: fields.in_pmc ?? fields.pmcid !== null,
  state: fields.publication_state,
  mentions: fields.mentions ?? [],
  queriedFor: fields.queried_for ?? [],
  passages,
});

/** The passage's place among its paper's, from the file or from its id (`pmid#2`). */
export const passageIndex = (fields: PassageFields): number =>
  fields.chunk_index ?? Number(fields.passage_id.split("#")[1] ?? 0);

interface OpenPaper {
  readonly fields: Bibliography;
  readonly line: number;
  readonly index: number;
  /** As stored: what the passages' offsets count in. */
  readonly stored: string;
  readonly text: string;
  readonly removed: number;
  readonly passages: Passage[];
}

/** Puts passages into their papers as they are read, in whatever order the file holds them. */
export class PaperAssembly {
  readonly #papers = new Map<string, OpenPaper>();
  readonly #ids = new Set<string>();
  #waiting: Placed<PassageFields>[] = [];

  addPaper({ value, line, index }: Placed<PaperFields>): void {
    const { text: stored, text_sha256, ...fields } = value;
    if (this.#papers.has(value.pmid)) throw new ArtefactError(line, `papers[${index}].pmid occurs twice`);
    if (text_sha256 && sha256(stored) !== text_sha256) {
      throw new ArtefactError(line, `papers[${index}].text_sha256 is not the hash of its text`);
    }
    const { text, removed } = normaliseText(stored);
    this.#papers.set(value.pmid, { fields, line, index, stored, text, removed, passages: [] });
  }

  addPassage(placed: Placed<PassageFields>): void {
    const { value, line, index } = placed;
    const paper = this.#papers.get(value.pmid);
    if (paper === undefined) {
      this.#waiting.push(placed);
      return;
    }
    if (this.#ids.has(value.passage_id)) throw new ArtefactError(line, `passages[${index}].passage_id occurs twice`);
    if (value.passage_id.split("#")[0] !== value.pmid) {
      throw new ArtefactError(line, `passages[${index}].passage_id does not begin with its pmid`);
    }
    this.#ids.add(value.passage_id);
    const range = rangeIn(paper, value);
    if (range === null) {
      throw new ArtefactError(line, `passages[${index}].text is not the text of its paper at its offsets`);
    }
    paper.passages.push({
      id: value.passage_id,
      pmid: value.pmid,
      index: passageIndex(value),
      ...range,
      genesNamed: value.genes_named,
    });
  }

  /** All papers by PMID, passages by index. A passage without paper and a paper without passage are damage. */
  finish(): Paper[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const placed of waiting) {
      if (!this.#papers.has(placed.value.pmid)) {
        throw new ArtefactError(placed.line, `passages[${placed.index}].pmid is not among the papers`);
      }
      this.addPassage(placed);
    }
    for (const { passages, line, index } of this.#papers.values()) {
      if (passages.length === 0) throw new ArtefactError(line, `papers[${index}] has no passage`);
    }
    return [...this.#papers.values()]
      .map(({ fields, text, removed, passages }) =>
        paperFrom(
          fields,
          text,
          removed,
          [...passages].sort((a, b) => a.index - b.index),
        ),
      )
      .sort((a, b) => Number(a.pmid) - Number(b.pmid));
  }
}

/** UTF-16 range of a passage in the normalised text; null when it does not lie where it says. */
function rangeIn(paper: OpenPaper, passage: PassageFields): { start: number; end: number } | null {
  const start = passage.start === null ? paper.stored.indexOf(passage.text) : utf16Offset(paper.stored, passage.start);
  if (start === null || start < 0 || !paper.stored.startsWith(passage.text, start)) return null;
  const end = start + passage.text.length;
  if (passage.end !== null && utf16Offset(paper.stored, passage.end) !== end) return null;
  if (paper.stored === paper.text) return { start, end };
  // Normalising moved the text: what stands before the passage tells from where to look for it.
  const text = normaliseText(passage.text).text;
  const from = paper.text.indexOf(text, normaliseText(paper.stored.slice(0, start)).text.length);
  return from === -1 ? null : { start: from, end: from + text.length };
}
