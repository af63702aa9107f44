import { EMPTY_TEXT, type FlatText, flatten, flattenString, joinTexts } from "./flat-text.ts";
import { childrenOf, rawText, type XmlElement } from "./xml.ts";

interface AbstractSection {
  readonly label: string | null;
  /** NLM's own category of the section (BACKGROUND, METHODS…), where it gave one. */
  readonly category: string | null;
  readonly text: string;
}

export interface Abstract {
  /** Sections as `LABEL: text`, blank lines between. */
  readonly flat: FlatText;
  readonly sections: readonly AbstractSection[];
  readonly kind: "main" | "other" | null;
  /** Language that an abstract in another language declares; null for a main abstract. */
  readonly language: string | null;
}

const NONE: Abstract = { flat: EMPTY_TEXT, sections: [], kind: null, language: null };

// What NLM deposits where a publisher holds a translated abstract back: a pointer, not an abstract.
const PLACEHOLDER = /^abstract available from the publisher\.?$/i;

/**
 * The abstract of an article: the main one, or else the first other one with text. They are never mixed.
 *
 * @param main the article's `Abstract`
 * @param others its `OtherAbstract` elements, in document order
 */
export function readAbstract(main: XmlElement | undefined, others: readonly XmlElement[]): Abstract {
  const own = main === undefined ? NONE : sectionsOf(main, "main");
  if (own.flat.text !== "") return own;
  const other = others.map((element) => sectionsOf(element, "other")).find(({ flat }) => flat.text !== "");
  return other ?? NONE;
}

/** Title, blank line, abstract: the exact text in which quotes are checked. */
export const quotableText = (title: FlatText, abstract: FlatText): FlatText => joinTexts([title, abstract], "\n\n");

function sectionsOf(element: XmlElement, kind: "main" | "other"): Abstract {
  const texts = childrenOf(element, "AbstractText");
  const parts = (texts.length > 0 ? texts : [withoutCopyright(element)])
    .map((part) => ({
      label: flattenString(part.attributes.Label ?? ""),
      category: part.attributes.NlmCategory?.trim() || null,
      body: flatten(part),
    }))
    .filter(({ body }) => body.text !== "" && !(kind === "other" && PLACEHOLDER.test(body.text)));
  return {
    flat: joinTexts(
      parts.map(({ label, body }) => joinTexts([label, body], ": ")),
      "\n\n",
    ),
    sections: parts.map(({ label, category, body }) => ({ label: label.text || null, category, text: body.text })),
    kind: parts.length === 0 ? null : kind,
    language: kind === "other" ? element.attributes.Language?.trim() || null : null,
  };
}

/** Some old deposits hold the text directly, without `AbstractText`; the notice beside it is not abstract. */
const withoutCopyright = (element: XmlElement): XmlElement => ({
  name: element.name,
  attributes: {},
  children: element.children.filter((node) => typeof node === "string" || node.name !== "CopyrightInformation"),
});

/** Trimmed text of an element, null when there is none. */
export const textOrNull = (element: XmlElement | undefined): string | null =>
  element === undefined ? null : flattenString(rawText(element)).text || null;
