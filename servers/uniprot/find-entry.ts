import { Fault } from "../kit/fault.ts";
import type { CallScope, Exchange } from "../kit/upstream/upstream.ts";
import type { UniprotClient } from "./client.ts";
import type { ActiveEntry } from "./parse-entry.ts";

/** How the entry at hand relates to the accession that was asked for. */
export type EntryMatch = "accession" | "merged" | "secondary_accession";

export type FoundEntry =
  | {
      readonly outcome: "found";
      readonly entry: ActiveEntry;
      readonly matchedBy: EntryMatch;
      /** The entry's own exchange first, then those that led to it. */
      readonly from: readonly Exchange[];
    }
  | {
      readonly outcome: "ambiguous";
      readonly reason: "demerged" | "secondary_of_several";
      readonly accessions: readonly string[];
    }
  | { readonly outcome: "not_resolved"; readonly reason: "deleted" | "unknown_accession" };

/** Merges that are followed one after another. UniProt names today's successor at once; more than this is a circle. */
const MAX_MERGES = 3;

/**
 * The entry that an accession stands for today. One direct fetch; a merged entry is followed to its one successor, a
 * demerged one is ambiguous, and an accession that has no page is looked for among the secondary ones.
 *
 * @param accession must match the accession grammar
 * @param blame the caller's argument that holds it
 * @throws Fault when a request fails, or the service answers for another accession than the one asked for
 */
export async function findEntry(
  uniprot: UniprotClient,
  accession: string,
  blame: string,
  call: CallScope,
): Promise<FoundEntry> {
  const fetched = await uniprot.entry(accession, blame, call);
  if (fetched === null) return findSecondary(uniprot, accession, blame, call);
  const from: Exchange[] = [];
  for (let { entry, exchange } = fetched; ; ) {
    from.unshift(exchange);
    if (entry.status !== "inactive") {
      return { outcome: "found", entry, matchedBy: from.length > 1 ? "merged" : matchOf(entry, accession), from };
    }
    if (entry.reason === "deleted") return { outcome: "not_resolved", reason: "deleted" };
    const [target] = entry.targets;
    if (target === undefined) throw new Fault("incomplete", "A merged entry does not name its successor");
    if (entry.reason === "demerged" || entry.targets.length > 1) {
      return { outcome: "ambiguous", reason: "demerged", accessions: [...entry.targets].sort() };
    }
    const successor = from.length > MAX_MERGES ? null : await uniprot.entry(target, blame, call);
    if (successor === null) throw new Fault("incomplete", "The successor of a merged entry is not served");
    ({ entry, exchange } = successor);
  }
}

/** The entry is one of the accession asked for, in one of the two ways. */
const matchOf = (entry: ActiveEntry, accession: string): EntryMatch =>
  entry.accession === accession ? "accession" : "secondary_accession";

async function findSecondary(
  uniprot: UniprotClient,
  accession: string,
  blame: string,
  call: CallScope,
): Promise<FoundEntry> {
  const search = await uniprot.search(`sec_acc:${accession}`, { fields: "all", blame }, call);
  // One entry on a page that is not the whole is not yet the only one.
  if (search.fault) throw search.fault;
  const byAccession = new Map(
    search.rows.flatMap(({ value, page }) =>
      value.status !== "inactive" && value.secondary.includes(accession)
        ? [[value.accession, { entry: value, page }] as const]
        : [],
    ),
  );
  const holders = [...byAccession.values()];
  const [first] = holders;
  if (first === undefined) return { outcome: "not_resolved", reason: "unknown_accession" };
  if (holders.length > 1) {
    return {
      outcome: "ambiguous",
      reason: "secondary_of_several",
      accessions: holders.map(({ entry }) => entry.accession).sort(),
    };
  }
  return { outcome: "found", entry: first.entry, matchedBy: "secondary_accession", from: [first.page] };
}
