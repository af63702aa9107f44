import { visible } from "./hidden-characters.ts";

/** Above this many cells the middle of a text is shown as replaced whole. */
const MOST_CELLS = 4_000_000;

/** Two texts as one line each: words that went in `[-…-]` on the old one, words that came in `{+…+}` on the new one. */
export function markedWords(before: string, after: string): { readonly before: string; readonly after: string } {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const [left, right] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  const [keptLeft, keptRight] = common(left, right);
  const [start, end] = [old.slice(0, head), old.slice(old.length - tail)];
  const line = (middle: string[], kept: readonly boolean[], open: string, close: string): string =>
    [...start.map(shown), ...marked(middle, kept, open, close), ...end.map(shown)].join("");
  return { before: line(left, keptLeft, "[-", "-]"), after: line(right, keptRight, "{+", "+}") };
}

/**
 * Text from outside on one line, with everything written out that a reader would not see or would take for something
 * else: hidden characters, line ends, blanks that are no blank, and letters of another script inside a word.
 */
export const shown = (text: string): string =>
  visible(text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t"))
    .replace(/[^\S ]/gu, codePoint)
    .replace(/(?<=\p{Script=Latin})\p{Script=Cyrillic}+|\p{Script=Cyrillic}+(?=\p{Script=Latin})/gu, (letters) =>
      [...letters].map(codePoint).join(""),
    );

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

const tokensOf = (text: string): string[] => text.match(/\s+|[^\s]+/gu) ?? [];

function marked(tokens: readonly string[], same: readonly boolean[], open: string, close: string): string[] {
  // A blank between two marked words is marked with them.
  const kept = tokens.map(
    (token, at) => same[at] === true && !(/^\s+$/u.test(token) && !same[at - 1] && !same[at + 1]),
  );
  return tokens.flatMap((token, at) => {
    if (kept[at]) return [shown(token)];
    const opens = at === 0 || kept[at - 1] === true ? open : "";
    const closes = at === tokens.length - 1 || kept[at + 1] === true ? close : "";
    return [`${opens}${shown(token)}${closes}`];
  });
}

/** Which tokens of either side belong to a longest common subsequence. */
function common(left: readonly string[], right: readonly string[]): [boolean[], boolean[]] {
  const kept: [boolean[], boolean[]] = [left.map(() => false), right.map(() => false)];
  const width = right.length + 1;
  if ((left.length + 1) * width > MOST_CELLS) return kept;
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) {
      kept[0][i] = true;
      kept[1][j] = true;
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return kept;
}
