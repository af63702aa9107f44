import { z } from "zod";
import type { Answer } from "../kit/answer.ts";
import type { Outcome } from "../kit/envelope/outcome.ts";
import type { Catalogue } from "./catalogue.ts";
import { consequencesOf } from "./consequences.ts";
import { EPISTASIS_NOTES, epistasisResolved } from "./epistasis.ts";
import { DRUG_STATUS, drugStatusOf, GENE_STATUS, type GeneVerdict, GradingCounts } from "./gene-status.ts";
import { canonicalMutation, parseHgvs } from "./hgvs.ts";
import { geneFacts } from "./identity.ts";
import { SHARED_NOTES } from "./notes.ts";
import { isOnOtherReference } from "./other-reference.ts";
import type { ReadMutation } from "./read-mutation.ts";
import type { VariantAnswer, VariantQuestion } from "./variant-question.ts";
import { VARIANT_NOTES, type VariantDetail } from "./variant-record.ts";
import type { GeneRows } from "./variants.ts";

/** What `resolved` says of a gene in the catalogue, beside the gene itself. */
export const variantFacts = {
  ...geneFacts,
  catalogue_name: z.string().optional().describe("Gene as the catalogue names it"),
  status: z
    .enum(GENE_STATUS)
    .optional()
    .describe("Over all variants of the gene, whatever the filters; absent = never assessed"),
  resistance_associated: z
    .boolean()
    .optional()
    .describe("Over all variants; null when the gene was never assessed or not found"),
  drug_status: z.enum(DRUG_STATUS).optional().describe("Of the drug asked for, over all variants of the gene"),
  drugs: z.array(z.string()).optional().describe("Drugs with an associated variant"),
  assessed_drugs: z.array(z.string()).optional(),
  variants_in_catalogue: z.int().optional().describe("Mutation and drug pairs of the gene, whatever the filters"),
  associated_variants: z.int().optional(),
  matching_other_grades: z.int().optional().describe("Variants that match everything but the grades asked for"),
  grading_counts: GradingCounts.optional(),
  unreadable_mutations: z.int().optional().describe("Mutations of the gene that are kept as text"),
  listed_elsewhere: z.array(z.string()).optional(),
  uncertain_percent: z.int().optional().describe("Share of uncertain rows in the whole catalogue, per cent, rounded"),
  catalogue_rows_rejected: z.int().optional().describe("Rows of the whole file that could not be read"),
  ...epistasisResolved,
};

export const RESISTANCE_NOTES = {
  ...SHARED_NOTES,
  ...VARIANT_NOTES,
  not_in_catalogue:
    "The gene has no row in this catalogue: it was never assessed, which is not a negative; absent from tbdb is not absent from WHO's catalogue.",
  none_associated:
    "The gene was assessed and no variant of it is graded as associated with resistance; other variants and other mechanisms are not excluded.",
  drug_none_associated:
    "Variants of the gene were assessed for this drug and none is graded as associated; this does not prove susceptibility.",
  drug_not_assessed: "No variant of the gene was assessed for this drug; this is not a negative.",
  mutation_not_listed:
    "The mutation is not in the catalogue for this gene and these filters, and no consequence rule covers it; it was not assessed.",
  ask_by_protein:
    "The catalogue lists a substitution inside a coding gene by its protein change, unless it changes no residue; the codon of the base asked for is named here, and its absence by base says nothing.",
  ask_by_base:
    "The catalogue lists a substitution that changes no residue by its base; its absence by protein says nothing.",
  indel_spelling:
    "An insertion or deletion in a repeat can be described at several places; only the description asked for was looked up, so its absence does not show that it was not assessed.",
  none_selected:
    "The gene has associated variants, but none that these filters select; nothing is said about the others.",
  other_grades: "Variants that match everything else have grades outside the filter.",
  uncertain_rows: "Rows graded uncertain are neither positive nor negative.",
  mutation_unreadable:
    "The mutation asked for has no single reading as HGVS of this gene; it was compared as text only, which is no finding.",
  other_reference:
    "The catalogue states another residue or base at this place: the mutation is numbered on another reference (as E. coli's rpoB) or another strand, so its absence says nothing.",
  listed_elsewhere:
    "Here the catalogue names changes by another gene's numbering; resolved.listed_elsewhere has their ids, which are one finding with the change asked for if it causes them.",
  ...EPISTASIS_NOTES,
  rows_rejected: "Some rows of the catalogue could not be read; a missing variant may be among them.",
} as const;

type Reply = Answer<VariantDetail>;

/** Facts of the gene over all its variants, and the notes that follow from them alone. */
export function settleVerdict(
  answer: Reply,
  facts: { held: GeneRows | null; verdict: GeneVerdict; drug: string | null; catalogue: Catalogue },
): void {
  const { held, verdict, drug, catalogue } = facts;
  const uncertainPercent = Math.round((100 * catalogue.uncertainRows) / catalogue.rows);
  const rejected = catalogue.rejected.length;
  answer.settle({
    catalogue_name: held?.catalogueName ?? null,
    status: verdict.status,
    resistance_associated: held === null ? null : verdict.status === "associated",
    drug_status: drug === null ? null : drugStatusOf(verdict, drug),
    drugs: [...verdict.drugs],
    assessed_drugs: [...verdict.assessedDrugs],
    variants_in_catalogue: verdict.variants.length,
    associated_variants: verdict.associatedVariants,
    grading_counts: { ...verdict.gradingCounts },
    unreadable_mutations: verdict.unreadableMutations,
    uncertain_percent: uncertainPercent,
    catalogue_rows_rejected: rejected,
  });
  const uncertainHere = verdict.gradingCounts.uncertain ?? 0;
  if (uncertainHere > 0) {
    answer.note(
      "uncertain_rows",
      `Graded uncertain, neither positive nor negative: ${uncertainHere} of this gene's ${held?.rows.length ?? 0} rows, and ${uncertainPercent}% of all rows of the catalogue.`,
    );
  }
  if ((verdict.gradingCounts.unknown ?? 0) > 0) answer.note("unknown_grade");
  if (verdict.unreadableMutations > 0) {
    answer.note(
      "unreadable_mutation",
      `${verdict.unreadableMutations} mutations of this gene are not readable as HGVS; they are kept and compared as text.`,
    );
  }
  if (rejected > 0) answer.note("rows_rejected");
}

/** Echoes the mutation in the spelling in which it is compared. */
export function explainMutation({ text, isRead }: ReadMutation, answer: Reply): void {
  answer.echo("mutation_used", canonicalMutation(text));
  if (!isRead) answer.note("mutation_unreadable");
}

/** What an answer without a record means: a mutation that could not be read, or belongs to another reference, is no zero. */
export function emptinessOf(
  { status, variants }: GeneVerdict,
  selected: VariantAnswer,
  mutation: ReadMutation | null,
): Outcome {
  if (status === "absent") return "not_covered";
  const isKnown = mutation === null || selected.otherGrades > 0;
  if (isKnown || (mutation.isRead && !isOnOtherReference(mutation.text, variants))) return "none_on_record";
  return "not_resolved";
}

/** Says what an answer leaves out, and what an empty one does not prove. */
export function explainSelection(
  answer: Reply,
  parts: {
    verdict: GeneVerdict;
    selected: VariantAnswer;
    question: VariantQuestion;
    mutation: ReadMutation | null;
    /** Ids of variants that name the same change by another gene. */
    elsewhere: readonly string[];
  },
): void {
  const { verdict, selected, question, mutation, elsewhere } = parts;
  if (elsewhere.length > 0) {
    answer.settle({ listed_elsewhere: [...elsewhere] });
    answer.note("listed_elsewhere");
  }
  if (verdict.status === "absent") {
    answer.note("not_in_catalogue");
    return;
  }
  answer.settle({ matching_other_grades: selected.otherGrades });
  if (selected.otherGrades > 0 && (question.mutation !== null || selected.matches.length === 0)) {
    answer.note(
      "other_grades",
      `${selected.otherGrades} variants match everything but the grades asked for; ask with grades: all to see them.`,
    );
  }
  if (selected.matches.length > 0) return;
  const drugStatus = question.drug === null ? null : drugStatusOf(verdict, question.drug);
  if (drugStatus === "not_assessed") answer.note("drug_not_assessed");
  else if (drugStatus === "assessed_none_associated") answer.note("drug_none_associated");
  else if (verdict.status === "assessed_none_associated") answer.note("none_associated");
  else answer.note("none_selected");
  if (!mutation?.isRead || selected.otherGrades > 0 || elsewhere.length > 0) return;
  if (isOnOtherReference(mutation.text, verdict.variants)) answer.note("other_reference");
  else explainAbsence(answer, mutation.text);
}

/** One change has several names, and the catalogue has one of them: its absence under another is no finding. */
function explainAbsence(answer: Reply, mutation: string): void {
  const change = parseHgvs(mutation);
  if (change === null) {
    if (consequencesOf(mutation, null).size > 0) answer.note("mutation_not_listed");
    return;
  }
  const isCoding = change.scale === "c" && change.start > 0;
  if (isCoding && change.kind === "substitution") {
    const codon = Math.ceil(change.start / 3);
    answer.note(
      "ask_by_protein",
      `The catalogue lists a substitution inside a coding gene by its protein change, unless it changes no residue: base ${change.start} lies in codon ${codon}, and its absence by base says nothing.`,
    );
  } else if (change.kind === "synonymous") answer.note("ask_by_base");
  else if (["insertion", "deletion", "duplication", "delins", "frameshift"].includes(change.kind))
    answer.note("indel_spelling");
  else answer.note("mutation_not_listed");
}
