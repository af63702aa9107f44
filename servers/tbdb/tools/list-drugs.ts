import { z } from "zod";
import { defineTool } from "../../kit/tool.ts";
import type { AssessedDrug } from "../assessed-drugs.ts";
import type { TbdbClient } from "../client.ts";
import { DRUG_STATUS, type DrugStatus, GradingCounts } from "../gene-status.ts";
import { idPart } from "../id-part.ts";
import { isCovered, refFacts, settleRef } from "../identity.ts";
import { LGPL, licenceOf } from "../licences.ts";
import { organismInput } from "../names.ts";
import { SHARED_NOTES } from "../notes.ts";
import { countGrades } from "../variants.ts";

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
      const assessed = client.drugs(catalogue, annotation);
      const records = [...new Set([...listed, ...assessed.keys()])].sort().map((drug) => {
        const held = assessed.get(drug) ?? null;
        const isListed = listed.includes(drug);
        return {
          record_id: `tbdb:drug:${idPart(drug, 60)}`,
          type: "drug",
          name: drug,
          url: client.humanUrl(
            isListed ? "variables.json" : "mutations.csv",
            isListed ? null : (held?.rows[0]?.line ?? null),
          ),
          licence: held === null ? LGPL : licenceOf(held.rows),
          from: [catalogue.exchange, variables.exchange, annotation.exchange],
          flags: [...(isListed ? [] : ["unknown_drug"]), ...(held === null ? ["drug_not_assessed"] : [])],
          detail: {
            drug,
            listed: isListed,
            status: statusOf(held),
            genes: [...(held?.genes ?? [])],
            assessed_genes: [...(held?.assessedGenes ?? [])],
            variants_in_catalogue: held?.variants ?? 0,
            associated_variants: held?.associatedVariants ?? 0,
            grading_counts: { ...(held?.gradingCounts ?? countGrades([])) },
          },
        };
      });
      const rejected = catalogue.value.rejected.length;
      answer.settle({ matched_by: "all", catalogue_rows_rejected: rejected });
      if (rejected > 0) answer.note("rows_rejected");
      return answer.list(records, "none_on_record");
    },
  });

function statusOf(held: AssessedDrug | null): DrugStatus {
  if (held === null) return "not_assessed";
  return held.genes.length > 0 ? "associated" : "assessed_none_associated";
}
