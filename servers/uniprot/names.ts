import { normaliseText } from "../kit/text.ts";
import type { RawDescription, RawGene } from "./raw-entry.ts";

/** Names of the gene or genes that one entry stands for; an entry may stand for several identical genes. */
export interface GeneNames {
  readonly primary: readonly string[];
  readonly synonyms: readonly string[];
  readonly orderedLoci: readonly string[];
  readonly orfs: readonly string[];
}

export function parseGeneNames(genes: readonly RawGene[]): GeneNames {
  return {
    primary: distinct(genes.map((gene) => gene.geneName?.value)),
    synonyms: distinct(genes.flatMap((gene) => gene.synonyms.map((name) => name.value))),
    orderedLoci: distinct(genes.flatMap((gene) => gene.orderedLocusNames.map((name) => name.value))),
    orfs: distinct(genes.flatMap((gene) => gene.orfNames.map((name) => name.value))),
  };
}

/**
 * Protein name: recommended, first submitted, first alternative, entry name, accession; the first that holds text.
 * Returned as given; null only when the description names nothing.
 */
export function describedName(description: RawDescription | null | undefined): string | null {
  if (!description) return null;
  const names = [
    description.recommendedName?.fullName?.value,
    ...description.submissionNames.map((name) => name.fullName?.value),
    ...description.alternativeNames.map((name) => name.fullName?.value),
  ];
  return names.find((name) => clean(name) !== "") ?? null;
}

/** EC numbers of the protein's names, of its domains and of its cleavage products, each once, in the order given. */
export function ecNumbersOf(description: RawDescription | null | undefined): string[] {
  if (!description) return [];
  const parts = [description, ...description.includes, ...description.contains];
  const names = [
    ...parts.flatMap((part) => [part.recommendedName, ...part.alternativeNames]),
    ...description.submissionNames,
  ];
  return distinct(names.flatMap((name) => (name?.ecNumbers ?? []).map((ec) => ec.value)));
}

/** Values that hold text, normalised, each once, in the order given. */
export const distinct = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.map(clean).filter((value) => value !== "")),
];

const clean = (value: string | null | undefined): string => normaliseText(value ?? "").text;
