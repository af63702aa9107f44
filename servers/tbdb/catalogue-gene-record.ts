import { z } from "zod";
import type { RecordDraft } from "../kit/answer.ts";
import type { Catalogue } from "./catalogue.ts";
import type { AnnotationFile, Loaded, TbdbClient } from "./client.ts";
import { GENE_STATUS, GradingCounts } from "./gene-status.ts";
import { licenceOf } from "./licences.ts";

export const CatalogueGene = z.strictObject({
  locus_tag: z.string().nullable().describe("Null: the annotation does not know the catalogue's name"),
  symbol: z.string().nullable(),
  catalogue_name: z.string(),
  start: z.int().nullable().describe("1-based, inclusive, on H37Rv"),
  end: z.int().nullable(),
  strand: z.enum(["+", "-"]).nullable(),
  status: z.enum(GENE_STATUS),
  drugs: z.array(z.string()).describe("Drugs with an associated variant"),
  assessed_drugs: z.array(z.string()),
  variants_in_catalogue: z.int(),
  associated_variants: z.int(),
  grading_counts: GradingCounts,
});

export type CatalogueGene = z.infer<typeof CatalogueGene>;

/** Notes that the records' flags stand for. */
export const GENE_NOTES = {
  gene_not_in_annotation:
    "A gene name of the catalogue is unknown to the annotation of the same ref; it is listed as written.",
  unknown_grade:
    "Rows of a gene have a grade whose wording is not known; they are counted as unknown, never as associated.",
} as const;

/** Every gene that the catalogue speaks of, by record id; a name that the annotation does not know stands as written. */
export function catalogueGeneRecords(
  client: TbdbClient,
  catalogue: Loaded<Catalogue>,
  annotation: Loaded<AnnotationFile>,
): RecordDraft<CatalogueGene>[] {
  const { genes } = client.assessed(catalogue, annotation);
  const records = genes.map(({ gene, names, catalogueName, rows, verdict }) => {
    const id = `tbdb:${gene?.locusTag ?? catalogueName}`;
    return {
      record_id: id,
      type: "catalogue_gene",
      name: gene?.symbol ?? catalogueName,
      url: client.humanUrl("mutations.csv", rows[0]?.line ?? null),
      licence: licenceOf(rows),
      from: [catalogue.exchange, annotation.exchange],
      flags: [
        ...(gene === null ? ["gene_not_in_annotation"] : []),
        ...((verdict.gradingCounts.unknown ?? 0) > 0 ? ["unknown_grade"] : []),
      ],
      also: names.filter((name) => gene !== null && name !== gene.locusTag).map((name) => `tbdb:${name}`),
      detail: {
        locus_tag: gene?.locusTag ?? null,
        symbol: gene?.symbol ?? null,
        catalogue_name: catalogueName,
        start: gene?.start ?? null,
        end: gene?.end ?? null,
        strand: gene?.strand ?? null,
        status: verdict.status,
        drugs: [...verdict.drugs],
        assessed_drugs: [...verdict.assessedDrugs],
        variants_in_catalogue: verdict.variants.length,
        associated_variants: verdict.associatedVariants,
        grading_counts: { ...verdict.gradingCounts },
      },
    };
  });
  return records.sort((a, b) => (a.record_id < b.record_id ? -1 : 1));
}
