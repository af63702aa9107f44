import { Fault } from "../kit/fault.ts";
import { isAccession } from "./accession.ts";
import { type GeneNames, parseGeneNames } from "./names.ts";
import { RawEntry } from "./raw-entry.ts";

export interface ActiveEntry {
  readonly status: "reviewed" | "unreviewed";
  readonly accession: string;
  readonly secondary: readonly string[];
  readonly entryName: string | null;
  readonly genes: GeneNames;
  readonly raw: RawEntry;
}

/** An entry that UniProt has withdrawn; `targets` are the accessions that it was merged or split into. */
export interface InactiveEntry {
  readonly status: "inactive";
  readonly accession: string;
  readonly reason: "merged" | "demerged" | "deleted";
  readonly targets: readonly string[];
}

export type Entry = ActiveEntry | InactiveEntry;

/**
 * One UniProtKB entry, whole or reduced by `fields=`.
 *
 * @throws Fault `unparsable` when it has no valid accession, or a type or a reason that is not among the known ones.
 */
export function parseEntry(value: unknown): Entry {
  const parsed = RawEntry.safeParse(value);
  if (!parsed.success) throw new Fault("unparsable", "An entry does not have the form of a UniProtKB entry");
  const raw = parsed.data;
  if (!isAccession(raw.primaryAccession)) throw new Fault("unparsable", "An entry has no valid primary accession");
  const status = statusOf(raw.entryType);
  return status === "inactive" ? inactiveEntry(raw) : activeEntry(status, raw);
}

/**
 * What an entry's type says of it.
 *
 * @throws Fault `unparsable` for a type that is not among the known ones: a new type must never pass as reviewed.
 */
export function statusOf(entryType: string): Entry["status"] {
  switch (entryType) {
    case "UniProtKB reviewed (Swiss-Prot)":
      return "reviewed";
    case "UniProtKB unreviewed (TrEMBL)":
      return "unreviewed";
    case "Inactive":
      return "inactive";
    default:
      throw new Fault(
        "unparsable",
        "An entry has an unknown entryType; it is neither reviewed, unreviewed nor inactive",
      );
  }
}

const activeEntry = (status: ActiveEntry["status"], raw: RawEntry): ActiveEntry => ({
  status,
  accession: raw.primaryAccession,
  secondary: [...new Set(raw.secondaryAccessions.filter(isAccession))],
  entryName: raw.uniProtkbId?.trim() || null,
  genes: parseGeneNames(raw.genes),
  raw,
});

const REASONS = { MERGED: "merged", DEMERGED: "demerged", DELETED: "deleted" } as const;

function inactiveEntry(raw: RawEntry): InactiveEntry {
  const type = raw.inactiveReason?.inactiveReasonType ?? "";
  if (!Object.hasOwn(REASONS, type)) {
    throw new Fault("unparsable", "An inactive entry has an unknown reason; known are merged, demerged and deleted");
  }
  const targets = raw.inactiveReason?.mergeDemergeTo ?? [];
  if (!targets.every(isAccession)) throw new Fault("unparsable", "An inactive entry names an invalid successor");
  return {
    status: "inactive",
    accession: raw.primaryAccession,
    reason: REASONS[type as keyof typeof REASONS],
    targets: [...new Set(targets)],
  };
}
