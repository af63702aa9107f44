import { CHUNK_OVERLAP } from "./chunks.ts";

export interface Piece {
  readonly text: string;
  /** Position among the passages of its paper. */
  readonly index: number;
}

export interface Rejoined {
  readonly text: string;
  /** UTF-16 range of each piece in the text, in the order given. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

/**
 * Fewer equal words than this at a border may be chance ("in Mycobacterium tuberculosis" ends and begins many
 * sentences), so they prove no overlap.
 */
const MIN_PROVEN_WORDS = 5;

/**
 * The whole text from overlapping passages in order. An overlap is removed only where it is proven: neighbours by
 * index, and the end of one equal, word for word, to the beginning of the next. Otherwise a blank line stands between
 * them. Every piece is a substring of the result.
 */
export function rejoin(pieces: readonly Piece[]): Rejoined {
  let text = "";
  let previous: Piece | null = null;
  const ranges = pieces.map((piece) => {
    const adjacent = previous !== null && piece.index === previous.index + 1;
    const overlap = adjacent ? provenOverlap(text, piece.text) : 0;
    if (overlap === 0 && text !== "" && piece.text !== "") text += "\n\n";
    const start = text.length - overlap;
    text += piece.text.slice(overlap);
    previous = piece;
    return { start, end: start + piece.text.length };
  });
  return { text, ranges };
}

/** Length in UTF-16 units of the beginning of `next` that repeats the end of `text`; 0 when none is proven. */
function provenOverlap(text: string, next: string): number {
  const wordEnds = [...next.matchAll(/\S+/gu)].map((word) => word.index + word[0].length);
  const repeats = (words: number): boolean => {
    const length = wordEnds[words - 1];
    if (length === undefined || !text.endsWith(next.slice(0, length))) return false;
    const before = text[text.length - length - 1];
    return before === undefined || /\s/u.test(before);
  };
  // The overlap of the build first: in repetitive text a longer match would swallow words.
  if (repeats(CHUNK_OVERLAP)) return wordEnds[CHUNK_OVERLAP - 1] ?? 0;
  for (let words = wordEnds.length; words > 0; words -= 1) {
    if (words < MIN_PROVEN_WORDS && words < wordEnds.length) return 0;
    if (repeats(words)) return wordEnds[words - 1] ?? 0;
  }
  return 0;
}
