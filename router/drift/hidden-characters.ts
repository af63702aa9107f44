export type HiddenKind =
  | "zero_width"
  | "bidi"
  | "tag_character"
  | "variation_selector"
  | "ansi_escape"
  | "control_character"
  | "private_use";

export interface HiddenCharacter {
  readonly kind: HiddenKind;
  /** Offset in UTF-16 units. */
  readonly at: number;
  /** As it stands in the text: one code point, or a whole escape sequence. */
  readonly text: string;
}

/** Escape sequences whole, so that `[31m` does not look like text: CSI, OSC, and the rest of two characters. */
const ANSI = /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]?|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|\u001B./gsu;

/** Whatever takes no room or shows nothing: controls, formats, default-ignorables, blanks, private and unassigned code points. */
const SUSPECT = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;

/**
 * Invisible characters with a use in ordinary writing: tab and line ends, joiners inside emoji and between letters of
 * scripts that need them, one emoji selector behind its emoji, and the three flags that are written with tags.
 */
const ORDINARY = new RegExp(
  [
    "[\\t\\n\\r]",
    "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\uFE0F?)\\u200D(?=\\p{Extended_Pictographic})",
    "(?<=[\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Tamil}\\p{Script=Sinhala}\\p{Script=Malayalam}\\p{M}])[\\u200C\\u200D](?=\\p{L})",
    "(?<=\\p{Emoji})\\uFE0F",
    "(?<=\\u{1F3F4})(?:\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F})",
  ].join("|"),
  "gu",
);

/** Every character of a text that its reader does not see, in order. Pure; linear in the length of the text. */
export function hiddenCharacters(text: string): HiddenCharacter[] {
  if (!SUSPECT.test(text)) return [];
  const passed = new Set<number>();
  for (const match of text.matchAll(ORDINARY)) {
    for (let at = match.index; at < match.index + match[0].length; at += 1) passed.add(at);
  }
  const found: HiddenCharacter[] = [];
  for (const match of text.matchAll(ANSI)) {
    found.push({ kind: "ansi_escape", at: match.index, text: match[0] });
    for (let at = match.index; at < match.index + match[0].length; at += 1) passed.add(at);
  }
  let at = 0;
  for (const character of text) {
    if (!passed.has(at) && SUSPECT.test(character)) found.push({ kind: kindOf(character), at, text: character });
    at += character.length;
  }
  return found.sort((a, b) => a.at - b.at);
}

/** The text without what its reader does not see. */
export function withoutHidden(text: string): string {
  const hidden = hiddenCharacters(text);
  let kept = "";
  let from = 0;
  for (const { at, text: cut } of hidden) {
    kept += text.slice(from, at);
    from = at + cut.length;
  }
  return kept + text.slice(from);
}

/** The text with every hidden character written out (`U+200B`), safe for a terminal and for a reviewer's eye. */
export function visible(text: string): string {
  let shown = "";
  let from = 0;
  for (const { at, text: hidden } of hiddenCharacters(text)) {
    shown += text.slice(from, at) + [...hidden].map(written).join("");
    from = at + hidden.length;
  }
  return shown + text.slice(from);
}

/** Of an escape sequence, only what cannot be seen is written out. */
const written = (character: string): string =>
  SUSPECT.test(character)
    ? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`
    : character;

function kindOf(character: string): HiddenKind {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0xe0000 && code <= 0xe007f) return "tag_character";
  if (/\p{Variation_Selector}/u.test(character)) return "variation_selector";
  if (/\p{Bidi_Control}/u.test(character)) return "bidi";
  if (/[\p{Cc}\p{Cs}\u2028\u2029\uFFF9-\uFFFB]/u.test(character)) return "control_character";
  if (/[\p{Co}\p{Cn}]/u.test(character) && !/\p{Default_Ignorable_Code_Point}/u.test(character)) return "private_use";
  return "zero_width";
}
