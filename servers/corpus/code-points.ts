const SURROGATE = /[\ud800-\udfff]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Number of Unicode code points. */
export function codePointLength(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The first `count` code points; a surrogate pair is never split. */
export function codePointPrefix(text: string, count: number): string {
  return text.slice(0, utf16Offset(text, count) ?? text.length);
}

/** UTF-16 offset of a code-point offset; null when the text is shorter. */
export function utf16Offset(text: string, codePoints: number): number | null {
  if (!SURROGATE.test(text)) return codePoints <= text.length ? codePoints : null;
  let offset = 0;
  let seen = 0;
  for (const character of text) {
    if (seen === codePoints) return offset;
    seen += 1;
    offset += character.length;
  }
  return seen === codePoints ? offset : null;
}

/** A half of a surrogate pair alone: such a string has no UTF-8 form. */
export const hasLoneSurrogate = (text: string): boolean => LONE_SURROGATE.test(text);

/** Order by code point, which differs from `<` on UTF-16 units beyond U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at += 1) {
    if (a.charCodeAt(at) === b.charCodeAt(at)) continue;
    return a.codePointAt(at)! - b.codePointAt(at)!;
  }
  return a.length - b.length;
}
