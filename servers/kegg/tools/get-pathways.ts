import { z } from "zod";
import type { Answer } from "../../kit/answer.ts";
import type { Call } from "../../kit/call.ts";
import type { Outcome } from "../../kit/envelope/outcome.ts";
import { BadInput, type Fault } from "../../kit/fault.ts";
import { defineTool } from "../../kit/tool.ts";
import { isUnknownDatabase, type KeggClient, type Read } from "../client.ts";
import { decorating } from "../decorating.ts";
import { type GeneName, parseGeneName } from "../gene-name.ts";
import { organismArgument, organismToSend } from "../organism.ts";
import type { PathwayLink } from "../parse/pathway-links.ts";
import { notePathways, PATHWAY_NOTES, pathwayDrafts } from "../pathway-record.ts";
import { answerUnknownOrganism, answerUnresolved, RESOLUTION_NOTES, resolveInList } from "../resolve.ts";
import { SizeBlock } from "../specificity.ts";

const PathwayDetail = z.strictObject({
  kegg_gene_id: z.string().describe("The gene that the pathway holds"),
  number: z.string().describe("The five digits that the pathway keeps under every prefix"),
  ...SizeBlock,
});

type Growing = Answer<z.input<typeof PathwayDetail>>;

/** The pathway rows of a gene that is proven to exist. */
interface Linked {
  readonly links: Read<readonly PathwayLink[]>;
  readonly geneId: string;
  /** Locus tags of the organism; null when its list was not needed. */
  readonly genomeSize: number | null;
}

export const getPathways = (kegg: KeggClient) =>
  defineTool({
    name: "get_pathways",
    title: "KEGG pathways of a gene",
    description:
      "Lists the KEGG pathways (maps) of one gene, with each pathway's size and specificity. Trap: most genes of a bacterium have no pathway, so none_on_record is common and says nothing about function; broad pathways (at least 5% of the genome) are shared by chance. Names match exactly (locus tag, then symbol). KEGG allows 3 requests a second.",
    input: z.strictObject({
      gene: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .describe("Symbol, locus tag or KEGG id: katG, Rv1908c, mtu:Rv1908c (an id's own organism wins)"),
      organism: organismArgument,
    }),
    list: true,
    sent: { organism_used: z.string() },
    resolved: {
      kegg_gene_id: z.string().optional(),
      locus_tag: z.string().optional(),
      symbols: z.array(z.string()).optional(),
    },
    detail: PathwayDetail,
    notes: {
      ...RESOLUTION_NOTES,
      ...PATHWAY_NOTES,
      genome_size_not_asked:
        "An id with its own organism needs no gene list, so symbols and genome size were not asked and specificity is unknown; ask by locus tag or symbol to get them.",
      no_pathway:
        "KEGG knows the gene and puts it into no pathway. That holds for most genes of a bacterium and does not show that the gene has no function or takes part in no process.",
    },
    untrusted: ["records[].name", "resolved.symbols[]", "resolved.candidates[].name"],
    async run({ gene, organism }, call, answer) {
      const name = parseGeneName(gene);
      if (name.kind === "refused") throw BadInput.of("invalid_argument", `gene ${name.reason}`, "gene");
      const used = organismToSend(name.kind === "qualified" ? name.organism : organism, "organism");
      answer.echo("organism_used", used);
      if (name.kind === "qualified" && name.organism !== organism) answer.note("organism_from_id");

      const linked =
        name.kind === "qualified"
          ? await linksById(kegg, name, used, call, answer)
          : await linksByName(kegg, name, used, call, answer);
      if (typeof linked === "string") return linked;
      if (linked.links.value.length === 0) {
        answer.note("no_pathway");
        return answer.list([], "none_on_record");
      }
      return listPathways(kegg, linked, used, call, answer);
    },
  });

/** Looks the name up in the organism's list, then asks for its pathways; an outcome when it names no single gene. */
async function linksByName(
  kegg: KeggClient,
  name: GeneName,
  organism: string,
  call: Call,
  answer: Growing,
  known?: { readonly id: string; readonly links: Read<readonly PathwayLink[]> | Fault },
): Promise<Linked | Outcome> {
  const list = await kegg.genesOf(organism, call);
  if (list === null) return answerUnknownOrganism(answer, organism);
  const resolution = resolveInList(name, list.value);
  if (resolution.kind !== "gene") return answerUnresolved(answer, resolution);
  const { gene, matchedBy } = resolution;
  answer.settle({ matched_by: matchedBy, kegg_gene_id: gene.id, locus_tag: gene.locusTag, symbols: gene.symbols });

  const alreadyAsked = known?.id === gene.id ? known.links : null;
  if (alreadyAsked instanceof Error) throw alreadyAsked;
  const links = alreadyAsked ?? (await kegg.pathwaysOfGene(gene.id, call));
  return { links, geneId: gene.id, genomeSize: list.value.size };
}

/**
 * Asks for an id's pathways at once: rows prove the gene. Without rows (or when KEGG refuses the organism) the
 * organism's list decides whether the gene exists, perhaps in another case.
 */
async function linksById(
  kegg: KeggClient,
  name: Extract<GeneName, { kind: "qualified" }>,
  organism: string,
  call: Call,
  answer: Growing,
): Promise<Linked | Outcome> {
  const links = await kegg.pathwaysOfGene(name.id, call).catch((error: unknown) => {
    if (isUnknownDatabase(error)) return error as Fault;
    throw error;
  });
  const first = links instanceof Error ? undefined : links.value[0];
  if (links instanceof Error || first === undefined) {
    return linksByName(kegg, name, organism, call, answer, { id: name.id, links });
  }
  const locusTag = first.geneId.slice(first.geneId.indexOf(":") + 1);
  answer.settle({ matched_by: "qualified_id", kegg_gene_id: first.geneId, locus_tag: locusTag });
  answer.note("genome_size_not_asked");
  return { links, geneId: first.geneId, genomeSize: null };
}

async function listPathways(
  kegg: KeggClient,
  { links, geneId, genomeSize }: Linked,
  organism: string,
  call: Call,
  answer: Growing,
): Promise<Outcome> {
  // One after the other, so that `requests` has one order whatever the network does.
  const names = await decorating(kegg.pathwayNames(organism, call));
  const sizes = await decorating(kegg.pathwaySizes(organism, call, { known: true }));
  const drafts = pathwayDrafts(
    links.value.map((link) => link.pathwayId),
    links.exchange,
    { names, sizes, genomeSize },
    (_id, measured) => ({ kegg_gene_id: geneId, ...measured }),
  );
  notePathways(answer, drafts);
  return answer.list(drafts, "none_on_record");
}
