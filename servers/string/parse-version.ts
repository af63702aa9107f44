import { badRow, parseRows, textOf } from "./rows.ts";

export interface VersionRow {
  /** `12.0`, `11.0b` */
  readonly version: string;
  /** Address at which this version stays; null when STRING gives none of the known form. */
  readonly stableAddress: string | null;
}

const VERSION = /^\d{1,3}(?:\.\d{1,3}){0,2}[a-z]?$/;
const STABLE_ADDRESS = /^https:\/\/version-?[0-9][0-9a-z-]{0,15}\.string-db\.org\/?$/;

/** Rows of `version`: one is certain. Throws `Fault` as `parseRows` does, and `unparsable` without a version. */
export function parseVersionRows(text: string): readonly VersionRow[] {
  const rows = parseRows(text).map((row, index) => {
    const version = textOf(row, "string_version", index) ?? "";
    if (!VERSION.test(version)) throw badRow(index, "has no readable string_version");
    // Documented with the prefix, answered without it.
    const address = textOf(row, "string_stable_address", index) ?? textOf(row, "stable_address", index) ?? "";
    return { version, stableAddress: STABLE_ADDRESS.test(address) ? address.replace(/\/$/, "") : null };
  });
  if (rows.length !== 1) throw badRow(0, "is not the only one, where one version was asked for");
  return rows;
}
