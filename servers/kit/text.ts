/** Name of the normaliser below; stored beside every text that it produced, so that a quote checker applies the same. */
export const TEXT_VERSION = "t1";

// Removed: C0/C1 controls that are not white space, bidirectional controls, Unicode tag characters.
export const HIDDEN =
  /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]/gu;
// In a pattern that reads code points, only a half without its partner is of this category.
const HALF_OF_PAIR = /\p{Cs}/gu;
// NEL is white space to a reader, though not to `\s`.
const SPACES = /[\s\u0085]+/gu;
const BLANK_LINE = /\n(?:[^\S\n]|\u0085)*\n/u;

/**
 * Text without what a reader cannot see and a terminal or a model may obey: the controls that `t1` removes, and halves
 * of surrogate pairs, which are no characters (each becomes U+FFFD). White space stays as it is. Idempotent.
 */
export const harmless = (text: string): string => wellFormed(text).replace(HIDDEN, "");

const wellFormed = (text: string): string => text.replace(HALF_OF_PAIR, "\uFFFD");

/** A copy in which every text of a JSON value is `harmless`. */
export function harmlessCopy<T>(value: T): T {
  if (typeof value === "string") return harmless(value) as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(harmlessCopy) as T;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, harmlessCopy(inner)])) as T;
}

/**
 * Text from outside as it may be quoted (`t1`): invisible controls removed, white space collapsed, ends trimmed.
 * A blank line (the border between paragraphs) stays as one blank line; any other run becomes one space. Idempotent.
 *
 * @returns the text and the number of characters removed as controls.
 */
export function normaliseText(text: string): { text: string; removed: number } {
  let removed = 0;
  // Made well-formed first: removing what stands between two halves of a pair would make a character of them.
  const visible = wellFormed(text)
    .replace(/\r\n?/gu, "\n")
    .replace(HIDDEN, () => {
      removed += 1;
      return "";
    });
  return { text: visible.replace(SPACES, (run) => (BLANK_LINE.test(run) ? "\n\n" : " ")).trim(), removed };
}

/** `normaliseText` for a single line: blank lines collapse too. */
export const normaliseLine = (text: string): string => normaliseText(text).text.replace(/\n\n/gu, " ");

/** First `length` UTF-16 units of a text, never splitting a code point. */
export function prefixOf(text: string, length: number): string {
  if (length >= text.length) return text;
  const last = text.charCodeAt(length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? length - 1 : length);
}

/** A refused value is shown in at most so many characters (envelope §7). */
export const MAX_SHOWN = 200;

/** A refused value as it may be shown in `query`: controls removed, at most `MAX_SHOWN` characters. */
export function shownValue(value: unknown): string {
  const text = typeof value === "string" ? value : jsonOf(value);
  return prefixOf(normaliseLine(prefixOf(text, 1000)), 200);
}

/** Only what nests deeper than a stack reaches, or is no JSON at all, has none; over a transport neither comes here. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return "(unreadable)";
  }
}
