import type { Fault } from "../kit/fault.ts";
import { defineTable } from "../kit/table/table.ts";
import { isUnknownDatabase, type KeggClient, LICENCE_ID } from "./client.ts";
import { decorating } from "./decorating.ts";
import { organismToSend } from "./organism.ts";
import { parsePathwayLinks } from "./parse/pathway-links.ts";
import { PATHWAY_NOTES, pathwayNumber } from "./pathway-record.ts";
import { UNKNOWN_ORGANISM_NOTE } from "./resolve.ts";
import { measurePathway, SizeBlock } from "./specificity.ts";

/** Every link between a gene and a pathway of one organism: what `get_pathways` says, of all genes at once. */
export const pathwayTable = (kegg: KeggClient) =>
  defineTable({
    name: "pathways",
    title: "Genes and pathways of an organism",
    description:
      "Every link between a gene and a KEGG pathway of one organism, in KEGG's order. A gene without a row is in no pathway, or is no gene of the organism: the table does not tell these apart.",
    parameters: [
      { name: "organism", description: "KEGG code (mtu, hsa) or T number (T00015)", pattern: /[a-z]{3,4}|T[0-9]{5}/ },
    ],
    columns: [
      { name: "kegg_gene_id", description: "The gene, with its organism" },
      { name: "locus_tag", description: "The same without the organism" },
      { name: "pathway_name", description: "Null: KEGG's list of names did not give one", repeats: true },
      { name: "number", description: "The five digits that the pathway keeps under every prefix", repeats: true },
      { name: "size", description: SizeBlock.size.description ?? "" },
      { name: "fraction", description: SizeBlock.fraction.description ?? "" },
      { name: "specificity", description: SizeBlock.specificity.description ?? "", repeats: true },
    ],
    facts: ["organism_used", "genome_size"],
    notes: {
      ...UNKNOWN_ORGANISM_NOTE,
      names_unavailable: PATHWAY_NOTES.names_unavailable,
      no_pathways: "KEGG lists genes of the organism and links none of them to a pathway; it may be new to KEGG.",
    },
    untrusted: ["pathway_name"],
    async run({ organism = "" }, call, answer) {
      const used = organismToSend(organism, "organism");
      const sizes = await kegg.pathwaySizes(used, call).catch((error: unknown) => {
        if (isUnknownDatabase(error)) return error as Fault;
        throw error;
      });
      const genes = await kegg.genesOf(used, call);
      if (genes === null) {
        answer.note("unknown_organism");
        return "not_resolved";
      }
      if (sizes instanceof Error) throw sizes;
      answer.settle({ organism_used: used, genome_size: genes.value.size });
      if (sizes.value.size === 0) {
        answer.note("no_pathways");
        return "none_on_record";
      }
      const names = await decorating(kegg.pathwayNames(used, call));
      if (names === null) answer.note("names_unavailable");
      const links = new Map(
        parsePathwayLinks(sizes.exchange.text()).map((link) => [`${link.geneId} ${link.pathwayId}`, link]),
      );
      answer.rows = [...links.values()].map(({ geneId, pathwayId }) => {
        const { size, fraction, specificity } = measurePathway(sizes.value.get(pathwayId) ?? null, genes.value.size);
        const locusTag = geneId.slice(geneId.indexOf(":") + 1);
        const name = names?.value.get(pathwayId) ?? null;
        return [pathwayId, LICENCE_ID, geneId, locusTag, name, pathwayNumber(pathwayId), size, fraction, specificity];
      });
      return "found";
    },
  });
