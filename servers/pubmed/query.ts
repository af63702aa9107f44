import { z } from "zod";

const QUERY_SYNTAX = /["[\]]/;
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/** Text that becomes one quoted phrase of a search: what could end the quotes or start a field tag is refused. */
const phrase = (minimum: number) =>
  z
    .string()
    .trim()
    .min(minimum)
    .max(100)
    .refine((text) => !QUERY_SYNTAX.test(text), { error: 'must not contain ", [ or ], which are search syntax' })
    .refine((text) => !CONTROL.test(text), { error: "must not contain control characters" });

export const Gene = phrase(1);
export const Organism = phrase(0);

/** A search in PubMed's own language. */
export const Term = z
  .string()
  .trim()
  .min(1)
  .max(4_000)
  .refine((text) => !CONTROL.test(text.replace(/[\t\r\n]/g, " ")), { error: "must not contain control characters" });

/** The phrases, each quoted, joined by AND; empty ones are left out. */
export const termOfPhrases = (...phrases: readonly string[]): string =>
  phrases
    .filter((text) => text !== "")
    .map((text) => `"${text}"`)
    .join(" AND ");
