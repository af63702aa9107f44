import { parseRows, readPathwayId } from "./rows.ts";

/** The rows of `list/pathway/{org}`: pathway id → name, verbatim with its organism suffix. */
export function parsePathwayNames(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { line, columns } of parseRows(text)) {
    const name = columns.slice(1).findLast((column) => column.trim() !== "");
    if (name !== undefined) names.set(readPathwayId(columns[0], line), name);
  }
  return names;
}
