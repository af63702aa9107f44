import { z } from "zod";
import type { Answer } from "../kit/answer.ts";
import type { Call } from "../kit/call.ts";
import type { Exchange } from "../kit/upstream/upstream.ts";
import type { AnnotationFile, Loaded, TbdbClient } from "./client.ts";
import { isSameDrug } from "./drugs.ts";
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

export const epistasisResolved = {
  epistasis_rules: z
    .array(EpistasisFact)
    .optional()
    .describe("Rules that a gene asked for takes part in, on either side"),
};

export const EPISTASIS_NOTES = {
  epistasis:
    "A record's resistance is cancelled when another gene (or the same) is lost: see resolved.epistasis_rules before calling it.",
  epistasis_rules: "An epistasis rule of the catalogue touches the gene: see resolved.epistasis_rules.",
  no_rules_file:
    "This ref holds no epistasis rules: it does not say whether the loss of another gene cancels the resistance of a record.",
  rules_missing:
    "The epistasis rules could not be read: the records are complete, but another gene's loss may cancel some of them.",
} as const;

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

export interface StatedRules {
  /** Rules in which one of the genes takes part, on either side. */
  readonly facts: readonly EpistasisFact[];
  /** The exchange behind them, or none when no rule touches the genes. */
  readonly from: readonly Exchange[];
}

/**
 * Reads the rules and states those that touch the genes. When they fail, `listWithout` keeps what is confirmed and a note
 * says what is missing.
 */
export async function stateRules(
  client: TbdbClient,
  annotation: Loaded<AnnotationFile>,
  genes: readonly Gene[],
  call: Call,
  answer: Pick<Answer, "settle" | "note">,
  listWithout: () => void,
): Promise<StatedRules> {
  const rules = await client.rules(call).catch((fault: unknown) => {
    answer.note("rules_missing");
    listWithout();
    throw fault;
  });
  if (rules.value === null) answer.note("no_rules_file");
  const loci = new Set<string | null>(genes.map(({ locusTag }) => locusTag));
  const facts = epistasisFacts(rules.value?.epistasis ?? [], annotation.value.genes).filter(
    ({ source_locus, target_locus }) => loci.has(source_locus) || loci.has(target_locus),
  );
  answer.settle({ epistasis_rules: facts });
  if (facts.length === 0) return { facts, from: [] };
  answer.note(
    "epistasis_rules",
    `${facts.length} epistasis rules of the catalogue apply: a loss-of-function variant of the source gene cancels resistance by variants of the target gene to the drugs named in resolved.epistasis_rules.`,
  );
  return { facts, from: [rules.exchange] };
}

const CANCELLED: readonly string[] = ["epistasis"];
const NONE: readonly string[] = [];

/** The flag of a record whose resistance a rule cancels. */
export const epistasisFlags = (
  facts: readonly EpistasisFact[],
  { locusTag }: Pick<Gene, "locusTag">,
  drug: string,
): readonly string[] =>
  facts.some(({ target_locus, drugs }) => target_locus === locusTag && drugs.some((named) => isSameDrug(named, drug)))
    ? CANCELLED
    : NONE;
