import { z } from "zod";
import type { Answer } from "../../kit/answer.ts";
import { batchOutcome } from "../../kit/batch-outcome.ts";
import type { Call } from "../../kit/call.ts";
import { Fault } from "../../kit/fault.ts";
import { defineTool } from "../../kit/tool.ts";
import type { Exchange } from "../../kit/upstream/upstream.ts";
import { emptyItem, isRefusal, parseGeneId, REFUSED_INPUTS_NOTE, readBatch, refusedItem } from "../batch-input.ts";
import { isUnknownDatabase, type KeggClient, type Read } from "../client.ts";
import { GeneDetail, geneRecord } from "../gene-record.ts";
import type { GeneEntry } from "../parse/gene-entry.ts";
import { inPortions } from "../portions.ts";

const Named = z.strictObject({ id: z.string(), name: z.string() });

const EntryDetail = GeneDetail.extend({
  feature: z.string().nullable().describe("Feature type and genome as KEGG states them: CDS T00015"),
  organism: z.string().nullable().describe("KEGG code and name; null in entries without"),
  ko: z.array(Named).describe("KEGG orthologues"),
  pathways: z.array(Named),
  modules: z.array(Named),
  db_links: z.record(z.string(), z.array(z.string())).describe("Database → ids, as KEGG writes them"),
  aa_length: z.int().nullable().describe("Amino acids; null when the entry has no readable protein sequence"),
  nt_length: z.int().nullable().describe("Nucleotides; null when the entry has no readable sequence"),
  aa_sequence: z.string().nullable().describe("Only with include_sequence"),
  nt_sequence: z.string().nullable().describe("Only with include_sequence"),
  other: z
    .record(z.string(), z.array(z.string()))
    .describe("Sections that no field holds whole: keyword → raw text of each"),
});

type Growing = Answer<z.input<typeof EntryDetail>>;

/** What is known of one id: its entry, or why there is none. */
type Looked = { readonly entry: GeneEntry; readonly exchange: Exchange } | "unknown" | "unknown_organism" | "failed";

export const getGene = (kegg: KeggClient) =>
  defineTool({
    name: "get_gene",
    title: "KEGG gene entries",
    description:
      "Reads the KEGG entries of up to 50 genes by id: symbols, product, position, KO orthology, pathways, modules, links to other databases and, on request, sequences. Trap: takes ids with their organism only (mtu:Rv1908c), no symbols. KEGG allows 3 requests a second, ten genes each.",
    input: z.strictObject({
      ids: z.array(z.string()).min(1).max(50).describe("KEGG gene ids, 1 to 50: mtu:Rv1908c, hsa:7157"),
      include_sequence: z.boolean().default(false).describe("Give amino acids and nucleotides too"),
    }),
    list: true,
    detail: EntryDetail,
    notes: {
      ...REFUSED_INPUTS_NOTE,
      unknown_id:
        "KEGG has no entry under some of the ids; a typo, a withdrawn gene or another organism look the same, and nothing is said about the genes.",
    },
    untrusted: [
      "records[].name",
      "records[].detail.symbols[]",
      "records[].detail.product",
      "records[].detail.position",
      "records[].detail.feature",
      "records[].detail.organism",
      "records[].detail.ko[].name",
      "records[].detail.pathways[].name",
      "records[].detail.modules[].name",
      "records[].detail.db_links",
      "records[].detail.other",
    ],
    async run({ ids, include_sequence }, call, answer) {
      const inputs = readBatch("ids", ids, parseGeneId, answer);
      const wanted = new Set(inputs.flatMap(({ value }) => (isRefusal(value) ? [] : [value.id])));
      const looked = await lookUp(kegg, [...wanted], call, answer);

      const drafts = new Map<string, ReturnType<typeof draftOf>>();
      for (const { text, value } of inputs) {
        if (isRefusal(value)) {
          answer.items.push(refusedItem(text, value));
          continue;
        }
        const found = looked.get(value.id) ?? "failed";
        if (typeof found !== "string") {
          const draft = draftOf(value.id, found.entry, found.exchange, include_sequence);
          drafts.set(draft.record_id, draft);
          const { record_id } = draft;
          answer.items.push({
            input: text,
            outcome: "found",
            resolved_to: record_id,
            record_ids: [record_id],
            reason: null,
          });
        } else if (found === "failed") {
          answer.items.push(emptyItem(text, "upstream_failed", "KEGG gave no answer on this id."));
        } else {
          answer.note("unknown_id");
          const reason =
            found === "unknown" ? "KEGG has no entry under this id." : "KEGG does not know the id's organism.";
          answer.items.push(emptyItem(text, "not_resolved", reason));
        }
      }
      if (drafts.size > 0) answer.settle({ matched_by: "qualified_id" });
      // An id without an answer may have an entry: then nobody knows how many there are.
      answer.list([...drafts.values()], "not_resolved", { total: answer.faults.length > 0 ? null : drafts.size });
      return batchOutcome(answer.items);
    },
  });

/** Every id's entry. An id left out of a portion that was answered is asked again alone: only then is it unknown. */
async function lookUp(kegg: KeggClient, ids: readonly string[], call: Call, answer: Growing) {
  const looked = new Map<string, Looked>();
  const ask = (some: readonly string[]) => kegg.entriesOf(some, call);
  const portions = await inPortions(ids, ask);
  const left = portions.flatMap((portion) => settlePortion(portion, looked, answer));
  for (const id of left) {
    const [portion] = await inPortions([id], ask);
    const unanswered = settlePortion(portion!, looked, answer);
    if (unanswered.length > 0) {
      looked.set(id, "failed");
      answer.failed(new Fault("incomplete", "KEGG answered with other entries than the one asked"));
    }
  }
  return looked;
}

/** Notes what a portion says of its ids; returns those that it leaves open. */
function settlePortion(
  { ids, reply }: { ids: readonly string[]; reply: Read<readonly GeneEntry[]> | Fault },
  looked: Map<string, Looked>,
  answer: Growing,
): readonly string[] {
  if (reply instanceof Fault) {
    const unknown = isUnknownDatabase(reply);
    if (!unknown) answer.failed(reply);
    for (const id of ids) looked.set(id, unknown ? "unknown_organism" : "failed");
    return [];
  }
  const open: string[] = [];
  for (const id of ids) {
    const entry = entryOf(id, reply.value);
    if (entry !== undefined) looked.set(id, { entry, exchange: reply.exchange });
    else if (reply.exchange.empty) looked.set(id, "unknown");
    else open.push(id);
  }
  return open;
}

function entryOf(id: string, entries: readonly GeneEntry[]): GeneEntry | undefined {
  const colon = id.indexOf(":");
  const [organism, locusTag] = [id.slice(0, colon), id.slice(colon + 1)];
  const own = entries.filter((entry) => entry.organism === null || entry.organism.code === organism);
  return (
    own.find((entry) => entry.locusTag === locusTag) ??
    own.find((entry) => entry.locusTag.toLowerCase() === locusTag.toLowerCase())
  );
}

function draftOf(id: string, entry: GeneEntry, exchange: Exchange, withSequence: boolean) {
  const { locusTag, aminoAcids, nucleotides } = entry;
  const geneId = `${id.slice(0, id.indexOf(":"))}:${locusTag}`;
  return {
    ...geneRecord({ id: geneId, locusTag, symbols: entry.symbols }, [exchange]),
    detail: {
      locus_tag: locusTag,
      symbols: [...entry.symbols],
      product: entry.product,
      position: entry.position,
      feature: entry.feature,
      organism: entry.organism?.text ?? null,
      ko: [...entry.ko],
      pathways: [...entry.pathways],
      modules: [...entry.modules],
      db_links: mutable(entry.dbLinks),
      aa_length: aminoAcids?.length ?? null,
      nt_length: nucleotides?.length ?? null,
      aa_sequence: withSequence ? (aminoAcids?.residues ?? null) : null,
      nt_sequence: withSequence ? (nucleotides?.residues ?? null) : null,
      other: mutable(entry.other),
    },
  };
}

const mutable = (lists: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, [...list]]));
