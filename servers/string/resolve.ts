import type { Call } from "../kit/call.ts";
import type { Exchange } from "../kit/upstream/upstream.ts";
import { type Species, speciesOf } from "./arguments.ts";
import type { StringClient } from "./client.ts";
import { type Match, matchName } from "./match.ts";
import { offersByName } from "./offers.ts";
import { parseStringId } from "./string-id.ts";

export interface Resolution {
  readonly name: string;
  readonly match: Match;
  readonly species: Species;
  /** Proteins of another organism that were offered and left out: there is no fall-back to another organism. */
  readonly foreign: number;
  readonly exchange: Exchange;
}

/** The species of one name: a full id carries its own, which wins. */
export const speciesFor = (name: string, species: Species): Species => {
  const id = parseStringId(name);
  return id === null ? species : speciesOf(id.species);
};

/** Resolves distinct names of one species in one request. Throws the `Fault` of that request. */
export async function resolveNames(
  client: StringClient,
  ask: { names: readonly string[]; species: Species; blame: string },
  call: Call,
): Promise<readonly Resolution[]> {
  call.progress("Resolving names at STRING");
  const { rows, exchange } = await client.identify(ask.names, ask.species, ask.blame, call);
  const offers = offersByName(ask.names, rows);
  const wanted = String(ask.species).toLowerCase();
  return ask.names.map((name) => {
    const offered = offers.get(name) ?? [];
    const own = offered.filter((row) => row.species.toLowerCase() === wanted);
    return {
      name,
      match: matchName(name, own),
      species: ask.species,
      foreign: offered.length - own.length,
      exchange,
    };
  });
}

/** Names by the species that each is to be looked for in, in order of first use. */
export function bySpecies(names: readonly string[], species: Species): ReadonlyMap<Species, readonly string[]> {
  const groups = new Map<Species, string[]>();
  for (const name of names) {
    const own = speciesFor(name, species);
    groups.set(own, [...(groups.get(own) ?? []), name]);
  }
  return groups;
}
