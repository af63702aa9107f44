import type { FlatEntry, FlatSection } from "./flat-file.ts";
import { withoutOrigin } from "./origin.ts";

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Sequence {
  readonly length: number;
  readonly residues: string;
}

export interface Organism {
  /** KEGG code. */
  readonly code: string;
  /** Code and name: `mtu Mycobacterium tuberculosis H37Rv`. */
  readonly text: string;
}

/** A gene's flat entry. Every field is optional in KEGG; what is absent is null or empty. */
export interface GeneEntry {
  /** The id without its organism. */
  readonly locusTag: string;
  /** What ENTRY states behind the id: `CDS T00015`, in old entries `CDS E.coli`. */
  readonly feature: string | null;
  /** Old entries have none. */
  readonly organism: Organism | null;
  readonly symbols: readonly string[];
  readonly product: string | null;
  readonly position: string | null;
  readonly ko: readonly Named[];
  readonly pathways: readonly Named[];
  readonly modules: readonly Named[];
  readonly dbLinks: Readonly<Record<string, readonly string[]>>;
  readonly aminoAcids: Sequence | null;
  readonly nucleotides: Sequence | null;
  /** Sections that no field holds whole (of unknown keywords, unreadable, repeated): keyword → each one's lines as they came. */
  readonly other: Readonly<Record<string, readonly string[]>>;
}

/** A section's value, or null when the section is not what its keyword promises. */
type Reader<T> = (lines: readonly string[]) => T | null;

/** Rows of `id  name`; lines that begin with no id continue the name before. */
const namedRows =
  (pattern: RegExp): Reader<Named[]> =>
  (lines) => {
    const rows: { id: string; name: string }[] = [];
    for (const line of lines) {
      const match = pattern.exec(line.trim());
      if (match) rows.push({ id: match[1]!, name: (match[2] ?? "").trim() });
      else if (rows.length === 0) return null;
      else rows.at(-1)!.name = `${rows.at(-1)!.name} ${line.trim()}`.trim();
    }
    return rows;
  };

const readKo = namedRows(/^(?:KO:\s*)?(K[0-9]{5})(?:\s+(.*))?$/);
const readPathways = namedRows(/^(?:PATH:\s*)?([a-z]{2,4}[0-9]{5})(?:\s+(.*))?$/);
const readModules = namedRows(/^((?:[a-z]{3,4}_)?M[0-9]{5})(?:\s+(.*))?$/);

const readOrganism: Reader<Organism> = (lines) => {
  const text = joined(lines)?.replace(/\s+/g, " ") ?? "";
  const code = /^[a-z]{3,4}(?=\s|$)/.exec(text)?.[0];
  return code === undefined ? null : { code, text };
};

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/** `UniProt: P9WIE5 I6YBX7`; a database named twice keeps the ids of both lines. */
const readDbLinks: Reader<[string, string[]][]> = (lines) => {
  const links: [string, string[]][] = [];
  for (const line of lines) {
    const match = /^([^\s:][^:]*):(?:\s+(.*))?$/.exec(line.trim());
    if (match) links.push([match[1]!, wordsOf(match[2] ?? "")]);
    else if (links.length === 0) return null;
    else links.at(-1)![1].push(...wordsOf(line));
  }
  return links;
};

/** The first line holds the length; residues that do not add up to it are not a sequence. */
const readSequence: Reader<Sequence> = ([length, ...rest]) => {
  const residues = rest.map((line) => line.trim()).join("");
  return length !== undefined && /^[0-9]+$/.test(length.trim()) && residues.length === Number(length.trim())
    ? { length: residues.length, residues }
    : null;
};

/** For a section beside one of its keyword that fills the field already. */
const unreadable = () => null;

const joined = (lines: readonly string[], separator = " "): string | null =>
  lines
    .map((line) => line.trim())
    .join(separator)
    .trim() || null;

const commaList = (lines: readonly string[]): string[] =>
  (joined(lines) ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/**
 * NAME has meant both: beside SYMBOL it is the product, beside DEFINITION the symbols; alone it is symbols only when no
 * part of it has a space or an origin in brackets.
 */
function readNames(sections: FlatEntry): Pick<GeneEntry, "symbols" | "product"> {
  const linesOf = (keyword: string) =>
    sections.filter((each) => each.keyword === keyword).flatMap((each) => each.lines);
  const [symbol, name, definition] = [linesOf("SYMBOL"), linesOf("NAME"), linesOf("DEFINITION")];
  if (symbol.length > 0)
    return { symbols: commaList(symbol), product: withoutOrigin(joined(name) ?? joined(definition)) };
  if (definition.length > 0) return { symbols: commaList(name), product: withoutOrigin(joined(definition)) };
  const names = commaList(name);
  const areSymbols = names.every((part) => !/[\s(]/.test(part));
  return areSymbols ? { symbols: names, product: null } : { symbols: [], product: withoutOrigin(joined(name)) };
}

/** Reads one entry; null when its ENTRY has no id of a known form. What no field holds whole goes to `other`. */
export function readGeneEntry(sections: FlatEntry): GeneEntry | null {
  const [, locusTag, feature] = /^\s*([!-~]{1,150})(?:\s+(.*))?$/s.exec(sections[0]?.lines.join(" ") ?? "") ?? [];
  if (locusTag === undefined) return null;

  const other = new Map<string, string[]>();
  const keepRaw = ({ keyword, lines }: FlatSection) =>
    other.set(keyword, [...(other.get(keyword) ?? []), lines.join("\n")]);
  const read = <T>(section: FlatSection, reader: Reader<T>, use: (value: T) => void) => {
    const value = reader(section.lines);
    if (value === null) keepRaw(section);
    else use(value);
  };

  const ko: Named[] = [];
  const pathways: Named[] = [];
  const modules: Named[] = [];
  const dbLinks = new Map<string, string[]>();
  const hasSymbolAndName = ["SYMBOL", "NAME"].every((keyword) =>
    sections.some((each) => each.keyword === keyword && each.lines.length > 0),
  );
  let organism: Organism | null = null;
  let position: string | null = null;
  let aminoAcids: Sequence | null = null;
  let nucleotides: Sequence | null = null;
  for (const section of sections.slice(1)) {
    switch (section.keyword) {
      case "SYMBOL":
      case "NAME":
        break;
      case "DEFINITION":
        if (hasSymbolAndName) keepRaw(section);
        break;
      case "ORGANISM":
        read(section, organism === null ? readOrganism : unreadable, (stated) => {
          organism = stated;
        });
        break;
      case "ORTHOLOGY":
      case "ORTHOLOG":
        read(section, readKo, (rows) => ko.push(...rows));
        break;
      case "PATHWAY":
        read(section, readPathways, (rows) => pathways.push(...rows));
        break;
      case "MODULE":
        read(section, readModules, (rows) => modules.push(...rows));
        break;
      case "POSITION":
        // KEGG wraps long joins after a comma, without a space.
        if (position !== null) keepRaw(section);
        position ??= joined(section.lines, "");
        break;
      case "DBLINKS":
        read(section, readDbLinks, (links) => {
          for (const [database, ids] of links) dbLinks.set(database, [...(dbLinks.get(database) ?? []), ...ids]);
        });
        break;
      case "AASEQ":
        read(section, aminoAcids === null ? readSequence : unreadable, (sequence) => {
          aminoAcids = sequence;
        });
        break;
      case "NTSEQ":
        read(section, nucleotides === null ? readSequence : unreadable, (sequence) => {
          nucleotides = sequence;
        });
        break;
      default:
        keepRaw(section);
    }
  }
  return {
    locusTag,
    feature: feature?.trim().replace(/\s+/g, " ") || null,
    organism,
    ...readNames(sections),
    position,
    ko,
    pathways,
    modules,
    dbLinks: Object.fromEntries(dbLinks),
    aminoAcids,
    nucleotides,
    other: Object.fromEntries(other),
  };
}
