import type { Answer } from "../kit/answer.ts";
import type { Candidate } from "../kit/envelope/envelope.ts";
import type { Outcome } from "../kit/envelope/outcome.ts";
import type { GeneIndex, Match, MatchedBy } from "./gene-index.ts";
import type { GeneName } from "./gene-name.ts";
import type { Gene } from "./parse/gene-list.ts";

/** What a name means in one organism's gene list. */
export type Resolution =
  | { readonly kind: "gene"; readonly gene: Gene; readonly matchedBy: MatchedBy }
  | { readonly kind: "several"; readonly genes: readonly Gene[]; readonly matchedBy: MatchedBy }
  | {
      readonly kind: "unknown";
      /** `mtu:katG`: the part after the colon is a symbol, so that the whole is no id. */
      readonly symbolAfterColon: boolean;
    };

/** More candidates than this help nobody to choose. */
const MAX_CANDIDATES = 50;

const resolutionOf = ({ matchedBy, genes }: Match): Resolution =>
  genes.length === 1 ? { kind: "gene", gene: genes[0], matchedBy } : { kind: "several", genes, matchedBy };

/** Exact names only: an id with its organism by its locus tag, any other name by locus tag, then by symbol. */
export function resolveInList(name: GeneName, index: GeneIndex): Resolution {
  if (name.kind === "plain") {
    const match = index.find(name.name);
    return match === null ? { kind: "unknown", symbolAfterColon: false } : resolutionOf(match);
  }
  const [first, ...others] = index.withLocusTag(name.locusTag);
  if (first !== undefined) return resolutionOf({ matchedBy: "qualified_id", genes: [first, ...others] });
  return { kind: "unknown", symbolAfterColon: index.find(name.locusTag)?.matchedBy === "symbol" };
}

const WHY = {
  symbol: "has this symbol",
  locus_tag: "has this locus tag, apart from case",
  qualified_id: "has this id, apart from case",
} as const satisfies Record<MatchedBy, string>;

/** The genes that a name could mean. `subject` tells batch inputs apart: a parameter path, never the input's text. */
export const candidatesOf = (genes: readonly Gene[], matchedBy: MatchedBy, subject = ""): readonly Candidate[] =>
  genes.slice(0, MAX_CANDIDATES).map((gene) => ({
    id: gene.id,
    name: gene.product ?? gene.symbols[0] ?? gene.locusTag,
    why: `${subject}${WHY[matchedBy]}`,
  }));

export const UNKNOWN_ORGANISM_NOTE = {
  unknown_organism:
    "KEGG has no gene list for this organism (parameter organism, or the prefix of the id); nothing is said about its genes.",
} as const;

/** Notes on names that led to no gene; every tool that resolves declares them. */
export const RESOLUTION_NOTES = {
  organism_from_id: "The id carries its own organism, which wins over the parameter organism.",
  unknown_gene:
    "KEGG's gene list of the organism holds no gene of this exact name; a typo, an alias that KEGG does not use or another organism look the same, and nothing is said about the gene's pathways.",
  symbol_after_colon:
    "The part after the colon is a gene symbol, not a KEGG id; give the symbol alone, with the parameter organism.",
  ...UNKNOWN_ORGANISM_NOTE,
  ambiguous_name: "Several genes of the organism carry this name; none was chosen. Use a locus tag of the candidates.",
} as const;

/** Puts the reason of an unresolved name into the answer and gives its outcome. */
export function answerUnresolved(
  answer: Pick<Answer, "note" | "settle" | "ambiguous">,
  resolution: Exclude<Resolution, { kind: "gene" }>,
): Outcome {
  if (resolution.kind === "several") {
    answer.note("ambiguous_name");
    answer.settle({ matched_by: resolution.matchedBy });
    return answer.ambiguous(candidatesOf(resolution.genes, resolution.matchedBy));
  }
  answer.note("unknown_gene");
  if (resolution.symbolAfterColon) answer.note("symbol_after_colon");
  return "not_resolved";
}

/** KEGG answered 400 or 404 for the organism's list. */
export function answerUnknownOrganism(answer: Pick<Answer, "note" | "refused">, organism: string): Outcome {
  answer.note("unknown_organism");
  answer.refused.push({ value: organism, reason: "organism: KEGG has no gene list under this code" });
  return "not_resolved";
}
