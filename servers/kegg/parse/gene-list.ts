import { parseRows, readGeneId } from "./rows.ts";

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

const textOrNull = (text: string | undefined): string | null => text?.trim() || null;

/** Only a description with `;` holds symbols: without it, it is a product name, commas and all. */
function readDescription(description: string): Pick<Gene, "symbols" | "product"> {
  const border = description.indexOf(";");
  if (border < 0) return { symbols: [], product: textOrNull(description) };
  const symbols = description
    .slice(0, border)
    .split(",")
    .map((symbol) => symbol.trim())
    .filter((symbol) => symbol !== "");
  return { symbols: [...new Set(symbols)], product: textOrNull(description.slice(border + 1)) };
}

/**
 * The rows of `list/{org}` and `find/{org}/…`: id, type, position, description, or, as before, id and description. The
 * description is the last column in both. A gene listed twice is one gene with the symbols of both rows.
 */
export function parseGeneList(text: string): readonly Gene[] {
  const genes = new Map<string, Gene>();
  for (const { line, columns } of parseRows(text)) {
    const { id, locusTag } = readGeneId(columns[0], line);
    const position = columns.length >= COLUMNS_WITH_POSITION ? textOrNull(columns[2]) : null;
    const gene = { id, locusTag, position, ...readDescription(columns.at(-1)!) };
    const known = genes.get(id);
    genes.set(id, known ? { ...known, symbols: [...new Set([...known.symbols, ...gene.symbols])] } : gene);
  }
  return [...genes.values()];
}
