import { z } from "zod";
import type { RecordDraft } from "../../kit/answer.ts";
import { batchOutcome } from "../../kit/batch-outcome.ts";
import { Fault } from "../../kit/fault.ts";
import { defineTool } from "../../kit/tool.ts";
import type { Exchange } from "../../kit/upstream/upstream.ts";
import { emptyItem, isRefusal, parseGeneId, REFUSED_INPUTS_NOTE, readBatch, refusedItem } from "../batch-input.ts";
import { isUnknownDatabase, type KeggClient, LICENCE_ID } from "../client.ts";
import { TARGET_PREFIXES, type Target } from "../parse/conversions.ts";
import { inPortions } from "../portions.ts";

const TARGETS = Object.keys(TARGET_PREFIXES) as [Target, ...Target[]];

const PAGES: Record<Target, string> = {
  "ncbi-geneid": "https://www.ncbi.nlm.nih.gov/gene/",
  "ncbi-proteinid": "https://www.ncbi.nlm.nih.gov/protein/",
  uniprot: "https://www.uniprot.org/uniprotkb/",
};

const ConversionDetail = z.strictObject({
  target: z.enum(TARGETS),
  id: z.string().describe("The id without KEGG's prefix"),
  kegg_gene_ids: z.array(z.string()).describe("The genes asked that KEGG gives this id"),
});

/** What KEGG has for one gene: ids of the target (perhaps none), or why nothing is known. */
type Looked = { readonly targetIds: readonly string[]; readonly exchange: Exchange } | "unknown_organism" | "failed";

export const convertIds = (kegg: KeggClient) =>
  defineTool({
    name: "convert_ids",
    title: "KEGG gene ids to ids of other databases",
    description:
      "Translates up to 100 KEGG gene identifiers to NCBI gene ids, NCBI protein ids or UniProt accessions. Trap: one gene may have several, and a gene that KEGG does not know looks like one without an id of the target. KEGG allows 3 requests a second, ten genes each.",
    input: z.strictObject({
      ids: z.array(z.string()).min(1).max(100).describe("KEGG gene ids, 1 to 100: mtu:Rv1908c, hsa:7157"),
      target: z.enum(TARGETS).describe("Database whose ids are wanted"),
    }),
    list: true,
    detail: ConversionDetail,
    notes: {
      ...REFUSED_INPUTS_NOTE,
      no_conversion:
        "For some genes KEGG holds no id of the target; that does not prove that the target lacks the gene, and a gene id unknown to KEGG looks the same.",
      unknown_organism: "KEGG does not know the organism of some ids; nothing is said about their genes.",
    },
    untrusted: [],
    async run({ ids, target }, call, answer) {
      const inputs = readBatch("ids", ids, parseGeneId, answer);
      const wanted = new Set(inputs.flatMap(({ value }) => (isRefusal(value) ? [] : [value.id])));
      const looked = new Map<string, Looked>();
      for (const { ids: asked, reply } of await inPortions([...wanted], (some) =>
        kegg.conversionsOf(some, target, call),
      )) {
        if (reply instanceof Fault && !isUnknownDatabase(reply)) answer.failed(reply);
        for (const id of asked) looked.set(id, reply instanceof Fault ? failureOf(reply) : { ...rowsOf(id, reply) });
      }

      const drafts = new Map<string, RecordDraft<z.input<typeof ConversionDetail>>>();
      for (const { text, value } of inputs) {
        if (isRefusal(value)) {
          answer.items.push(refusedItem(text, value));
          continue;
        }
        const found = looked.get(value.id) ?? "failed";
        if (found === "failed") {
          answer.items.push(emptyItem(text, "upstream_failed", "KEGG gave no answer on this id."));
        } else if (found === "unknown_organism") {
          answer.note("unknown_organism");
          answer.items.push(emptyItem(text, "not_resolved", "KEGG does not know the id's organism."));
        } else if (found.targetIds.length === 0) {
          answer.note("no_conversion");
          answer.items.push(emptyItem(text, "none_on_record", "KEGG holds no id of the target for this gene."));
        } else {
          for (const targetId of found.targetIds) addDraft(drafts, targetId, target, value.id, found.exchange);
          answer.items.push({
            input: text,
            outcome: "found",
            resolved_to: found.targetIds.length === 1 ? found.targetIds[0]! : null,
            record_ids: [...found.targetIds],
            reason: null,
          });
        }
      }
      if (drafts.size > 0) answer.settle({ matched_by: "qualified_id" });
      // An id without an answer may have conversions: then nobody knows how many there are.
      answer.list([...drafts.values()], "none_on_record", { total: answer.faults.length > 0 ? null : drafts.size });
      return batchOutcome(answer.items);
    },
  });

const failureOf = (fault: Fault): Looked => (isUnknownDatabase(fault) ? "unknown_organism" : "failed");

function rowsOf(id: string, reply: Awaited<ReturnType<KeggClient["conversionsOf"]>>) {
  const own = reply.value.filter((row) => row.geneId.toLowerCase() === id.toLowerCase());
  return { targetIds: [...new Set(own.map((row) => row.targetId))].sort(), exchange: reply.exchange };
}

/** One record an id of the target, whichever genes have it. */
function addDraft(
  drafts: Map<string, RecordDraft<z.input<typeof ConversionDetail>>>,
  targetId: string,
  target: Target,
  geneId: string,
  exchange: Exchange,
): void {
  const id = targetId.slice(targetId.indexOf(":") + 1);
  const known = drafts.get(targetId);
  drafts.set(targetId, {
    record_id: targetId,
    type: "identifier",
    name: id,
    url: `${PAGES[target]}${id}`,
    licence: LICENCE_ID,
    from: [...(known?.from ?? []), exchange],
    also: [id],
    detail: { target, id, kegg_gene_ids: [...new Set([...(known?.detail.kegg_gene_ids ?? []), geneId])] },
  });
}
