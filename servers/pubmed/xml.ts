import { SaxesParser } from "saxes";

/** An element with its children in document order, text and elements mixed as they stood. Nothing is coerced. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

/** Broken XML: `line` counts from 1 within the text that was given; the message is constant. */
export class XmlError extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`Not well-formed XML at line ${line}`);
    this.name = "XmlError";
    this.line = line;
  }
}

// HTML's named entities have no meaning in a document without a DTD; some publishers' deposits hold them. They stay
// as they are written. Control characters are illegal in XML, yet occur; the text normaliser takes them out later.
const HARMLESS = /undefined entity|malformed character entity|disallowed character\.$/;

/**
 * One XML element as a tree. Entities are decoded once, CDATA is text, comments and processing instructions are gone.
 *
 * @throws XmlError when tags do not match or the text ends inside an element.
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const root: { children: XmlNode[] } = { children: [] };
  const open: { name: string; children: XmlNode[] }[] = [];
  const append = (node: XmlNode): void => {
    const { children } = open.at(-1) ?? root;
    const last = children.at(-1);
    if (typeof node === "string" && typeof last === "string") children[children.length - 1] = last + node;
    else children.push(node);
  };
  parser.on("error", (error) => {
    if (!HARMLESS.test(error.message)) throw new XmlError(parser.line);
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, children: [] };
    append(element);
    open.push(element);
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.on("text", append);
  parser.on("cdata", append);
  parser.write(text).close();
  const element = root.children.find((node) => typeof node !== "string");
  if (element === undefined) throw new XmlError(parser.line);
  return element;
}

// Everything that may stand before the root element.
const PROLOG = /^(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>)*/;

/** Text from the root element's start tag on. */
export const withoutProlog = (document: string): string => document.slice(PROLOG.exec(document)![0].length);

/** Name of a document's root element; undefined when it has none. */
export const rootNameOf = (document: string): string | undefined =>
  /^<([A-Za-z_][\w:.-]*)/.exec(withoutProlog(document))?.[1];

const CLOSED_BY: Readonly<Record<string, string>> = { "<!--": "-->", "<![CDATA[": "]]>", "<?": "?>" };

/**
 * The document with comments, CDATA and instructions blanked: what looks like a tag in one of them is text, whoever wrote
 * it. Places stay what they were. Null when one of them is never closed.
 */
export function tagsOnly(document: string): string | null {
  const opening = /<!--|<!\[CDATA\[|<\?/g;
  let masked = "";
  let done = 0;
  for (let match = opening.exec(document); match !== null; match = opening.exec(document)) {
    const close = CLOSED_BY[match[0]]!;
    const closedAt = document.indexOf(close, opening.lastIndex);
    if (closedAt < 0) return null;
    const end = closedAt + close.length;
    masked += document.slice(done, match.index) + " ".repeat(end - match.index);
    done = end;
    opening.lastIndex = end;
  }
  return masked + document.slice(done);
}

export const childrenOf = (parent: XmlElement | undefined, name: string): XmlElement[] =>
  (parent?.children ?? []).filter((node): node is XmlElement => typeof node !== "string" && node.name === name);

/** The first element at a path of direct children; undefined when any step is missing. */
export const childAt = (parent: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((at, name) => childrenOf(at, name)[0], parent);

/** All descendant text in document order, as it stands. */
export const rawText = (node: XmlNode): string =>
  typeof node === "string" ? node : node.children.map(rawText).join("");
