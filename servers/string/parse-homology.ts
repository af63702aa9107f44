import { badRow, parseRows, textOf } from "./rows.ts";
import { parseStringId, type StringId } from "./string-id.ts";

/** The most similar protein of another species. */
export interface HomologyRow {
  readonly of: StringId;
  readonly hit: StringId;
  /** Smith-Waterman bit score; STRING keeps none below 50. */
  readonly bitScore: number;
}

/** Rows of `homology_best`. Throws `Fault` as `parseRows` does, and `unparsable` for a row without ids or score. */
export const parseHomologyRows = (text: string): readonly HomologyRow[] =>
  parseRows(text).map((row, index) => {
    const [of, hit] = ["stringId_A", "stringId_B"].map((field) => parseStringId(textOf(row, field, index) ?? ""));
    if (!of || !hit) throw badRow(index, "lacks one of its two STRING ids");
    const given = row.bitscore ?? null;
    const bitScore = typeof given === "string" && /^\d+(?:\.\d+)?$/.test(given) ? Number(given) : given;
    if (typeof bitScore !== "number" || !Number.isFinite(bitScore) || bitScore < 0) {
      throw badRow(index, "has no readable bitscore");
    }
    return { of, hit, bitScore };
  });
