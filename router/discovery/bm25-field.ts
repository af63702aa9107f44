import bm25 from "wink-bm25-text-search";

/** The texts of one field of all documents, ranked by BM25. */
export interface FieldIndex {
  /** Document number → score, for every document of this field that holds the token. */
  scores(token: string): ReadonlyMap<number, number>;
}

/** The engine refuses collections of fewer documents; empty ones make up the number and are never found. */
const LEAST_DOCUMENTS = 3;
const NOTHING: ReadonlyMap<number, number> = new Map();

/**
 * Builds the index of one field. Documents are lists of tokens. The engine freezes once it is consolidated: a changed
 * catalogue gets a new index. Scores of a token are asked of the engine once and kept; a token that no document holds
 * costs no memory.
 */
export function createFieldIndex(documents: readonly (readonly string[])[]): FieldIndex {
  const vocabulary = new Set(documents.flat());
  if (vocabulary.size === 0) return { scores: () => NOTHING };
  const engine = bm25();
  engine.defineConfig({ fldWeights: { text: 1 } });
  engine.definePrepTasks([(input) => input.split(" ").filter((token) => token !== "")]);
  documents.forEach((tokens, number) => {
    engine.addDoc({ text: tokens.join(" ") }, String(number));
  });
  for (let number = documents.length; number < LEAST_DOCUMENTS; number += 1)
    engine.addDoc({ text: "" }, String(number));
  engine.consolidate();
  const kept = new Map<string, ReadonlyMap<number, number>>();
  return {
    scores(token) {
      if (!vocabulary.has(token)) return NOTHING;
      const known = kept.get(token);
      if (known !== undefined) return known;
      const found = new Map(engine.search(token, documents.length).map(([id, score]) => [Number(id), score]));
      kept.set(token, found);
      return found;
    },
  };
}
