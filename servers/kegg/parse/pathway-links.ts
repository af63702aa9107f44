import { parseRows, readGeneId, readPathwayId } from "./rows.ts";

/** One gene in one pathway. */
export interface PathwayLink {
  readonly geneId: string;
  readonly pathwayId: string;
}

/** The rows of `link/pathway/…`: gene, then pathway. */
export const parsePathwayLinks = (text: string): readonly PathwayLink[] =>
  parseRows(text).map(({ line, columns }) => ({
    geneId: readGeneId(columns[0], line).id,
    pathwayId: readPathwayId(columns[1], line),
  }));

/** The rows of `link/{org}/{pathway}`: pathway, then gene. */
export const parsePathwayGenes = (text: string): readonly PathwayLink[] =>
  parseRows(text).map(({ line, columns }) => ({
    geneId: readGeneId(columns[1], line).id,
    pathwayId: readPathwayId(columns[0], line),
  }));

/** Number of distinct genes per pathway. */
export function parsePathwaySizes(text: string): ReadonlyMap<string, number> {
  const genes = new Map<string, Set<string>>();
  for (const { geneId, pathwayId } of parsePathwayLinks(text)) {
    const members = genes.get(pathwayId) ?? new Set();
    genes.set(pathwayId, members.add(geneId));
  }
  return new Map([...genes].map(([pathwayId, members]) => [pathwayId, members.size]));
}
