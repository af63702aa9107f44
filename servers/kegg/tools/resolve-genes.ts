import { z } from "zod";
import type { Answer } from "../../kit/answer.ts";
import { batchOutcome } from "../../kit/batch-outcome.ts";
import type { Call } from "../../kit/call.ts";
import type { Item } from "../../kit/envelope/envelope.ts";
import { Fault } from "../../kit/fault.ts";
import { defineTool } from "../../kit/tool.ts";
import { emptyItem, isRefusal, REFUSED_INPUTS_NOTE, readBatch, refusedItem } from "../batch-input.ts";
import type { KeggClient, Read } from "../client.ts";
import type { GeneIndex } from "../gene-index.ts";
import { type GeneName, parseGeneName } from "../gene-name.ts";
import { GeneDetail, geneDraft } from "../gene-record.ts";
import { organismArgument, organismToSend } from "../organism.ts";
import { candidatesOf, RESOLUTION_NOTES, type Resolution, resolveInList } from "../resolve.ts";

type GeneList = Read<GeneIndex>;
type Growing = Answer<z.input<typeof GeneDetail>>;

export const resolveGenes = (kegg: KeggClient) =>
  defineTool({
    name: "resolve_genes",
    title: "Gene names and locus tags to KEGG identifiers",
    description:
      "Finds the KEGG gene behind each of up to 200 names, by exact locus tag or symbol, one item a name. Trap: not_resolved says only that KEGG does not list this spelling, and a symbol that several genes carry is ambiguous, never the first of them. KEGG allows 3 requests a second; one request serves all names of an organism.",
    input: z.strictObject({
      names: z
        .array(z.string())
        .min(1)
        .max(200)
        .describe("Symbols, locus tags or KEGG ids, 1 to 200 of at most 100 characters: katG, Rv1908c, mtu:Rv1908c"),
      organism: organismArgument,
    }),
    list: true,
    sent: { organism_used: z.string() },
    detail: GeneDetail,
    notes: {
      ...RESOLUTION_NOTES,
      ...REFUSED_INPUTS_NOTE,
    },
    untrusted: [
      "records[].name",
      "records[].detail.symbols[]",
      "records[].detail.product",
      "records[].detail.position",
      "resolved.candidates[].name",
    ],
    async run({ names, organism }, call, answer) {
      const used = organismToSend(organism, "organism");
      const inputs = readBatch("names", names, parseGeneName, answer);
      answer.echo("organism_used", used);

      const lists = new Map<string, GeneList | null | Fault>();
      const matchedBy = new Set<string>();
      const drafts = new Map<string, ReturnType<typeof geneDraft>>();
      for (const input of inputs) {
        const name = input.value;
        if (isRefusal(name)) {
          answer.items.push(refusedItem(input.text, name));
          continue;
        }
        const itsOrganism = name.kind === "qualified" ? name.organism : used;
        if (itsOrganism !== used) answer.note("organism_from_id");
        const list = await listOf(kegg, itsOrganism, lists, call, answer);
        const { item, resolution } = resolveInput(input.text, name, list);
        answer.items.push(item);
        noteItem(answer, input.param, item, resolution, itsOrganism);
        if (resolution?.kind === "gene" && list !== null && !(list instanceof Fault)) {
          matchedBy.add(resolution.matchedBy);
          drafts.set(resolution.gene.id, geneDraft(resolution.gene, list.exchange));
        }
      }
      if (matchedBy.size > 0) answer.settle({ matched_by: matchedBy.size === 1 ? [...matchedBy][0] : "mixed" });
      // A list that could not be read may hold more genes: then nobody knows how many there are.
      answer.list([...drafts.values()], "not_resolved", { total: answer.faults.length > 0 ? null : drafts.size });
      return batchOutcome(answer.items);
    },
  });

/** An organism's list, asked once a call; a failure of it fails the names that need it and no others. */
async function listOf(
  kegg: KeggClient,
  organism: string,
  lists: Map<string, GeneList | null | Fault>,
  call: Call,
  answer: Growing,
): Promise<GeneList | null | Fault> {
  const known = lists.get(organism);
  if (known !== undefined) return known;
  const list = await kegg.genesOf(organism, call).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error;
    answer.failed(error);
    return error;
  });
  lists.set(organism, list);
  return list;
}

function resolveInput(
  input: string,
  name: GeneName,
  list: GeneList | null | Fault,
): { item: Item; resolution: Resolution | null } {
  const without = (outcome: Item["outcome"], reason: string, resolution: Resolution | null = null) => ({
    item: emptyItem(input, outcome, reason),
    resolution,
  });
  if (list instanceof Fault) return without("upstream_failed", "The organism's gene list could not be read.");
  if (list === null) return without("not_resolved", "KEGG has no gene list under this organism.");
  const resolution = resolveInList(name, list.value);
  if (resolution.kind === "several") {
    return without("ambiguous", `${resolution.genes.length} genes carry this name; none was chosen.`, resolution);
  }
  if (resolution.kind === "unknown") {
    const reason = resolution.symbolAfterColon
      ? "The part after the colon is a symbol, not a KEGG id; give the symbol alone."
      : "KEGG lists no gene of this exact name in the organism.";
    return without("not_resolved", reason, resolution);
  }
  const { id } = resolution.gene;
  return { item: { input, outcome: "found", resolved_to: id, record_ids: [id], reason: null }, resolution };
}

function noteItem(answer: Growing, param: string, item: Item, resolution: Resolution | null, organism: string): void {
  if (resolution?.kind === "several") {
    answer.note("ambiguous_name");
    answer.candidates.push(...candidatesOf(resolution.genes, resolution.matchedBy, `${param}: `));
  } else if (resolution?.kind === "unknown") {
    answer.note("unknown_gene");
    if (resolution.symbolAfterColon) answer.note("symbol_after_colon");
  } else if (resolution === null && item.outcome === "not_resolved") {
    answer.note("unknown_organism");
    const reason = "organism: KEGG has no gene list under this code";
    if (!answer.refused.some((refused) => refused.value === organism)) answer.refused.push({ value: organism, reason });
  }
}
