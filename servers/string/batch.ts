import { z } from "zod";
import type { Answer } from "../kit/answer.ts";
import type { Call } from "../kit/call.ts";
import type { Item } from "../kit/envelope/envelope.ts";
import type { Outcome } from "../kit/envelope/outcome.ts";
import { BadInput, Fault } from "../kit/fault.ts";
import { nameProblem, type Species, speciesUsed } from "./arguments.ts";
import type { StringClient } from "./client.ts";
import type { IdentityRow } from "./parse.ts";
import { candidatesOf, noteMatch, OTHER_LOCUS_TAG } from "./resolution-answer.ts";
import { bySpecies, type Resolution, resolveNames } from "./resolve.ts";

/** What became of one distinct input of a batch. */
export type BatchEntry =
  | { readonly input: string; readonly state: "refused"; readonly reason: string }
  | { readonly input: string; readonly state: "failed" }
  | { readonly input: string; readonly state: "asked"; readonly resolution: Resolution };

export interface Resolved {
  readonly protein: IdentityRow;
  readonly resolution: Resolution;
  readonly bySynonym: boolean;
}

/** One species, or the list of them where full ids name several. */
export const batchSpeciesUsed = z.union([speciesUsed, z.array(speciesUsed)]);

export interface BatchAsk {
  readonly names: readonly string[];
  readonly species: Species;
  /** Name of the list argument. */
  readonly param: string;
}

/**
 * Resolves a list of names, one request a species. Notes, refusals and candidates go into the answer; a failed request
 * is kept there too (the call is then `upstream_failed`) and leaves the other species' names standing.
 *
 * @throws BadInput when no name of the list is well formed
 */
export async function resolveBatch(
  client: StringClient,
  ask: BatchAsk,
  call: Call,
  answer: Pick<Answer, "echo" | "note" | "failed" | "refused" | "candidates">,
): Promise<readonly BatchEntry[]> {
  const inputs = [...new Set(ask.names)];
  const problems = new Map(inputs.flatMap((name) => (nameProblem(name) === null ? [] : [[name, nameProblem(name)!]])));
  const wellFormed = inputs.filter((name) => !problems.has(name));
  if (wellFormed.length === 0) throw allRefused(ask, problems);

  const groups = bySpecies(wellFormed, ask.species);
  const used = [...groups.keys()];
  answer.echo("species_used", used.length === 1 ? used[0] : used);
  if (used.some((species) => String(species) !== String(ask.species))) answer.note("species_from_id");

  const resolutions = new Map<string, Resolution>();
  for (const [species, names] of groups) {
    try {
      for (const resolution of await resolveNames(client, { names, species, blame: "species" }, call)) {
        resolutions.set(resolution.name, resolution);
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      answer.failed(error);
    }
  }
  return inputs.map((input): BatchEntry => {
    const problem = problems.get(input);
    const resolution = resolutions.get(input);
    if (problem !== undefined) {
      answer.refused.push({ value: input, reason: problem });
      return { input, state: "refused", reason: problem };
    }
    if (resolution === undefined) return { input, state: "failed" };
    noteMatch(answer, resolution.match, resolution.foreign);
    if (resolution.match.kind === "several") {
      answer.candidates.push(...candidatesOf(resolution.match, `${ask.param}[${ask.names.indexOf(input)}]`));
    }
    return { input, state: "asked", resolution };
  });
}

/**
 * For questions that hold within one species: refuses a list whose names are to be looked for in several.
 *
 * @throws BadInput naming the list argument
 */
export function refuseMixedSpecies({ names, species, param }: BatchAsk): void {
  const wellFormed = names.filter((name) => nameProblem(name) === null);
  if (bySpecies(wellFormed, species).size <= 1) return;
  throw BadInput.of(
    "invalid_argument",
    `${param} must belong to one species; full STRING ids carry their own taxon, other names are looked for in species`,
    param,
  );
}

const allRefused = ({ names, param }: BatchAsk, problems: ReadonlyMap<string, string>): BadInput =>
  new BadInput(
    names.map((name, index) => {
      const at = `${param}[${index}]`;
      return new Fault("invalid_argument", `${at} ${problems.get(name)}`, { param: at });
    }),
  );

/** The distinct proteins that a batch resolved to, in order of first use. */
export function resolvedProteins(entries: readonly BatchEntry[]): ReadonlyMap<string, Resolved> {
  const proteins = new Map<string, Resolved>();
  for (const entry of entries) {
    if (entry.state !== "asked" || entry.resolution.match.kind !== "one") continue;
    const { protein, matchedBy } = entry.resolution.match;
    const bySynonym = matchedBy === "synonym" || (proteins.get(protein.id)?.bySynonym ?? false);
    const first = proteins.get(protein.id)?.resolution ?? entry.resolution;
    proteins.set(protein.id, { protein, resolution: first, bySynonym });
  }
  return proteins;
}

/** One item an input. `recordsOf` gives outcome and record ids of a resolved protein. */
export function itemsOf(
  entries: readonly BatchEntry[],
  recordsOf: (proteinId: string) => { readonly outcome: Outcome; readonly record_ids: readonly string[] },
): Item[] {
  return entries.map((entry): Item => {
    const { input } = entry;
    const blank = { input, resolved_to: null, record_ids: [] };
    if (entry.state === "refused") return { ...blank, outcome: "bad_input", reason: entry.reason };
    if (entry.state === "failed") return { ...blank, outcome: "upstream_failed", reason: "the request failed" };
    const { match } = entry.resolution;
    if (match.kind === "several") {
      const reason = `${match.proteins.length} candidates, listed in resolved.candidates`;
      return { ...blank, outcome: "ambiguous", reason };
    }
    if (match.kind === "none") {
      const reason = match.neighbour === null ? "unknown to STRING in this species" : OTHER_LOCUS_TAG;
      return { ...blank, outcome: "not_resolved", reason };
    }
    const { outcome, record_ids } = recordsOf(match.protein.id);
    const reason = `matched by ${match.matchedBy}`;
    return { input, outcome, resolved_to: match.protein.id, record_ids: [...record_ids], reason };
  });
}

/** Outcome of a batch without records: what its well-formed items have in common, else `not_resolved`. */
export function commonOutcome(items: readonly Item[]): Outcome {
  const outcomes = new Set(items.map((item) => item.outcome).filter((outcome) => outcome !== "bad_input"));
  return outcomes.size === 1 ? [...outcomes][0]! : "not_resolved";
}

/** How a batch was matched: the one way, or `mixed`. */
export function commonMatch(entries: readonly BatchEntry[]): string {
  const ways = new Set(
    entries.flatMap((entry) =>
      entry.state === "asked" && entry.resolution.match.kind === "one" ? [entry.resolution.match.matchedBy] : [],
    ),
  );
  return ways.size === 0 ? "none" : ways.size === 1 ? [...ways][0]! : "mixed";
}
