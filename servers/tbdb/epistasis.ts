import { z } from "zod";
import type { Gene, GeneIndex } from "./genes.ts";
import type { EpistasisRule } from "./rules.ts";

export const EpistasisFact = z.strictObject({
  rule: z.string(),
  source_gene: z.string().describe("Gene whose loss cancels the resistance"),
  source_locus: z.string().nullable(),
  source_type: z.string().describe("Consequence of the source variant, e.g. LoF"),
  target_gene: z.string().describe("Gene whose variants then no longer mean resistance"),
  target_locus: z.string().nullable(),
  drugs: z.array(z.string()),
});

export type EpistasisFact = z.infer<typeof EpistasisFact>;

/** The rules with their genes as loci; null for a gene that the annotation does not know. */
export const epistasisFacts = (rules: readonly EpistasisRule[], genes: GeneIndex): EpistasisFact[] =>
  rules.map((rule) => ({
    rule: rule.rule,
    source_gene: rule.sourceGene,
    source_locus: locusOf(rule.sourceGene, genes),
    source_type: rule.sourceType,
    target_gene: rule.targetGene,
    target_locus: locusOf(rule.targetGene, genes),
    drugs: [...rule.drugs],
  }));

function locusOf(name: string, genes: GeneIndex): string | null {
  const hits = genes.resolve(name).genes;
  return hits.length === 1 ? hits[0]!.locusTag : null;
}

/** Rules in which a gene takes part on either side. */
export const touching = (facts: readonly EpistasisFact[], { locusTag }: Gene): EpistasisFact[] =>
  facts.filter(({ source_locus, target_locus }) => source_locus === locusTag || target_locus === locusTag);

/** Does one of the rules cancel this gene's resistance to a drug? */
export const cancels = (facts: readonly EpistasisFact[], { locusTag }: Gene, drug: string): boolean =>
  facts.some(({ target_locus, drugs }) => target_locus === locusTag && drugs.includes(drug));
