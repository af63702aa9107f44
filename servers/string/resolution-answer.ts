import type { Answer } from "../kit/answer.ts";
import type { Candidate } from "../kit/envelope/envelope.ts";
import { OFFERS_PER_NAME } from "./client.ts";
import { displayName, type Match, type MatchedBy } from "./match.ts";

/** Notes on how a name was resolved, shared by every tool that takes names. */
export const RESOLUTION_NOTES = {
  synonym_match:
    "STRING offered one protein for a name that is neither its id, locus tag nor preferred name; check that it is the one meant.",
  species_from_id: "The taxon of a full STRING id was used in place of species.",
  unknown_name: "STRING does not know this name in this species; that says nothing about the gene or its interactions.",
  several_candidates: `Several proteins fit this name and none was chosen; ask again with one of the candidate ids. STRING was asked for at most ${OFFERS_PER_NAME}.`,
  other_species: "STRING offered proteins of another species; they were left out.",
  other_locus_tag:
    "STRING offered a gene whose locus tag differs from the asked one by its final letter; that is another gene and was not taken.",
} as const;

export const OTHER_LOCUS_TAG = "locus tag differs from the asked one by its final letter";

const WHY: Readonly<Record<MatchedBy, string>> = {
  string_id: "has this id",
  locus_tag: "has this locus tag",
  preferred_name: "has this preferred name",
  synonym: "offered by STRING for this name",
};

/** Candidates of an ambiguous name; `of` names the argument in batches (`names[3]`). */
export const candidatesOf = (match: Extract<Match, { kind: "several" }>, of?: string): Candidate[] =>
  match.proteins.map((row) => ({
    id: row.id,
    name: displayName(row.preferredName, row.id),
    why: of === undefined ? WHY[match.by] : `${of}: ${WHY[match.by]}`,
  }));

/** Notes and refusals that follow from one match; the caller settles identifiers and outcome. */
export function noteMatch(answer: Pick<Answer, "note" | "refused">, match: Match, foreign: number): void {
  if (foreign > 0) answer.note("other_species");
  if (match.kind === "several") answer.note("several_candidates");
  if (match.kind === "one" && match.matchedBy === "synonym") answer.note("synonym_match");
  if (match.kind === "none") {
    answer.note("unknown_name");
    if (match.neighbour !== null) {
      answer.note("other_locus_tag");
      answer.refused.push({ value: match.neighbour.id, reason: OTHER_LOCUS_TAG });
    }
  }
}
