import { parseRows, readPathwayId } from "./rows.ts";

/** The rows of `list/pathway/{org}`: pathway id → name, verbatim with its organism suffix. */
export function parsePathwayNames(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { line, columns } of parseRows(text)) {
    const name = columns.at(-1)!;
    if (name.trim() !== "") names.set(readPathwayId(columns[0], line), name);
  }
  return names;
}
