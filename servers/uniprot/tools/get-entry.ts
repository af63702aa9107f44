import { z } from "zod";
import type { Answer } from "../../kit/answer.ts";
import { batchOutcome } from "../../kit/batch-outcome.ts";
import type { Item } from "../../kit/envelope/envelope.ts";
import { BadInput, Fault } from "../../kit/fault.ts";
import { defineTool } from "../../kit/tool.ts";
import type { Exchange } from "../../kit/upstream/upstream.ts";
import { baseOfIsoformId, isAccession } from "../accession.ts";
import type { UniprotClient } from "../client.ts";
import { type FoundEntry, findEntry } from "../find-entry.ts";
import { Isoform, isoformsOf } from "../isoforms.ts";
import type { ActiveEntry } from "../parse-entry.ts";
import { FUNCTION_NOTES, PROTEIN_FIELDS, PROTEIN_UNTRUSTED, proteinDetail, proteinDraft } from "../protein.ts";

const EntryDetail = z.strictObject({
  ...PROTEIN_FIELDS,
  isoforms: z.array(Isoform),
  isoforms_asked: z.array(z.string()).describe("Isoform ids among the inputs; the record is their base entry"),
});
type EntryDetail = z.infer<typeof EntryDetail>;

const NOTES = {
  ...FUNCTION_NOTES,
  not_accessions: "Some inputs are not accessions and were not asked for; see items.",
  merged: "Some inputs were merged into another entry, which is answered; see items.",
  secondary_accession: "Some inputs are secondary accessions of the entry answered; see items.",
  isoform: "Some inputs are isoform ids; the record is the base entry, whose text is not about one isoform alone.",
  ambiguous_accession: "Some inputs stand for several entries; none was chosen. See items and candidates.",
  withdrawn_or_unknown: "Some inputs are withdrawn or unknown; that says nothing about the protein. See items.",
  entries_missing: "Some inputs could not be asked for; see items.",
} as const;

interface Kept {
  readonly entry: ActiveEntry;
  readonly from: Exchange[];
  readonly isoforms: string[];
}

export const getEntry = (uniprot: UniprotClient) =>
  defineTool({
    name: "get_entry",
    title: "Protein entries by accession",
    description:
      "UniProtKB entries by accession or isoform id, withdrawn and merged ones included. Trap: an old accession may " +
      "have been merged (followed, and said so), split (ambiguous) or deleted. One request an accession, 0.4 s apart.",
    input: z.strictObject({
      accessions: z
        .array(z.string().trim().max(100))
        .min(1)
        .max(50)
        .describe("UniProtKB accessions or isoform ids, case-sensitive: P9WIE5, P05067-4"),
    }),
    list: true,
    resolved: { merged: z.array(z.string()).describe("Inputs that were followed to the entry they were merged into") },
    detail: EntryDetail,
    notes: NOTES,
    untrusted: [...PROTEIN_UNTRUSTED, "records[].detail.isoforms[].name"],
    async run({ accessions }, call, answer) {
      const inputs = [...new Set(accessions)];
      if (!inputs.some((input) => accessionOf(input) !== null)) throw noAccession(inputs);
      const kept = new Map<string, Kept>();
      const matches = new Set<string>();
      for (const input of inputs) {
        const accession = accessionOf(input);
        if (accession === null) {
          answer.refused.push({ value: input, reason: "not_an_accession" });
          answer.note("not_accessions");
          answer.items.push(item(input, "bad_input", "not_an_accession"));
          continue;
        }
        try {
          const found = await findEntry(uniprot, accession, "accessions", call);
          if (found.outcome === "found") matches.add(found.matchedBy);
          answer.items.push(itemOf(input, accession, found, kept, answer));
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          answer.failed(error);
          answer.note("entries_missing");
          answer.items.push(item(input, "upstream_failed", error.code));
        }
      }
      const merged = answer.items.filter(({ reason }) => reason === "merged").map(({ input }) => input);
      answer.settle({ matched_by: matches.size > 1 ? "several" : ([...matches][0] ?? "none"), merged });
      answer.list([...kept.values()].map(draftOf), "not_resolved");
      return batchOutcome(answer.items);
    },
  });

const accessionOf = (input: string): string | null => (isAccession(input) ? input : baseOfIsoformId(input));

const noAccession = (inputs: readonly string[]): BadInput =>
  new BadInput(
    inputs.map(
      (_, index) =>
        new Fault("invalid_argument", "Not a UniProtKB accession or isoform id such as P9WIE5 or P05067-4", {
          param: `accessions[${index}]`,
        }),
    ),
  );

const item = (input: string, outcome: Item["outcome"], reason: string): Item => ({
  input,
  outcome,
  resolved_to: null,
  record_ids: [],
  reason,
});

function itemOf(
  input: string,
  accession: string,
  found: FoundEntry,
  kept: Map<string, Kept>,
  answer: Answer<EntryDetail>,
): Item {
  if (found.outcome === "ambiguous") {
    answer.note("ambiguous_accession");
    answer.ambiguous(found.accessions.map((id) => ({ id, name: id, why: `${found.reason}: ${accession}` })));
    return item(input, "ambiguous", found.reason);
  }
  if (found.outcome === "not_resolved") {
    answer.note("withdrawn_or_unknown");
    return item(input, "not_resolved", found.reason);
  }
  const { entry, matchedBy, from } = found;
  const isIsoform = input !== accession;
  if (isIsoform && !isoformsOf(entry).some(({ ids }) => ids.includes(input))) {
    answer.note("withdrawn_or_unknown");
    return item(input, "not_resolved", "unknown_isoform");
  }
  const record = kept.get(entry.accession) ?? { entry, from: [], isoforms: [] };
  kept.set(entry.accession, record);
  record.from.push(...from.filter((exchange) => !record.from.includes(exchange)));
  if (isIsoform) record.isoforms.push(input);
  const reason = matchedBy !== "accession" ? matchedBy : isIsoform ? "isoform" : null;
  if (matchedBy !== "accession") answer.note(matchedBy);
  if (isIsoform) answer.note("isoform");
  return { input, outcome: "found", resolved_to: entry.accession, record_ids: [entry.accession], reason };
}

const draftOf = ({ entry, from, isoforms }: Kept) =>
  proteinDraft(entry, { ...proteinDetail(entry, null), isoforms: isoformsOf(entry), isoforms_asked: isoforms }, from);
