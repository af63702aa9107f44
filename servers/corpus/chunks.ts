/** Words of one passage: fits the window of a small sentence embedder, sub-word splitting of gene names included. */
const CHUNK_WORDS = 180;
/** Words that neighbouring passages share, so that a relation stated across a border stays whole in one of them. */
export const CHUNK_OVERLAP = 40;

const WORD = /\S+/gu;

/** UTF-16 range of one passage in its text. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
}

/** Number of passages of a text of `words` words: 1 if n ≤ 180, else ⌈(n − 180)/140⌉ + 1. */
export const chunkCount = (words: number): number =>
  words <= CHUNK_WORDS ? 1 : Math.ceil((words - CHUNK_WORDS) / (CHUNK_WORDS - CHUNK_OVERLAP)) + 1;

/** Passages of a text: 180 words each, 40 shared; the last is the first that reaches the end. A word is a run without white space. */
export function chunksOf(text: string): Chunk[] {
  const words = [...text.matchAll(WORD)];
  const count = chunkCount(words.length);
  return Array.from({ length: count }, (_, index) => {
    const first = index * (CHUNK_WORDS - CHUNK_OVERLAP);
    const last = words[Math.min(first + CHUNK_WORDS, words.length) - 1];
    return { start: words[first]?.index ?? 0, end: last === undefined ? text.length : last.index + last[0].length };
  });
}
