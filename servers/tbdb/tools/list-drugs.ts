import { z } from "zod";
import { defineTool } from "../../kit/tool.ts";
import type { CatalogueRow } from "../catalogue.ts";
import type { TbdbClient } from "../client.ts";
import { DRUG_STATUS, GradingCounts, judgeGene } from "../gene-status.ts";
import type { GeneIndex } from "../genes.ts";
import { isCovered, refFacts, settleRef } from "../identity.ts";
import { LGPL, licenceOf } from "../licences.ts";
import { organismInput } from "../names.ts";
import { SHARED_NOTES } from "../notes.ts";
import { countGrades, geneNamed } from "../variants.ts";

const CatalogueDrug = z.strictObject({
  drug: z.string(),
  listed: z.boolean().describe("Named in the drug list of the same ref"),
  status: z.enum(DRUG_STATUS).describe("not_assessed: listed, but the catalogue has no row on it"),
  genes: z.array(z.string()).describe("Locus tags with an associated variant"),
  assessed_genes: z
    .array(z.string())
    .describe("Locus tags with any row; a name that the annotation does not know stands as written"),
  variants_in_catalogue: z.int(),
  associated_variants: z.int(),
  grading_counts: GradingCounts,
});

interface GeneRowsOfDrug {
  readonly locus: string;
  readonly rows: readonly CatalogueRow[];
}

export const listDrugs = (client: TbdbClient) =>
  defineTool({
    name: "list_drugs",
    title: "Drugs of the resistance catalogue",
    description:
      "The drugs of the catalogue, with the genes assessed for each and the number of rows per grade. Trap: a drug may be listed " +
      "and not assessed at all. Pace: one upstream file a second.",
    input: z.strictObject({
      organism: organismInput(),
      limit: z.int().min(1).max(2000).default(200).describe("Records on a page"),
    }),
    list: true,
    resolved: { ...refFacts, catalogue_rows_rejected: z.int().optional() },
    detail: CatalogueDrug,
    notes: {
      ...SHARED_NOTES,
      unknown_drug: "The catalogue has rows on a drug that its own drug list does not name.",
      drug_not_assessed: "A listed drug has no row in the catalogue: it was not assessed, which is not a negative.",
      rows_rejected: "Some rows of the catalogue could not be read; counts may be too low.",
    },
    untrusted: [
      "records[].name",
      "records[].detail.drug",
      "records[].detail.genes[]",
      "records[].detail.assessed_genes[]",
    ],
    async run({ organism }, call, answer) {
      settleRef(client, answer);
      if (!isCovered(organism, answer)) return "not_covered";
      const variables = await client.variables(call);
      const annotation = await client.annotation(call);
      const catalogue = await client.catalogue(call);
      const { drugs: listed } = variables.value;
      const byDrug = rowsByDrug(catalogue.value.byGene, annotation.value.genes);
      const records = [...new Set([...listed, ...byDrug.keys()])].sort().map((drug) => {
        const genes = byDrug.get(drug) ?? [];
        const rows = genes.flatMap((gene) => gene.rows);
        const verdicts = genes.map(({ locus, rows: own }) => ({ locus, ...judgeGene(own) }));
        const associated = verdicts.filter(({ status }) => status === "associated");
        const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
        const isListed = listed.includes(drug);
        return {
          record_id: `tbdb:drug:${drug.replace(/[^\w.-]/g, "_").slice(0, 60)}`,
          type: "drug",
          name: drug,
          url: client.humanUrl(
            isListed ? "variables.json" : "mutations.csv",
            isListed ? null : (rows[0]?.line ?? null),
          ),
          licence: rows.length === 0 ? LGPL : licenceOf(rows),
          from: [catalogue.exchange, variables.exchange, annotation.exchange],
          flags: [...(isListed ? [] : ["unknown_drug"]), ...(rows.length === 0 ? ["drug_not_assessed"] : [])],
          detail: {
            drug,
            listed: isListed,
            status:
              rows.length === 0
                ? ("not_assessed" as const)
                : associated.length > 0
                  ? ("associated" as const)
                  : ("assessed_none_associated" as const),
            genes: associated.map(({ locus }) => locus).sort(),
            assessed_genes: verdicts.map(({ locus }) => locus).sort(),
            variants_in_catalogue: sum(verdicts.map(({ variants }) => variants.length)),
            associated_variants: sum(verdicts.map(({ associatedVariants }) => associatedVariants)),
            grading_counts: countGrades(rows),
          },
        };
      });
      const rejected = catalogue.value.rejected.length;
      answer.settle({ matched_by: "all", catalogue_rows_rejected: rejected });
      if (rejected > 0) answer.note("rows_rejected");
      return answer.list(records, "none_on_record");
    },
  });

/** Rows of each drug by locus, two names of one gene together. */
function rowsByDrug(
  byGene: ReadonlyMap<string, readonly CatalogueRow[]>,
  genes: GeneIndex,
): ReadonlyMap<string, readonly GeneRowsOfDrug[]> {
  const byDrug = new Map<string, Map<string, CatalogueRow[]>>();
  for (const [name, rows] of byGene) {
    const locus = geneNamed(genes, name)?.locusTag ?? name;
    for (const row of rows) {
      const loci = byDrug.get(row.drug) ?? new Map<string, CatalogueRow[]>();
      byDrug.set(row.drug, loci);
      const held = loci.get(locus);
      if (held === undefined) loci.set(locus, [row]);
      else held.push(row);
    }
  }
  return new Map([...byDrug].map(([drug, loci]) => [drug, [...loci].map(([locus, rows]) => ({ locus, rows }))]));
}
