import { z } from "zod";
import type { RecordDraft } from "../kit/answer.ts";
import { normaliseLine } from "../kit/text.ts";
import type { Exchange } from "../kit/upstream/upstream.ts";
import type { CatalogueRow } from "./catalogue.ts";
import type { TbdbClient } from "./client.ts";
import { GRADES } from "./grades.ts";
import { idPart } from "./id-part.ts";
import { licenceOf } from "./licences.ts";
import { hasGradeConflict, isAssociatedVariant, isReadableVariant, type Variant } from "./variants.ts";

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
  // A row is the file's own, cell by cell.
  "records[].detail.rows[]",
] as const;

export interface VariantContext {
  readonly client: TbdbClient;
  readonly catalogueName: string;
  readonly locusTag: string;
  readonly from: readonly Exchange[];
}

/** `record_id` may have 200 characters; gene and drug names stay below 60 together. */
const MUTATION_ROOM = 120;
const NO_FLAGS: readonly string[] = [];

/** `tbdb:<gene>:<mutation>:<drug>`, stable across runs; `detail` has the full texts. */
export function variantId(gene: string, mutation: string, drug: string): string {
  return `tbdb:${idPart(gene, 40)}:${idPart(mutation, MUTATION_ROOM)}:${idPart(drug, 30)}`;
}

/**
 * One record per mutation and drug; `flags` come from the question asked, the rest from the rows themselves. A gene may
 * have thousands, of which one page is shown: all but the id is written out when it is read.
 */
export class VariantRecord implements RecordDraft<VariantDetail> {
  readonly record_id: string;
  readonly #context: VariantContext;
  readonly #variant: Variant;
  readonly #flags: readonly string[];

  constructor(context: VariantContext, variant: Variant, flags: readonly string[] = NO_FLAGS) {
    this.record_id = variantId(context.catalogueName, variant.mutation, variant.drug);
    this.#context = context;
    this.#variant = variant;
    this.#flags = flags;
  }

  get type(): string {
    return "resistance_variant";
  }

  get name(): string {
    const { mutation, drug } = this.#variant;
    return normaliseLine(`${this.#context.catalogueName} ${mutation} (${drug})`);
  }

  get url(): string {
    return this.#context.client.humanUrl("mutations.csv", this.#variant.rows[0]?.line ?? null);
  }

  get licence(): string {
    return licenceOf(this.#variant.rows);
  }

  get from(): readonly Exchange[] {
    return this.#context.from;
  }

  get flags(): readonly string[] {
    return [
      ...this.#flags,
      ...(hasGradeConflict(this.#variant) ? ["grade_conflict"] : []),
      ...(this.#variant.rows.some(({ grade }) => grade === null) ? ["unknown_grade"] : []),
      ...(isReadableVariant(this.#variant) ? [] : ["unreadable_mutation"]),
    ];
  }

  get also(): readonly string[] {
    const { mutation, drug, rows } = this.#variant;
    // A row may stand under the gene's other name (`mmpR5` beside `Rv0678`): that spelling is no record of its own.
    const otherNames = [...new Set(rows.map(({ gene }) => gene))].filter(
      (name) => name !== this.#context.catalogueName,
    );
    const withoutDrug = this.record_id.slice(0, this.record_id.lastIndexOf(":"));
    return [withoutDrug, ...otherNames.map((name) => variantId(name, mutation, drug))];
  }

  get detail(): VariantDetail {
    const { mutation, drug, rows } = this.#variant;
    return {
      gene: this.#context.catalogueName,
      locus_tag: this.#context.locusTag,
      mutation,
      drug,
      grade: hasGradeConflict(this.#variant) ? null : (rows[0]?.grade ?? null),
      associated: isAssociatedVariant(this.#variant),
      rows: rows.map(sourceRow),
    };
  }
}

const sourceRow = (row: CatalogueRow): z.infer<typeof SourceRow> => ({
  original_mutation: row.originalMutation,
  type: row.type,
  grade: row.grade,
  grade_raw: row.gradeRaw,
  source: row.source === null ? null : normaliseLine(row.source),
  comment: row.comment === null ? null : normaliseLine(row.comment),
});
