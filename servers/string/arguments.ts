import { z } from "zod";
import { HIDDEN, harmless, prefixOf } from "../kit/text.ts";

/** H37Rv, the reference strain of M. tuberculosis; visible in the schema, so never a hidden default. */
const H37RV = 83332;

const LONGEST_NAME = 100;
// C0 and C1 controls: a carriage return inside a name would pass for the separator of two names.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const CONTROLS = new RegExp(CONTROL.source, "g");
const REPLACEMENT = "\ufffd";

const isVisible = (name: string): boolean => !CONTROL.test(name) && harmless(name) === name;

/** One name in any spelling that STRING may know. */
export const geneName = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_NAME)
  .refine(isVisible, "must not contain control characters")
  .describe("Symbol, locus tag, synonym or STRING id: katG, Rv1908c, P9WIE5, 83332.Rv1908c");

/**
 * Several names. A malformed one is refused by the tool, singly, so that it does not cost the others their answer; here
 * it is only made fit to be shown (200 characters, no controls).
 */
export const geneNames = ({ min, max }: { min: number; max: number }) =>
  z
    .array(
      z
        .string()
        .trim()
        .overwrite((name) => harmless(prefixOf(name, 200).replace(CONTROLS, REPLACEMENT).replace(HIDDEN, REPLACEMENT))),
    )
    .min(min)
    .max(max)
    .describe(`${min}-${max} names, each a symbol, locus tag, synonym or STRING id; in any mixture`);

/** Why a name of a list is refused; null when it is well formed. */
export function nameProblem(name: string): string | null {
  if (name === "") return "is blank";
  if (name.includes(REPLACEMENT)) return "contains control characters";
  return name.length > LONGEST_NAME ? `has more than ${LONGEST_NAME} characters` : null;
}

const speciesId = z.union([z.int().min(1), z.string().regex(/^STRG[0-9A-Za-z]{1,20}$/)]);

export const speciesSchema = speciesId
  .default(H37RV)
  .describe(
    "NCBI taxon id, or the STRG… id of a proteome; 83332 = M. tuberculosis H37Rv. The taxon of a full STRING id wins",
  );

/** Species in which homologs are looked for. */
export const otherSpecies = z
  .array(speciesId)
  .min(1)
  .max(20)
  .describe("1-20 other species, each an NCBI taxon id or the STRG… id of a proteome");

/** STRING takes nothing but its own ids for a background. The limit is beyond any bacterial proteome. */
export const backgroundIds = z
  .array(z.string().regex(/^(?:\d{1,10}|STRG[0-9A-Za-z]{1,20})\.[\x21-\x7e]{1,150}$/))
  .max(10_000)
  .default([])
  .describe("STRING ids of all genes that could have been chosen; empty = the whole proteome");

export type Species = number | string;

/** As `species` takes it: a taxon as a number, an uploaded proteome by its id. */
export const speciesOf = (prefix: string): Species => (/^\d+$/.test(prefix) ? Number(prefix) : prefix);

export const speciesUsed = z.union([z.int(), z.string()]);
