import { normaliseText } from "../kit/text.ts";
import type { XmlElement, XmlNode } from "./xml.ts";

/** A range of superscript or subscript text: UTF-16 units, end excluded, as `String.prototype.slice` takes them. */
interface ScriptSpan {
  readonly start: number;
  readonly end: number;
  readonly script: "sup" | "sub";
}

/** Text without its markup, normalised (`t1`), with what the markup said about scripts. */
export interface FlatText {
  readonly text: string;
  readonly spans: readonly ScriptSpan[];
  /** Invisible characters that the normaliser took out. */
  readonly removed: number;
}

export const EMPTY_TEXT: FlatText = { text: "", spans: [], removed: 0 };

/** All descendant text of an element as one line: no markup cuts it short, nothing is added. */
export function flatten(element: XmlElement): FlatText {
  const line = new Line();
  walk(element, line);
  return line.finish();
}

export function flattenString(text: string): FlatText {
  const line = new Line();
  line.append(text);
  return line.finish();
}

/** Texts one after another with `separator` between; spans move along. Empty texts are left out. */
export function joinTexts(parts: readonly FlatText[], separator: string): FlatText {
  let text = "";
  const spans: ScriptSpan[] = [];
  for (const part of parts.filter((part) => part.text !== "")) {
    if (text !== "") text += separator;
    const shift = text.length;
    spans.push(...part.spans.map((span) => ({ ...span, start: span.start + shift, end: span.end + shift })));
    text += part.text;
  }
  return { text, spans, removed: parts.reduce((sum, part) => sum + part.removed, 0) };
}

/**
 * Whether digits touch digits across the border of a script: `10<sup>5</sup>` reads "105" once flattened, so a number
 * in the text may not be the number that was printed.
 */
export const hasSuperscriptNumber = ({ text, spans }: FlatText): boolean =>
  spans.some(({ start, end }) => digitsMeet(text, start) || digitsMeet(text, end));

const digitsMeet = (text: string, at: number): boolean => /^\p{Nd}{2}$/u.test(text.slice(Math.max(at - 1, 0), at + 1));

/** Grows normalised text run by run, so that offsets are those of the result and not of the source. */
class Line {
  #text = "";
  #removed = 0;
  #spaceWaits = false;
  readonly #spans: ScriptSpan[] = [];

  append(run: string): void {
    for (const piece of run.match(/[\s\u0085]+|[^\s\u0085]+/gu) ?? []) {
      if (/^[\s\u0085]/u.test(piece)) {
        this.#spaceWaits = true;
        continue;
      }
      const { text, removed } = normaliseText(piece);
      this.#removed += removed;
      if (text === "") continue;
      if (this.#spaceWaits && this.#text !== "") this.#text += " ";
      this.#spaceWaits = false;
      this.#text += text;
    }
  }

  script(script: ScriptSpan["script"], write: () => void): void {
    const before = this.#text.length;
    const place = this.#spans.length;
    write();
    const written = this.#text.slice(before);
    const start = before + (written.startsWith(" ") ? 1 : 0);
    if (this.#text.length > start) this.#spans.splice(place, 0, { start, end: this.#text.length, script });
  }

  finish(): FlatText {
    return { text: this.#text, spans: this.#spans, removed: this.#removed };
  }
}

function walk(node: XmlNode, line: Line): void {
  if (typeof node === "string") {
    line.append(node);
    return;
  }
  const scripts = scriptsOf(node);
  for (const child of node.children) {
    const script = scripts.get(child) ?? null;
    if (script === null) walk(child, line);
    else line.script(script, () => walk(child, line));
  }
}

/**
 * Which children of an element are scripts: all of `<sup>`, and by their place those of MathML's elements that set one
 * child above or below another (scripts, limits of a sum, index of a root, numerator and denominator).
 */
function scriptsOf(element: XmlElement): ReadonlyMap<XmlNode, ScriptSpan["script"]> {
  const scripts = new Map<XmlNode, ScriptSpan["script"]>();
  const parts = element.children.filter((child): child is XmlElement => typeof child !== "string");
  for (const part of parts) if (part.name === "sup" || part.name === "sub") scripts.set(part, part.name);
  const mark = (index: number, script: ScriptSpan["script"]): void => {
    const part = parts[index];
    if (part !== undefined) scripts.set(part, script);
  };
  switch (element.name.replace(/^.*:/, "")) {
    case "msup":
    case "mover":
    case "mroot":
      mark(1, "sup");
      break;
    case "msub":
    case "munder":
      mark(1, "sub");
      break;
    case "msubsup":
    case "munderover":
      mark(1, "sub");
      mark(2, "sup");
      break;
    case "mfrac":
      mark(0, "sup");
      mark(1, "sub");
      break;
    case "mmultiscripts": {
      // After the base: pairs of sub and sup, and the same again after <mprescripts/>.
      let isSub = true;
      for (const [index, part] of parts.entries()) {
        if (part.name.endsWith("mprescripts")) isSub = true;
        else if (index > 0) {
          mark(index, isSub ? "sub" : "sup");
          isSub = !isSub;
        }
      }
      break;
    }
  }
  return scripts;
}
