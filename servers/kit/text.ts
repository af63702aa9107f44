/** Name of the normaliser below; stored beside every text that it produced, so that a quote checker applies the same. */
export const TEXT_VERSION = "t1";

// Removed: C0/C1 controls that are not white space, bidirectional controls, Unicode tag characters.
const REMOVED =
  /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]/gu;
// NEL is white space to a reader, though not to `\s`.
const SPACES = /[\s\u0085]+/gu;
const BLANK_LINE = /\n[^\S\n]*\n/u;

/**
 * Text from outside as it may be quoted (`t1`): invisible controls removed, white space collapsed, ends trimmed.
 * A blank line (the border between paragraphs) stays as one blank line; any other run becomes one space. Idempotent.
 *
 * @returns the text and the number of characters removed as controls.
 */
export function normaliseText(text: string): { text: string; removed: number } {
  let removed = 0;
  const visible = text.replace(/\r\n?/gu, "\n").replace(REMOVED, () => {
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

/** A refused value as it may be shown in `query`: controls removed, at most 200 characters. */
export function shownValue(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return prefixOf(normaliseLine(text.slice(0, 1000)), 200);
}
