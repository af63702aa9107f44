import { z } from "zod";
import { defineTool } from "../../kit/tool.ts";
import type { Exchange } from "../../kit/upstream/upstream.ts";
import type { TbdbClient } from "../client.ts";
import { type EpistasisFact, epistasisFlags, stateRules } from "../epistasis.ts";
import {
  emptinessOf,
  explainMutation,
  explainSelection,
  RESISTANCE_NOTES,
  settleVerdict,
  variantFacts,
} from "../explain-variants.ts";
import { judgeGene } from "../gene-status.ts";
import { GRADES } from "../grades.ts";
import { findGene, isCovered, settleRef } from "../identity.ts";
import { knownDrug } from "../known-drug.ts";
import { listedElsewhere } from "../listed-elsewhere.ts";
import { geneInput, longName, name, organismInput } from "../names.ts";
import { readMutation } from "../read-mutation.ts";
import { selectVariants, type VariantQuestion } from "../variant-question.ts";
import { VARIANT_UNTRUSTED, VariantDetail, VariantRecord } from "../variant-record.ts";

const input = z.strictObject({
  gene: geneInput(),
  drug: name()
    .optional()
    .describe("Drug of the catalogue, any case, words joined by space, _ or -: isoniazid, para-aminosalicylic acid"),
  mutation: longName()
    .optional()
    .describe("HGVS (p.Ser315Thr, p.S315T, c.-15C>T, n.1401A>G) or LoF; consequence rules that cover it are found too"),
  grades: z
    .union([z.enum(["associated", "all"]), z.array(z.enum(GRADES)).min(1).max(GRADES.length)])
    .default("associated")
    .describe("associated: assoc_w_r and assoc_w_r_interim; all; or a list of grades"),
  sources: z.enum(["all", "who"]).default("all").describe("who: only rows that come from the WHO catalogue"),
  organism: organismInput(),
  limit: z.int().min(1).max(2000).default(100).describe("Records on a page"),
});

export const getResistanceVariants = (client: TbdbClient) =>
  defineTool({
    name: "get_resistance_variants",
    title: "Graded resistance variants of a gene",
    description:
      "Variants of one M. tuberculosis gene with their WHO grades per drug (TB-Profiler library tbdb). By default only variants " +
      "graded as associated with resistance. Traps: most rows are graded uncertain, neither positive nor negative; a gene that " +
      "was never assessed is not_covered, an assessed one without associated variants none_on_record. Pace: one upstream file a second.",
    input,
    list: true,
    sent: { drug_used: z.string().optional(), mutation_used: z.string().optional() },
    resolved: variantFacts,
    detail: VariantDetail,
    notes: RESISTANCE_NOTES,
    untrusted: [
      ...VARIANT_UNTRUSTED,
      "resolved.catalogue_name",
      "resolved.symbol",
      "resolved.drugs[]",
      "resolved.assessed_drugs[]",
      "resolved.epistasis_rules[]",
      "resolved.listed_elsewhere[]",
    ],
    async run({ gene: geneName, drug: askedDrug, mutation, grades, sources, organism }, call, answer) {
      settleRef(client, answer);
      if (!isCovered(organism, answer)) return "not_covered";
      const drug = await knownDrug(client, askedDrug, call, answer);
      const found = await findGene(client, geneName, call, answer);
      if (found.gene === null) return found.outcome;
      const { gene, annotation } = found;
      const catalogue = await client.catalogue(call);
      const held = client.assessed(catalogue, annotation).of(gene);
      const verdict = held?.verdict ?? judgeGene([]);
      settleVerdict(answer, { held, verdict, drug, catalogue: catalogue.value });

      const read = mutation == null ? null : readMutation(mutation, gene);
      if (read !== null) explainMutation(read, answer);
      const question: VariantQuestion = { drug, mutation: read?.text ?? null, grades, sources };
      const selected = selectVariants(verdict.variants, gene, question);
      const isListed = selected.matches.length + selected.otherGrades > 0;
      const elsewhere =
        !read?.isRead || isListed
          ? []
          : listedElsewhere(client.placed(catalogue, annotation), gene, read.text, annotation.value.genes.genomeLength);
      const list = (rules: readonly EpistasisFact[], from: readonly Exchange[]) => {
        const context = { client, catalogueName: held?.catalogueName ?? "", locusTag: gene.locusTag, from };
        const records = selected.matches.map(({ variant, byRule }) => {
          const epistasis = epistasisFlags(rules, gene, variant.drug);
          return new VariantRecord(context, variant, byRule ? ["by_rule", ...epistasis] : epistasis);
        });
        return answer.list(records, emptinessOf(verdict, selected, read));
      };
      const from = [catalogue.exchange, annotation.exchange];
      const rules = await stateRules(client, annotation, [gene], call, answer, () => list([], from));
      explainSelection(answer, { verdict, selected, question, mutation: read, elsewhere });
      return list(rules.facts, [...from, ...rules.from]);
    },
  });
