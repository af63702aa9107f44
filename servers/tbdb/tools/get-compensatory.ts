import { z } from "zod";
import { defineTool } from "../../kit/tool.ts";
import type { Exchange } from "../../kit/upstream/upstream.ts";
import type { TbdbClient } from "../client.ts";
import { isSameDrug } from "../drugs.ts";
import { EPISTASIS_NOTES, type EpistasisFact, epistasisFlags, epistasisResolved, stateRules } from "../epistasis.ts";
import { GENE_STATUS, judgeGene } from "../gene-status.ts";
import { findGene, geneFacts, isCovered, settleRef } from "../identity.ts";
import { knownDrug } from "../known-drug.ts";
import { geneInput, name, organismInput } from "../names.ts";
import { SHARED_NOTES } from "../notes.ts";
import { VARIANT_NOTES, VARIANT_UNTRUSTED, VariantDetail, VariantRecord } from "../variant-record.ts";
import type { Variant } from "../variants.ts";

const SAYS_COMPENSATORY = /\bcompensat/i;
const DENIES_IT = /\b(?:not?|non|never|without)[\s-]+(?:\w+\s+)?compensat/i;

const isCalledCompensatory = ({ rows }: Variant): boolean =>
  rows.some(({ comment }) => comment !== null && SAYS_COMPENSATORY.test(comment) && !DENIES_IT.test(comment));

export const getCompensatory = (client: TbdbClient) =>
  defineTool({
    name: "get_compensatory",
    title: "Variants called compensatory",
    description:
      "Catalogue variants of one gene whose comment calls them compensatory (said to restore the fitness that resistance costs), whatever their grade (they are mostly graded " +
      "uncertain). Trap: this is a remark in a comment, not a grade; few variants carry one. Pace: one upstream file a second.",
    input: z.strictObject({
      gene: geneInput(),
      drug: name().optional().describe("Drug of the catalogue, any spelling: rifampicin"),
      organism: organismInput(),
      limit: z.int().min(1).max(2000).default(100).describe("Records on a page"),
    }),
    list: true,
    sent: { drug_used: z.string().optional() },
    resolved: {
      ...geneFacts,
      catalogue_name: z.string().optional(),
      status: z.enum(GENE_STATUS).optional().describe("Of the gene's resistance, whatever its remarks"),
      variants_in_catalogue: z.int().optional(),
      ...epistasisResolved,
    },
    detail: VariantDetail,
    notes: {
      ...SHARED_NOTES,
      ...VARIANT_NOTES,
      ...EPISTASIS_NOTES,
      remark_only: "Compensation is a remark in a comment of the catalogue, not a grade; the grade stands beside it.",
      no_remark:
        "No comment on this gene speaks of compensation; most variants carry no comment, so this is no evidence against it.",
      not_in_catalogue: "The gene has no row in this catalogue: it was never assessed, which is not a negative.",
    },
    untrusted: [...VARIANT_UNTRUSTED, "resolved.catalogue_name", "resolved.symbol", "resolved.epistasis_rules[]"],
    async run({ gene: geneName, drug: askedDrug, organism }, call, answer) {
      settleRef(client, answer);
      if (!isCovered(organism, answer)) return "not_covered";
      const drug = await knownDrug(client, askedDrug, call, answer);
      const found = await findGene(client, geneName, call, answer);
      if (found.gene === null) return found.outcome;
      const { gene, annotation } = found;
      const catalogue = await client.catalogue(call);
      const held = client.assessed(catalogue, annotation).of(gene);
      const { status, variants } = held?.verdict ?? judgeGene([]);
      answer.settle({ catalogue_name: held?.catalogueName ?? null, status, variants_in_catalogue: variants.length });
      if (held === null) {
        answer.note("not_in_catalogue");
        return "not_covered";
      }
      const called = variants.filter(
        (one) => isCalledCompensatory(one) && (drug === null || isSameDrug(one.drug, drug)),
      );
      answer.note(called.length > 0 ? "remark_only" : "no_remark");
      const list = (rules: readonly EpistasisFact[], from: readonly Exchange[]) => {
        const context = { client, catalogueName: held.catalogueName, locusTag: gene.locusTag, from };
        const records = called.map(
          (variant) => new VariantRecord(context, variant, epistasisFlags(rules, gene, variant.drug)),
        );
        return answer.list(records, "none_on_record");
      };
      const from = [catalogue.exchange, annotation.exchange];
      const rules = await stateRules(client, annotation, [gene], call, answer, () => list([], from));
      return list(rules.facts, [...from, ...rules.from]);
    },
  });
