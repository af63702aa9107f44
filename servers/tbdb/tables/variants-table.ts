import { defineTable } from "../../kit/table/table.ts";
import type { TableRow } from "../../kit/table/table-row.ts";
import { normaliseLine } from "../../kit/text.ts";
import type { Catalogue, CatalogueRow } from "../catalogue.ts";
import { GENE_NOTES } from "../catalogue-gene-record.ts";
import type { TbdbClient } from "../client.ts";
import type { Gene, GeneIndex } from "../genes.ts";
import { settleRef } from "../identity.ts";
import { licenceOf } from "../licences.ts";
import { SHARED_NOTES } from "../notes.ts";
import { VARIANT_NOTES, variantId } from "../variant-record.ts";
import { geneNamed } from "../variants.ts";

export const variantsTable = (client: TbdbClient) =>
  defineTable({
    name: "variants",
    title: "The whole resistance catalogue",
    description:
      "Every row of the catalogue in file order: all genes, drugs, grades and origins. Most rows are graded uncertain; a gene without a row was never assessed.",
    columns: [
      { name: "gene", description: "Gene as the row names it", repeats: true },
      {
        name: "locus_tag",
        description: "Null: the annotation does not know the name, or several genes by it",
        repeats: true,
      },
      { name: "mutation", description: "HGVS, or a consequence rule" },
      { name: "drug", description: "Drug as the catalogue names it", repeats: true },
      { name: "type", description: "How the library uses the row; never its grade", repeats: true },
      { name: "original_mutation", description: "As the row's source wrote it" },
      { name: "grade", description: "Null: the wording is no known grade, see grade_raw", repeats: true },
      { name: "grade_raw", description: "The cell of the file", repeats: true },
      {
        name: "source",
        description: "Where the row comes from; null: this layout of the file does not say",
        repeats: true,
      },
      { name: "comment", description: "Remark of the catalogue", repeats: true },
    ],
    facts: ["tbdb_ref", "catalogue_rows_rejected"],
    notes: {
      moving_ref: SHARED_NOTES.moving_ref,
      unknown_grade: VARIANT_NOTES.unknown_grade,
      gene_not_in_annotation: GENE_NOTES.gene_not_in_annotation,
      rows_rejected: "Some rows of the catalogue could not be read; a missing variant may be among them.",
    },
    untrusted: ["gene", "mutation", "drug", "type", "original_mutation", "grade_raw", "source", "comment"],
    async run(_parameters, call, answer) {
      settleRef(client, answer);
      const annotation = await client.annotation(call);
      const catalogue = await client.catalogue(call);
      const rejected = catalogue.value.rejected.length;
      answer.settle({ catalogue_rows_rejected: rejected });
      if (rejected > 0) answer.note("rows_rejected");
      const { rows, unknownGrade, unknownGene } = tableRows(catalogue.value, annotation.value.genes);
      if (unknownGrade) answer.note("unknown_grade");
      if (unknownGene) answer.note("gene_not_in_annotation");
      answer.rows = rows;
      return "found";
    },
  });

interface WholeCatalogue {
  readonly rows: readonly TableRow[];
  readonly unknownGrade: boolean;
  readonly unknownGene: boolean;
}

function tableRows(catalogue: Catalogue, genes: GeneIndex): WholeCatalogue {
  // A gene's first name stands in the ids of all its rows, as in the tools.
  const firstNames = new Map<Gene, string>();
  const rows: { readonly line: number; readonly cells: TableRow }[] = [];
  let [unknownGrade, unknownGene] = [false, false];
  for (const [name, held] of catalogue.byGene) {
    const gene = geneNamed(genes, name);
    if (gene !== null && !firstNames.has(gene)) firstNames.set(gene, name);
    const catalogueName = (gene === null ? undefined : firstNames.get(gene)) ?? name;
    unknownGene ||= gene === null;
    for (const row of held) {
      unknownGrade ||= row.grade === null;
      rows.push({ line: row.line, cells: cellsOf(row, catalogueName, gene) });
    }
  }
  return { rows: rows.sort((a, b) => a.line - b.line).map(({ cells }) => cells), unknownGrade, unknownGene };
}

const cellsOf = (row: CatalogueRow, catalogueName: string, gene: Gene | null): TableRow => [
  variantId(catalogueName, row.mutation, row.drug),
  licenceOf([row]),
  row.gene,
  gene?.locusTag ?? null,
  row.mutation,
  row.drug,
  row.type,
  row.originalMutation,
  row.grade,
  row.gradeRaw,
  row.source === null ? null : normaliseLine(row.source),
  row.comment === null ? null : normaliseLine(row.comment),
];
