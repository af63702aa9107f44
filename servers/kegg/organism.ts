import { z } from "zod";
import { BadInput } from "../kit/fault.ts";

/** Prefixes that stand for a KEGG database; `drug` and `kegg` have the shape of organism codes too. */
const DATABASE_PREFIXES: ReadonlySet<string> = new Set([
  "path",
  "map",
  "ko",
  "ec",
  "rn",
  "rc",
  "cpd",
  "gl",
  "dr",
  "ds",
  "br",
  "kot",
  "drug",
  "kegg",
]);

/** Does this prefix name a KEGG database, so that what follows cannot be a gene of an organism? */
export const isDatabasePrefix = (prefix: string): boolean => DATABASE_PREFIXES.has(prefix.toLowerCase());

/** The parameter `organism`: a KEGG code of three or four letters, or a T number; trimmed and lower-cased. */
export const organismArgument = z
  .string()
  .regex(/^\s*(?:[A-Za-z]{3,4}|[Tt][0-9]{5})\s*$/)
  .trim()
  .toLowerCase()
  .default("mtu")
  .describe("KEGG organism: a code of 3 or 4 letters (mtu, hsa) or a T number (T00015)");

/**
 * The organism as KEGG wants it in a path: codes in lower case, T numbers with a capital. Codes are not checked against
 * a list of organisms, only for being one of KEGG's databases (`bad_input`).
 */
export function organismToSend(organism: string, param: string): string {
  if (isDatabasePrefix(organism)) {
    throw BadInput.of("invalid_argument", `${param} names a KEGG database, not an organism`, param);
  }
  return /^t[0-9]{5}$/.test(organism) ? organism.toUpperCase() : organism;
}
