import { z } from "zod";
import type { RecordDraft } from "../../kit/answer.ts";
import { BadInput } from "../../kit/fault.ts";
import { defineTool } from "../../kit/tool.ts";
import { isUnknownDatabase, type KeggClient } from "../client.ts";
import { decorating } from "../decorating.ts";
import { GeneDetail, geneRecord } from "../gene-record.ts";
import { isDatabasePrefix } from "../organism.ts";
import type { Gene } from "../parse/gene-list.ts";
import { pathwayNumber } from "../pathway-record.ts";
import { answerUnknownOrganism, UNKNOWN_ORGANISM_NOTE } from "../resolve.ts";
import { measurePathway, SizeBlock } from "../specificity.ts";

const PATHWAY = /^(?:path:)?([a-z]{2,4})([0-9]{5})$/;

/** An organism's pathway: `mtu00360`, `path:mtu00360`; `map…` and `ko…` name no organism and are refused. */
function parsePathway(text: string): { id: string; organism: string } {
  const match = PATHWAY.exec(text.trim().toLowerCase());
  const refuse = (why: string) => BadInput.of("invalid_argument", `pathway ${why}`, "pathway");
  if (match === null) throw refuse("must be an organism's pathway id, such as mtu00360 or path:mtu00360");
  const [, organism, number] = match;
  if (isDatabasePrefix(organism!) || organism!.length < 3) {
    throw refuse("names no organism; give the organism's own id, such as mtu00360 for map00360");
  }
  return { id: `${organism}${number}`, organism: organism! };
}

const byId = (a: Pick<Gene, "id">, b: Pick<Gene, "id">): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export const getPathwayGenes = (kegg: KeggClient) =>
  defineTool({
    name: "get_pathway_genes",
    title: "Genes of a KEGG pathway",
    description:
      "Lists the genes (members) of one organism's pathway, with the pathway's size and specificity in resolved (valid even when the list is truncated). Trap: a pathway without genes and an unknown pathway id look the same to KEGG. KEGG allows 3 requests a second.",
    input: z.strictObject({
      pathway: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .describe("An organism's pathway id: mtu00360 or path:mtu00360 (not map00360, not ko00360)"),
      limit: z.int().min(1).max(1000).default(200).describe("Genes a page"),
    }),
    list: true,
    sent: { pathway_used: z.string() },
    resolved: {
      pathway_id: z.string().optional(),
      number: z.string().optional().describe("The five digits that the pathway keeps under every prefix"),
      genome_size: z.int().optional().describe("Locus tags of the organism in KEGG"),
      size: SizeBlock.size.optional(),
      fraction: SizeBlock.fraction.optional(),
      specificity: SizeBlock.specificity.optional(),
    },
    detail: GeneDetail,
    notes: {
      ...UNKNOWN_ORGANISM_NOTE,
      broad_pathway: "The pathway holds at least 5% of the genome; sharing it is a base rate.",
      genome_size_unavailable:
        "The organism's gene list could not be read; the ids are complete and citable, specificity is unknown.",
      descriptions_unavailable: "Some genes have no symbols, product and position here, since the gene list gave none.",
      unknown_pathway:
        "KEGG gives no gene for this pathway id: the organism may have no such pathway, or the pathway none of its genes. Nothing is said about the organism's biology.",
    },
    untrusted: [
      "records[].name",
      "records[].detail.symbols[]",
      "records[].detail.product",
      "records[].detail.position",
    ],
    async run({ pathway }, call, answer) {
      const { id, organism } = parsePathway(pathway);
      answer.echo("pathway_used", id);
      const links = await kegg.genesOfPathway(organism, id, call).catch((error: unknown) => {
        if (isUnknownDatabase(error)) return null;
        throw error;
      });
      if (links === null) return answerUnknownOrganism(answer, organism);
      if (links.value.length === 0) {
        answer.note("unknown_pathway");
        return answer.list([], "not_resolved");
      }
      const list = await decorating(kegg.genesOf(organism, call));
      const geneIds = [...new Set(links.value.map((link) => link.geneId))];
      const measured = measurePathway(geneIds.length, list?.value.size ?? null);
      answer.settle({
        matched_by: "pathway_id",
        pathway_id: id,
        number: pathwayNumber(id),
        genome_size: list?.value.size ?? null,
        ...measured,
      });
      if (measured.specificity === "broad") answer.note("broad_pathway");
      if (list === null) answer.note("genome_size_unavailable");

      const from = [links.exchange, ...(list === null ? [] : [list.exchange])];
      const drafts = geneIds
        .map((geneId) => draftOf(geneId, list?.value.byId.get(geneId), from))
        .sort((a, b) => byId({ id: a.record_id }, { id: b.record_id }));
      const bare = drafts.filter(({ flags }) => flags?.includes("descriptions_unavailable")).length;
      if (bare > 0) {
        answer.note(
          "descriptions_unavailable",
          `${bare} of ${drafts.length} genes have no symbols, product and position here, since the gene list gave none.`,
        );
      }
      return answer.list(drafts, "not_resolved");
    },
  });

function draftOf(
  geneId: string,
  known: Gene | undefined,
  from: RecordDraft["from"],
): RecordDraft<z.input<typeof GeneDetail>> {
  const locusTag = geneId.slice(geneId.indexOf(":") + 1);
  const gene = known ?? { id: geneId, locusTag, symbols: [], product: null, position: null };
  return {
    ...geneRecord(gene, from),
    flags: known === undefined ? ["descriptions_unavailable"] : [],
    detail: {
      locus_tag: gene.locusTag,
      symbols: [...gene.symbols],
      product: gene.product,
      position: gene.position,
    },
  };
}
