import { withoutOrigin } from "./origin.ts";
import { badLine, parseRows, readGeneId } from "./rows.ts";

export interface Gene {
  /** `mtu:Rv1908c`. */
  readonly id: string;
  readonly locusTag: string;
  readonly symbols: readonly string[];
  readonly product: string | null;
  /** As KEGG writes it, `complement(2153889..2156111)`; null in the layout without positions. */
  readonly position: string | null;
}

/** Columns of a row: id, feature type, position, description. */
const COLUMNS_WITH_POSITION = 4;

/** `complement(2153889..2156111)`, `17:join(1..2,5..9)`, `<1..>9`. */
const LOCATION = /^(?:[\w.-]+:)?(?:(?:complement|join|order)\(|[<>]?[0-9]+\.\.[<>]?[0-9]+)/;

const textOrNull = (text: string | undefined): string | null => text?.trim() || null;

/** Empty columns behind those of either layout; an empty description is the fourth column and stays. */
function withoutTrailingTabs(columns: readonly string[]): readonly string[] {
  let length = columns.length;
  while (length > 2 && length !== COLUMNS_WITH_POSITION && columns[length - 1]!.trim() === "") length -= 1;
  return columns.slice(0, length);
}

/** The description is the last column; a row whose empty last column was cut off ends with its position. */
function readColumns(given: readonly string[]): { position: string | null; description: string } {
  const columns = withoutTrailingTabs(given);
  const last = columns.at(-1)!;
  if (columns.length >= COLUMNS_WITH_POSITION) return { position: textOrNull(columns[2]), description: last };
  if (columns.length === COLUMNS_WITH_POSITION - 1 && LOCATION.test(last.trim())) {
    return { position: last.trim(), description: "" };
  }
  return { position: null, description: last };
}

/** What `link` and `conv` write into their second column, where a list has a description. */
const LINKED = /^(?:path|ec|ko|md|rn|rc|cpd|gl|dr|ds|br|gn|nt|up|uniprot|pubmed|tax|ncbi-[a-z]+):\S+$/;

type Described = Pick<Gene, "symbols" | "product">;

/** Only a description with `;` holds symbols: without it, it is a product name, commas and all. */
function readNames(description: string): Described {
  const border = description.indexOf(";");
  if (border < 0) return { symbols: [], product: textOrNull(description) };
  const symbols = description
    .slice(0, border)
    .split(",")
    .map((symbol) => symbol.trim())
    .filter((symbol) => symbol !== "");
  return { symbols: [...new Set(symbols)], product: withoutOrigin(description.slice(border + 1)) };
}

const ORTHOLOGUE = "(?:K[0-9]{5}\\b|no KO assigned)";
const STARTS_WITH_ORTHOLOGUE = new RegExp(`^${ORTHOLOGUE}`);

/** `K00831 phosphoserine aminotransferase | (RefSeq) serC; …`: what stands before the bar, and the gene's own part. */
const AFTER_ORTHOLOGUE = new RegExp(`^((?:[^|]*;\\s*)?${ORTHOLOGUE}.*?)\\s*\\|\\s*\\([A-Za-z][\\w .-]*\\)\\s*(.*)$`);

/**
 * Symbols and product. Lists of two columns have written the orthologue into the description as well: before it with a
 * bar (the gene's own part follows), or behind it (`product; K20177 …`, where the only `;` makes no symbols).
 */
function readDescription(text: string): Described {
  const description = withoutOrigin(text) ?? "";
  const [, before, own] = AFTER_ORTHOLOGUE.exec(description) ?? [];
  if (before !== undefined && own !== undefined) {
    const named = readNames(own);
    if (named.symbols.length > 0 || STARTS_WITH_ORTHOLOGUE.test(before)) return named;
    return { ...named, symbols: readNames(before).symbols };
  }
  const names = readNames(description);
  const isProduct = names.symbols.some((name) => /\s/.test(name)) && STARTS_WITH_ORTHOLOGUE.test(names.product ?? "");
  return isProduct ? { symbols: [], product: textOrNull(description.slice(0, description.indexOf(";"))) } : names;
}

/**
 * The rows of `list/{org}` and `find/{org}/…`: id, type, position, description, or, as before, id and description. The
 * description is the last column in both. A gene listed twice is one gene with the symbols of both rows. Rows of another
 * operation (`link`, `conv`) are `unparsable`, not genes without symbols.
 */
export function parseGeneList(text: string): readonly Gene[] {
  const genes = new Map<string, Gene>();
  for (const { line, columns } of parseRows(text)) {
    const { id, locusTag } = readGeneId(columns[0], line);
    const { position, description } = readColumns(columns);
    if (position === null && LINKED.test(description.trim())) throw badLine(line, "a row with a description");
    const gene = { id, locusTag, position, ...readDescription(description) };
    const known = genes.get(id);
    genes.set(id, known ? { ...known, symbols: [...new Set([...known.symbols, ...gene.symbols])] } : gene);
  }
  return [...genes.values()];
}
