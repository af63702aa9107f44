import { z } from "zod";
import { Fault } from "../../kit/fault.ts";
import { defineTool } from "../../kit/tool.ts";
import { isUnknownDatabase, type KeggClient } from "../client.ts";
import { decorating } from "../decorating.ts";
import { organismArgument, organismToSend } from "../organism.ts";
import { notePathways, PATHWAY_NOTES, pathwayDrafts } from "../pathway-record.ts";
import { answerUnknownOrganism, UNKNOWN_ORGANISM_NOTE } from "../resolve.ts";
import { SizeBlock } from "../specificity.ts";

const PathwayDetail = z.strictObject({
  number: z.string().describe("The five digits that the pathway keeps under every prefix"),
  ...SizeBlock,
});

export const listPathways = (kegg: KeggClient) =>
  defineTool({
    name: "list_pathways",
    title: "KEGG pathways of an organism",
    description:
      "Lists every KEGG pathway that holds a gene of the organism, with its size, its share of the genome and its specificity. Trap: sizes count the organism's own genes, so they differ between organisms; broad pathways (at least 5% of the genome) are a base rate, not a finding. KEGG allows 3 requests a second.",
    input: z.strictObject({
      organism: organismArgument,
      limit: z.int().min(1).max(1000).default(500).describe("Pathways a page"),
    }),
    list: true,
    sent: { organism_used: z.string() },
    resolved: {
      genome_size: z.int().optional().describe("Locus tags of the organism in KEGG"),
    },
    detail: PathwayDetail,
    notes: {
      ...UNKNOWN_ORGANISM_NOTE,
      ...PATHWAY_NOTES,
      no_pathways: "KEGG lists genes of the organism and links none of them to a pathway; it may be new to KEGG.",
      genome_size_unavailable:
        "The organism's gene list could not be read; pathways and sizes are complete, their specificity is unknown.",
    },
    untrusted: ["records[].name"],
    async run({ organism }, call, answer) {
      const used = organismToSend(organism, "organism");
      answer.echo("organism_used", used);
      const sizes = await kegg.pathwaySizes(used, call).catch((error: unknown) => {
        if (isUnknownDatabase(error)) return error as Fault;
        throw error;
      });
      const list = await kegg.genesOf(used, call).catch((error: unknown) => {
        // Without rows there is nothing to keep: a failed list then fails the call.
        if (!(error instanceof Fault) || sizes instanceof Error || sizes.value.size === 0) throw error;
        return error;
      });
      if (list === null) return answerUnknownOrganism(answer, used);
      if (sizes instanceof Error) throw sizes;
      if (list instanceof Error) {
        answer.failed(list);
        answer.note("genome_size_unavailable");
      } else answer.settle({ matched_by: "organism_code", genome_size: list.value.size });
      if (sizes.value.size === 0) {
        answer.note("no_pathways");
        return answer.list([], "none_on_record");
      }
      const names = await decorating(kegg.pathwayNames(used, call));
      const genomeSize = list instanceof Error ? null : list.value.size;
      const drafts = pathwayDrafts(
        sizes.value.keys(),
        sizes.exchange,
        { names, sizes, genomeSize },
        (_id, measured) => measured,
      );
      notePathways(answer, drafts);
      return answer.list(drafts, "none_on_record", { total: drafts.length });
    },
  });
