/** Okapi's usual constants: term saturation and length normalisation. */
export const K1 = 1.5;
export const B = 0.75;

/** Documents that share at least one token with a query; `scores` is indexed by document. */
interface Bm25Matches {
  /** Ascending. Overlap decides membership, never the score. */
  readonly documents: readonly number[];
  readonly scores: Float64Array;
}

export interface Bm25Index {
  readonly size: number;
  /** Mean tokens a document. */
  readonly averageLength: number;
  /** Documents that hold a token, for every token of the vocabulary, ascending. */
  documentFrequencies(): number[];
  /** Documents that hold this token. */
  frequencyOf(token: string): number;
  /** Does this document hold this token? */
  holds(document: number, token: string): boolean;
  /**
   * Score of each document: Σ over the query's tokens, repeats included, in query order, of
   * idf(t) · f·(k1+1) / (f + k1·(1 − b + b·|d|/avgdl)).
   *
   * @param idfOf weight of a token from the number of documents that hold it
   */
  match(tokens: readonly string[], idfOf: (documentFrequency: number) => number): Bm25Matches;
}

interface Postings {
  readonly documents: number[];
  readonly counts: number[];
}

/** BM25 over documents given as tokens, in memory. */
export function createBm25Index(documents: Iterable<readonly string[]>): Bm25Index {
  const vocabulary = new Map<string, Postings>();
  const lengths: number[] = [];
  for (const tokens of documents) {
    const document = lengths.length;
    lengths.push(tokens.length);
    for (const token of tokens) addPosting(vocabulary, token, document);
  }
  const size = lengths.length;
  const averageLength = size === 0 ? 0 : lengths.reduce((sum, length) => sum + length, 0) / size;
  const norms = Float64Array.from(lengths, (length) =>
    averageLength === 0 ? K1 : K1 * (1 - B + (B * length) / averageLength),
  );

  return {
    size,
    averageLength,
    documentFrequencies: () => Array.from(vocabulary.values(), (entry) => entry.documents.length).sort((a, b) => a - b),
    frequencyOf: (token) => vocabulary.get(token)?.documents.length ?? 0,
    holds: (document, token) => indexOfSorted(vocabulary.get(token)?.documents ?? [], document) !== -1,
    match(tokens, idfOf) {
      const scores = new Float64Array(size);
      const hit = new Uint8Array(size);
      for (const token of tokens) {
        const entry = vocabulary.get(token);
        if (entry === undefined) continue;
        const idf = idfOf(entry.documents.length);
        for (let at = 0; at < entry.documents.length; at += 1) {
          const document = entry.documents[at]!;
          const count = entry.counts[at]!;
          hit[document] = 1;
          scores[document]! += (idf * count * (K1 + 1)) / (count + norms[document]!);
        }
      }
      const matched: number[] = [];
      for (let document = 0; document < size; document += 1) if (hit[document] === 1) matched.push(document);
      return { documents: matched, scores };
    },
  };
}

function addPosting(vocabulary: Map<string, Postings>, token: string, document: number): void {
  const entry = vocabulary.get(token);
  if (entry === undefined) {
    vocabulary.set(token, { documents: [document], counts: [1] });
    return;
  }
  const last = entry.documents.length - 1;
  if (entry.documents[last] === document) entry.counts[last]! += 1;
  else {
    entry.documents.push(document);
    entry.counts.push(1);
  }
}

function indexOfSorted(values: readonly number[], value: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = values[middle]!;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
