import type { Answer } from "../../kit/answer.ts";
import type { CallScope } from "../../kit/upstream/upstream.ts";
import type { UniprotClient } from "../client.ts";
import { type FoundEntry, findEntry } from "../find-entry.ts";

export const ENTRY_NOTES = {
  merged: "The accession was merged into another entry, which is answered.",
  secondary_accession: "The accession is a secondary one of the entry answered.",
  ambiguous_accession: "The accession stands for several entries; none was chosen.",
  deleted: "UniProt has withdrawn this entry; that says nothing about the protein.",
  unknown_accession: "UniProtKB does not know this accession; that says nothing about the protein.",
} as const;

/** Finds the one entry of an accession and settles in `answer` what became of it. */
export async function settleEntry<D>(
  uniprot: UniprotClient,
  accession: string,
  call: CallScope,
  answer: Answer<D>,
): Promise<FoundEntry> {
  const found = await findEntry(uniprot, accession, "accession", call);
  switch (found.outcome) {
    case "found":
      answer.settle({ matched_by: found.matchedBy, accession: found.entry.accession });
      if (found.matchedBy !== "accession") answer.note(found.matchedBy);
      break;
    case "ambiguous":
      answer.note("ambiguous_accession");
      answer.ambiguous(found.accessions.map((id) => ({ id, name: id, why: found.reason })));
      break;
    case "not_resolved":
      answer.note(found.reason);
  }
  return found;
}
