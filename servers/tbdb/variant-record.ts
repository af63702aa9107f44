import { z } from "zod";
import type { RecordDraft } from "../kit/answer.ts";
import { sha256 } from "../kit/digest.ts";
import { normaliseLine, prefixOf } from "../kit/text.ts";
import type { Exchange } from "../kit/upstream/upstream.ts";
import type { CatalogueRow } from "./catalogue.ts";
import type { TbdbClient } from "./client.ts";
import { GRADES } from "./grades.ts";
import { licenceOf } from "./licences.ts";
import { hasGradeConflict, isAssociatedVariant, isReadable, type Variant } from "./variants.ts";

export const SourceRow = z.strictObject({
  original_mutation: z.string().nullable().describe("As the row's source wrote it; LoF for a consequence rule"),
  type: z.string().nullable().describe("How the library uses the row; never its grade"),
  grade: z.enum(GRADES).nullable().describe("Null: the wording is no known grade, see grade_raw"),
  grade_raw: z.string(),
  source: z.string().nullable().describe("Null: this layout of the file does not say"),
  comment: z.string().nullable(),
});

export const VariantDetail = z.strictObject({
  gene: z.string().describe("Gene as the catalogue names it"),
  locus_tag: z.string(),
  mutation: z.string(),
  drug: z.string(),
  grade: z.enum(GRADES).nullable().describe("Null when the rows disagree (no winner) or the wording is unknown"),
  associated: z.boolean().describe("At least one row is graded associated with resistance, final or interim"),
  rows: z.array(SourceRow),
});

export type VariantDetail = z.infer<typeof VariantDetail>;

export const VARIANT_NOTES = {
  unknown_grade: "A row's grade has a wording that is not known; it is shown raw and never read as associated.",
  grade_conflict: "The rows of a variant state different grades; all are kept and none wins.",
  by_rule:
    "A record is a consequence rule (such as loss of function) that covers the mutation, not the mutation itself.",
  unreadable_mutation: "A mutation of the catalogue is not readable as HGVS; it is kept as text and compared as text.",
} as const;

export const VARIANT_UNTRUSTED = [
  "records[].name",
  "records[].detail.gene",
  "records[].detail.mutation",
  "records[].detail.drug",
  "records[].detail.rows[].original_mutation",
  "records[].detail.rows[].type",
  "records[].detail.rows[].grade_raw",
  "records[].detail.rows[].source",
  "records[].detail.rows[].comment",
] as const;

export interface VariantContext {
  readonly client: TbdbClient;
  readonly catalogueName: string;
  readonly locusTag: string;
  readonly from: readonly Exchange[];
}

const ID_PART = /^[\w.>*+?=()'-]+$/;
/** `record_id` may have 200 characters; gene and drug names stay below 60 together. */
const MUTATION_ROOM = 120;
const HASH_DIGITS = 12;

/**
 * `tbdb:<gene>:<mutation>:<drug>`, stable across runs. A mutation that is too long for an id, or holds characters that
 * an id must not, is shortened to its beginning and a hash; `detail.mutation` has the full text.
 */
export function variantId(gene: string, mutation: string, drug: string): string {
  return `tbdb:${idPart(gene, 40)}:${idPart(mutation, MUTATION_ROOM)}:${idPart(drug, 30)}`;
}

function idPart(text: string, room: number): string {
  if (text.length <= room && ID_PART.test(text)) return text;
  const plain = text.replace(/[^\w.>*+?=()'-]/g, "_");
  return `${prefixOf(plain, room - HASH_DIGITS - 1)}-${sha256(text).slice(0, HASH_DIGITS)}`;
}

/** One record per mutation and drug; `flags` come from the question asked, the rest from the rows themselves. */
export function variantRecord(
  { client, catalogueName, locusTag, from }: VariantContext,
  variant: Variant,
  flags: readonly string[] = [],
): RecordDraft<VariantDetail> {
  const { mutation, drug, rows } = variant;
  const id = variantId(catalogueName, mutation, drug);
  // A row may stand under the gene's other name (`mmpR5` beside `Rv0678`): that spelling is not a record of its own.
  const otherNames = [...new Set(rows.map(({ gene }) => gene))].filter((name) => name !== catalogueName);
  const conflict = hasGradeConflict(variant);
  return {
    record_id: id,
    type: "resistance_variant",
    name: normaliseLine(`${catalogueName} ${mutation} (${drug})`),
    url: client.humanUrl("mutations.csv", rows[0]?.line ?? null),
    licence: licenceOf(rows),
    from,
    flags: [
      ...flags,
      ...(conflict ? ["grade_conflict"] : []),
      ...(rows.some(({ grade }) => grade === null) ? ["unknown_grade"] : []),
      ...(isReadable(mutation) ? [] : ["unreadable_mutation"]),
    ],
    also: [id.slice(0, id.lastIndexOf(":")), ...otherNames.map((name) => variantId(name, mutation, drug))],
    detail: {
      gene: catalogueName,
      locus_tag: locusTag,
      mutation,
      drug,
      grade: conflict ? null : (rows[0]?.grade ?? null),
      associated: isAssociatedVariant(variant),
      rows: rows.map(sourceRow),
    },
  };
}

const sourceRow = (row: CatalogueRow): z.infer<typeof SourceRow> => ({
  original_mutation: row.originalMutation,
  type: row.type,
  grade: row.grade,
  grade_raw: row.gradeRaw,
  source: row.source === null ? null : normaliseLine(row.source),
  comment: row.comment === null ? null : normaliseLine(row.comment),
});
