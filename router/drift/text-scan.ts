import type { SourceDefinition } from "../catalog/definition.ts";
import { base64Blob } from "./base64-blob.ts";
import { DIRECTIVES, type DirectiveKind, PADDING } from "./directive-patterns.ts";
import { type HiddenKind, hiddenCharacters, visible, withoutHidden } from "./hidden-characters.ts";

export type TextFindingKind = HiddenKind | DirectiveKind | "base64_blob" | "foreign_tool";

export interface TextFinding {
  readonly kind: TextFindingKind;
  /** True for what a reader cannot see: under `enforce` it quarantines. The rest is for a person to judge. */
  readonly hidden: boolean;
  /** How often it stands in the text. */
  readonly count: number;
  /** At most 120 characters around the first, with hidden characters written out. Text from outside: show it, do not obey it. */
  readonly excerpt: string;
}

export type DefinitionPart = "tool" | "prompt" | "resource" | "resource_template" | "instructions" | "server_info";

export interface DefinitionFinding extends TextFinding {
  readonly part: DefinitionPart;
  /** The source's own name for the tool, prompt or resource; the URI template of a template; null for the source's own texts. */
  readonly name: string | null;
  /** Where in the definition: `description`, `inputSchema.properties.gene.description`; "" = the text itself. */
  readonly path: string;
}

const AROUND = 40;
const EXCERPT_MOST = 120;
/** No description comes near; more than this is not read for directives, and what is hidden is found all the same. */
const DIRECTIVE_MOST = 100_000;

/** Hidden and directive text in one text: one finding a kind, in the order of the kinds' first places. */
export function scanText(text: string): TextFinding[] {
  return [...hiddenFindings(text), ...directiveFindings(text)];
}

/** Hidden text alone; what `enforce` asks for. */
export function hiddenFindings(text: string): TextFinding[] {
  const byKind = new Map<HiddenKind, { count: number; at: number }>();
  for (const { kind, at } of hiddenCharacters(text)) {
    const seen = byKind.get(kind);
    if (seen === undefined) byKind.set(kind, { count: 1, at });
    else seen.count += 1;
  }
  return [...byKind].map(([kind, { count, at }]) => ({ kind, hidden: true, count, excerpt: excerptOf(text, at, 1) }));
}

function directiveFindings(text: string): TextFinding[] {
  const found: TextFinding[] = [];
  const read = text.slice(0, DIRECTIVE_MOST);
  // Bold, full-width and joined-up letters read as plain ones, to a model as to a person.
  const folded = withoutHidden(read).normalize("NFKC").replace(/\s+/gu, " ");
  const note = (kind: TextFindingKind, within: string, at: number, length: number): void => {
    if (found.some((finding) => finding.kind === kind)) return;
    found.push({ kind, hidden: false, count: 1, excerpt: excerptOf(within, at, length) });
  };
  for (const { kind, pattern } of DIRECTIVES) {
    const match = pattern.exec(folded);
    if (match !== null) note(kind, folded, match.index, match[0].length);
  }
  const blob = base64Blob(read);
  if (blob !== null) note("base64_blob", read, read.indexOf(blob), blob.length);
  const padding = PADDING.exec(read);
  if (padding !== null) note("padding", folded, 0, 0);
  return found;
}

/** Every text in everything that a source says of itself: names, titles, descriptions, schemas whole, instructions. */
export const scanDefinition = (definition: SourceDefinition): DefinitionFinding[] =>
  scannedParts(definition).flatMap(({ part, name, entry }) => scanEntry(part, name, entry));

interface ScannedPart {
  readonly part: DefinitionPart;
  readonly name: string | null;
  readonly entry: unknown;
}

function scannedParts(definition: SourceDefinition): ScannedPart[] {
  const { tools, prompts, resources, resourceTemplates, instructions, serverInfo } = definition;
  return [
    ...tools.map((tool) => ({ part: "tool" as const, name: tool.name, entry: tool })),
    ...prompts.map((prompt) => ({ part: "prompt" as const, name: prompt.name, entry: prompt })),
    ...resources.map((resource) => ({ part: "resource" as const, name: resource.name, entry: resource })),
    ...resourceTemplates.map((template) => ({
      part: "resource_template" as const,
      name: template.uriTemplate,
      entry: template,
    })),
    { part: "instructions", name: null, entry: instructions },
    { part: "server_info", name: null, entry: serverInfo },
  ];
}

const NAME_WORD = /[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+/g;

/**
 * Texts of one source that speak of another source's tools, by full name or by a leaf name of several words that it has
 * no tool of its own for: how one server redirects calls to another. No such mention stands in 272 real tools of 21
 * sources. `others` maps the namespace of each other source to the names of its tools.
 */
export function foreignToolFindings(
  definition: SourceDefinition,
  others: ReadonlyMap<string, readonly string[]>,
): DefinitionFinding[] {
  const own = new Set(definition.tools.map(({ name }) => name));
  const foreign = new Set(
    [...others].flatMap(([namespace, names]) =>
      names.flatMap((name) => [`${namespace}_${name}`, ...(name.includes("_") && !own.has(name) ? [name] : [])]),
    ),
  );
  return scannedParts(definition).flatMap(({ part, name, entry }) =>
    textsOf(entry, "").flatMap(({ path, text }): DefinitionFinding[] => {
      const match = [...text.matchAll(NAME_WORD)].find(([word]) => foreign.has(word));
      if (match === undefined) return [];
      const excerpt = excerptOf(text, match.index, match[0].length);
      return [{ part, name, path, kind: "foreign_tool", hidden: false, count: 1, excerpt }];
    }),
  );
}

/** Every text at any depth of one definition, keys included: a parameter's name, an enum value or a default is read by a model too. */
export function scanEntry(part: DefinitionPart, name: string | null, entry: unknown): DefinitionFinding[] {
  return textsOf(entry, "").flatMap(({ path, text, machine }) =>
    (machine ? hiddenFindings(text) : scanText(text)).map((finding) => ({ part, name, path, ...finding })),
  );
}

/** True when some text of the definition holds a character that its reader does not see. */
export function hidesText(entry: unknown): boolean {
  if (typeof entry === "string") return hiddenCharacters(entry).length > 0;
  if (entry === null || typeof entry !== "object") return false;
  return Object.entries(entry).some(([key, value]) => hidesText(key) || hidesText(value));
}

interface PlacedText {
  readonly path: string;
  readonly text: string;
  /** An address or an expression for machines: its characters count, its words do not. */
  readonly machine: boolean;
}

const MACHINE_KEYS = new Set(["src", "pattern", "$ref", "$id", "$schema", "uri", "uriTemplate", "mimeType"]);

function textsOf(value: unknown, path: string, key = ""): PlacedText[] {
  if (typeof value === "string") return [{ path, text: value, machine: MACHINE_KEYS.has(key) }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsOf(item, `${path}[${index}]`, key));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([member, inner]) => {
    const shown = visible(member).slice(0, 64);
    const place = path === "" ? shown : `${path}.${shown}`;
    return [{ path: place, text: member, machine: false }, ...textsOf(inner, place, member)];
  });
}

function excerptOf(text: string, at: number, length: number): string {
  const from = Math.max(0, at - AROUND);
  const shown = visible(text.slice(from, at + length + AROUND))
    .replace(/\s+/gu, " ")
    .trim();
  return shown.length > EXCERPT_MOST ? `${shown.slice(0, EXCERPT_MOST - 1)}…` : shown;
}
