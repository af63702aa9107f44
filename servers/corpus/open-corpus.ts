import type { Answer } from "../kit/answer.ts";
import type { Call } from "../kit/call.ts";
import { type CorpusFile, CorpusUnavailable, type OpenCorpus } from "./corpus-file.ts";

/** Notes of every tool that reads the corpus file: each way of having none has its own. */
export const UNAVAILABLE_NOTES = {
  corpus_not_set:
    "This installation has no corpus: GENE_ROUTER_CORPUS names no file. Nothing was searched; literature may exist.",
  corpus_missing: "The file that GENE_ROUTER_CORPUS names does not exist. Nothing was searched; literature may exist.",
  corpus_unreadable:
    "The file that GENE_ROUTER_CORPUS names cannot be read. Nothing was searched; literature may exist.",
} as const;

/**
 * The corpus, its file entered among the requests of the call; null when there is none, with the note that says why
 * (the outcome is then `not_configured`).
 */
export async function openCorpus<D>(
  file: CorpusFile | null,
  call: Call,
  answer: Answer<D>,
): Promise<OpenCorpus | null> {
  if (file === null) {
    answer.note("corpus_not_set");
    return null;
  }
  try {
    const corpus = await file.open();
    call.ledger.add(corpus.entry);
    return corpus;
  } catch (error) {
    if (!(error instanceof CorpusUnavailable)) throw error;
    if (error.entry !== null) call.ledger.add(error.entry);
    if (error.reason === "missing") answer.note("corpus_missing");
    else if (error.line === null) answer.note("corpus_unreadable");
    else {
      answer.note(
        "corpus_unreadable",
        `The file that GENE_ROUTER_CORPUS names is no sound corpus: line ${error.line} is damaged. Nothing was searched; literature may exist.`,
      );
    }
    return null;
  }
}

/** A gene of the artefact is named in a note only if it looks like one. */
const GENE_NAME = /^[A-Za-z][A-Za-z0-9._-]{0,29}$/;

/** The first twelve genes that a corpus was gathered for, as far as they are fit to be shown. */
export const firstGenes = (genes: readonly string[]): string =>
  genes
    .slice(0, 12)
    .filter((gene) => GENE_NAME.test(gene))
    .join(", ");
