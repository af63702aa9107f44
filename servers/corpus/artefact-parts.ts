import { z } from "zod";
import { ArtefactError, PUBLICATION_STATES } from "./corpus-content.ts";
import type { JsonPart } from "./json-elements.ts";

const optionalText = z
  .string()
  .nullish()
  .transform((text) => (text ? text : null));
const optionalId = z
  .union([z.string(), z.int().transform(String)])
  .nullish()
  .transform((id) => id || null);
const optionalList = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? null);
const pmid = z.union([z.string(), z.int().transform(String)]).pipe(z.string().regex(/^[1-9]\d{0,9}$/));
const offset = z
  .int()
  .min(0)
  .nullish()
  .transform((value) => value ?? null);
const year = z
  .union([z.int(), z.string(), z.null()])
  .optional()
  .transform((value) => {
    const digits = /^\d{4}/.exec(String(value ?? ""))?.[0];
    return digits ?? null;
  });

const state = z
  .object({
    states: z.array(z.enum(PUBLICATION_STATES)).min(1),
    notices: z
      .array(
        z.object({
          kind: z.string().regex(/^[a-z_]{1,40}$/),
          pmid: optionalId.refine((id) => id === null || /^\d{1,10}$/.test(id)),
          ref: optionalText,
          raw: optionalText.refine((word) => word === null || /^[A-Za-z]{1,60}$/.test(word)),
        }),
      )
      .default([]),
    is_notice: z.boolean().default(false),
  })
  .nullish()
  .transform((value) => value ?? null);

const bibliography = {
  pmid,
  title: optionalText,
  text: z.string(),
  year,
  journal: optionalText,
  doi: optionalText,
  pmcid: optionalText,
  in_pmc: z
    .boolean()
    .nullish()
    .transform((value) => value ?? null),
  mentions: optionalList,
  queried_for: optionalList,
  publication_state: state,
};

export const PaperPart = z.object({
  ...bibliography,
  text_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullish(),
});

export const PassagePart = z.object({
  passage_id: z.string().regex(/^[1-9]\d{0,9}(?:#\d{1,6})?$/),
  pmid,
  text: z.string(),
  start: offset,
  end: offset,
  genes_named: optionalList,
  chunk_index: offset,
});

/** Passages of the older form carry their paper's bibliography, since there are no papers. */
export const OlderPassagePart = PassagePart.extend(bibliography);

/** One gene of the build, by name or with its routing. */
export const GenePart = z.union([
  z.string().min(1),
  z.object({ query: z.string().min(1) }).transform((gene) => gene.query),
]);

export const HeaderPart = z.string().nullish();
export const TaxonPart = z.union([z.string(), z.int().transform(String)]).nullish();

export interface Placed<T> {
  readonly value: T;
  readonly line: number;
  readonly index: number;
}

/** One part of the artefact as its type, or an error that names line, key and field; values are never shown. */
export function readPart<S extends z.ZodType>(schema: S, part: JsonPart): Placed<z.output<S>> {
  const place = part.index === null ? part.key : `${part.key}[${part.index}]`;
  let value: unknown;
  try {
    value = JSON.parse(part.text);
  } catch {
    throw new ArtefactError(part.line, `${place} is not valid JSON`);
  }
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data, line: part.line, index: part.index ?? 0 };
  const fields = result.error.issues[0]?.path.filter(
    (step) => typeof step === "number" || /^[a-z0-9_]+$/.test(String(step)),
  );
  throw new ArtefactError(part.line, `${[place, ...(fields ?? [])].join(".")} does not have the required form`);
}
