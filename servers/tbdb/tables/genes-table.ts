import { defineTable } from "../../kit/table/table.ts";
import { CatalogueGene, catalogueGeneRecords, GENE_NOTES } from "../catalogue-gene-record.ts";
import type { TbdbClient } from "../client.ts";
import { settleRef } from "../identity.ts";
import { SHARED_NOTES } from "../notes.ts";

const FIELDS = Object.keys(CatalogueGene.shape) as (keyof CatalogueGene)[];

export const genesTable = (client: TbdbClient) =>
  defineTable({
    name: "genes",
    title: "Genes of the resistance catalogue",
    description: "Every gene that the catalogue assessed, as list_genes has it: status, drugs, rows per grade.",
    columns: FIELDS.map((name) => ({ name, description: CatalogueGene.shape[name].description ?? "" })),
    facts: ["tbdb_ref", "catalogue_rows_rejected"],
    notes: {
      moving_ref: SHARED_NOTES.moving_ref,
      ...GENE_NOTES,
      rows_rejected: "Some rows of the catalogue could not be read; counts may be too low.",
    },
    untrusted: ["symbol", "catalogue_name", "drugs", "assessed_drugs"],
    async run(_parameters, call, answer) {
      settleRef(client, answer);
      const annotation = await client.annotation(call);
      const catalogue = await client.catalogue(call);
      const rejected = catalogue.value.rejected.length;
      answer.settle({ catalogue_rows_rejected: rejected });
      if (rejected > 0) answer.note("rows_rejected");
      const records = catalogueGeneRecords(client, catalogue, annotation);
      for (const flag of records.flatMap(({ flags = [] }) => flags)) answer.note(flag);
      answer.rows = records.map(({ record_id, licence, detail }) => [
        record_id,
        licence,
        ...FIELDS.map((field) => detail[field]),
      ]);
      return "found";
    },
  });
