import { badLine, parseRows, readGeneId } from "./rows.ts";

export interface Conversion {
  readonly geneId: string;
  /** `ncbi-geneid:885638`, as KEGG writes it. */
  readonly targetId: string;
}

/** Prefixes that KEGG writes before the ids of a target; UniProt has a short one. */
export const TARGET_PREFIXES = {
  "ncbi-geneid": "ncbi-geneid",
  "ncbi-proteinid": "ncbi-proteinid",
  uniprot: "up",
} as const;

export type Target = keyof typeof TARGET_PREFIXES;

/** The rows of `conv/{target}/{ids}`: gene, then id of the target. */
export const parseConversions = (text: string, target: Target): readonly Conversion[] =>
  parseRows(text).map(({ line, columns }) => {
    const targetId = columns[1].trim();
    const [prefix, ...id] = targetId.split(":");
    if (prefix !== TARGET_PREFIXES[target] || !/^[A-Za-z0-9_.-]+$/.test(id.join(":"))) {
      throw badLine(line, "a row with an id of the target");
    }
    return { geneId: readGeneId(columns[0], line).id, targetId };
  });
