import { z } from "zod";
import { defineTool } from "../../kit/tool.ts";
import type { TbdbClient } from "../client.ts";
import { GENE_STATUS, GradingCounts, judgeGene } from "../gene-status.ts";
import { isCovered, refFacts, settleRef } from "../identity.ts";
import { licenceOf } from "../licences.ts";
import { organismInput } from "../names.ts";
import { SHARED_NOTES } from "../notes.ts";
import { catalogueGenes } from "../placed-catalogue.ts";
import { geneNamed, rowsOfGene } from "../variants.ts";

const CatalogueGene = z.strictObject({
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

export const listGenes = (client: TbdbClient) =>
  defineTool({
    name: "list_genes",
    title: "Genes of the resistance catalogue",
    description:
      "Every gene that the catalogue assessed, with its status, drugs and number of rows per grade. Trap: most of them have no " +
      "variant that is associated with resistance; a gene that is not listed was never assessed. Pace: one upstream file a second.",
    input: z.strictObject({
      organism: organismInput(),
      limit: z.int().min(1).max(2000).default(200).describe("Records on a page"),
    }),
    list: true,
    resolved: {
      ...refFacts,
      genes_associated: z.int().optional(),
      genes_assessed_none_associated: z.int().optional(),
      catalogue_rows_rejected: z.int().optional(),
    },
    detail: CatalogueGene,
    notes: {
      ...SHARED_NOTES,
      gene_not_in_annotation:
        "A gene name of the catalogue is unknown to the annotation of the same ref; it is listed as written.",
      unknown_grade:
        "Rows of a gene have a grade whose wording is not known; they are counted as unknown, never as associated.",
      rows_rejected: "Some rows of the catalogue could not be read; counts may be too low.",
    },
    untrusted: [
      "records[].name",
      "records[].detail.catalogue_name",
      "records[].detail.symbol",
      "records[].detail.drugs[]",
      "records[].detail.assessed_drugs[]",
    ],
    async run({ organism }, call, answer) {
      settleRef(client, answer);
      if (!isCovered(organism, answer)) return "not_covered";
      const annotation = await client.annotation(call);
      const catalogue = await client.catalogue(call);
      const index = annotation.value.genes;
      const known = catalogueGenes(catalogue.value, index).map((gene) => ({
        gene,
        ...(rowsOfGene(catalogue.value, index, gene) ?? { names: [], catalogueName: gene.locusTag, rows: [] }),
      }));
      const unknown = [...catalogue.value.byGene]
        .filter(([name]) => geneNamed(index, name) === null)
        .map(([catalogueName, rows]) => ({ gene: null, names: [], catalogueName, rows }));
      const records = [...known, ...unknown].map(({ gene, names, catalogueName, rows }) => {
        const verdict = judgeGene(rows);
        const id = `tbdb:${gene?.locusTag ?? catalogueName.replace(/[^\w.'()-]/g, "_").slice(0, 60)}`;
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
          also: names.filter((name) => name !== gene?.locusTag).map((name) => `tbdb:${name}`),
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
      const rejected = catalogue.value.rejected.length;
      if (rejected > 0) answer.note("rows_rejected");
      answer.settle({
        matched_by: "all",
        genes_associated: records.filter(({ detail }) => detail.status === "associated").length,
        genes_assessed_none_associated: records.filter(({ detail }) => detail.status !== "associated").length,
        catalogue_rows_rejected: rejected,
      });
      records.sort((a, b) => (a.record_id < b.record_id ? -1 : 1));
      return answer.list(records, "none_on_record");
    },
  });
