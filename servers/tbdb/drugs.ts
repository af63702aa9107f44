import { UnreadableFile } from "./load-check.ts";

export interface Variables {
  readonly schemaVersion: string | null;
  /** Drug names of the catalogue in the order of the file. */
  readonly drugs: readonly string[];
  /** Names that do not look like a drug name and are therefore never shown. */
  readonly refusedNames: number;
}

/** Names reach error messages, so only plain ones do. */
const DRUG = /^[a-z][a-z0-9_-]{1,49}$/;
const VERSION = /^[0-9A-Za-z][0-9A-Za-z.+-]{0,29}$/;

/**
 * The catalogue's `variables.json`: its drugs and its schema version.
 *
 * @throws UnreadableFile when it is not JSON or names no drug.
 */
export function parseVariables(text: string): Variables {
  const document = jsonOf(text) as { drugs?: unknown; "db-schema-version"?: unknown } | null;
  const listed: unknown[] = Array.isArray(document?.drugs) ? document.drugs : [];
  const drugs = listed.filter((name): name is string => typeof name === "string" && DRUG.test(name));
  if (drugs.length === 0) throw new UnreadableFile("no drug list", 1);
  const version = document?.["db-schema-version"];
  return {
    schemaVersion: typeof version === "string" && VERSION.test(version) ? version : null,
    drugs: [...new Set(drugs)],
    refusedNames: listed.length - drugs.length,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new UnreadableFile("not valid JSON", 1);
  }
}

const folded = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");

/** Do two spellings name one drug? Case does not matter, nor whether words are joined by a space, `_` or `-`. */
export const isSameDrug = (a: string, b: string): boolean => a === b || folded(a) === folded(b);

/** The listed drug of this name, whatever its case and whether words are joined by a space, `_` or `-`; else null. */
export const findDrug = (drugs: readonly string[], name: string): string | null =>
  drugs.find((drug) => isSameDrug(drug, name)) ?? null;
