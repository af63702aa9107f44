import { z } from "zod";
import { defineTool } from "../../kit/tool.ts";
import { CatalogueGene, catalogueGeneRecords, GENE_NOTES } from "../catalogue-gene-record.ts";
import type { TbdbClient } from "../client.ts";
import { isCovered, refFacts, settleRef } from "../identity.ts";
import { organismInput } from "../names.ts";
import { SHARED_NOTES } from "../notes.ts";

export const listGenes = (client: TbdbClient) =>
  defineTool({
    name: "list_genes",
    title: "Genes of the resistance catalogue",
    description:
      "Every gene that the catalogue assessed, with its status, drugs and number of rows per grade. Trap: most of them have no " +
      "variant that is associated with resistance; a gene that is not listed was never assessed. Programs: the resource gene-router-table://tbdb/variants has every row. Pace: one upstream file a second.",
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
      ...GENE_NOTES,
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
      const records = catalogueGeneRecords(client, catalogue, annotation);
      const rejected = catalogue.value.rejected.length;
      if (rejected > 0) answer.note("rows_rejected");
      answer.settle({
        matched_by: "all",
        genes_associated: records.filter(({ detail }) => detail.status === "associated").length,
        genes_assessed_none_associated: records.filter(({ detail }) => detail.status !== "associated").length,
        catalogue_rows_rejected: rejected,
      });
      return answer.list(records, "none_on_record");
    },
  });
