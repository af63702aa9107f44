import { z } from "zod";
import { BadInput } from "../../kit/fault.ts";
import { defineTool } from "../../kit/tool.ts";
import { isUnknownDatabase, type KeggClient } from "../client.ts";
import { GeneDetail, geneDraft } from "../gene-record.ts";
import { organismArgument, organismToSend } from "../organism.ts";
import { answerUnknownOrganism, UNKNOWN_ORGANISM_NOTE } from "../resolve.ts";

/** Printable ASCII without what a path or a query string reads otherwise, and at least one letter or digit. */
const SEARCHABLE = /^(?=.*[A-Za-z0-9])[^\u0000-\u001f\u007f-\u{10ffff}/\\%?#]+$/u;

const FoundDetail = GeneDetail.extend({
  exact_symbol: z.boolean().describe("Is the query, apart from case, one of the gene's symbols?"),
});

export const findGenes = (kegg: KeggClient) =>
  defineTool({
    name: "find_genes",
    title: "Search KEGG genes by words",
    description:
      "Searches the gene names and products of one organism for words. Trap: this is a text search, never a resolution: a hit need not be the gene meant, and no hit says nothing about biology. KEGG allows 3 requests a second.",
    input: z.strictObject({
      query: z.string().trim().min(1).max(100).describe("Words of a name or product, plain ASCII: catalase peroxidase"),
      organism: organismArgument,
      limit: z.int().min(1).max(100).default(20).describe("Genes a page"),
    }),
    list: true,
    sent: { organism_used: z.string() },
    detail: FoundDetail,
    notes: {
      ...UNKNOWN_ORGANISM_NOTE,
      search_not_resolution:
        "This was a text search in names and products: a hit need not be the gene meant, and no hit does not prove that the organism lacks the gene.",
    },
    untrusted: [
      "records[].name",
      "records[].detail.symbols[]",
      "records[].detail.product",
      "records[].detail.position",
    ],
    async run({ query, organism }, call, answer) {
      if (!SEARCHABLE.test(query)) {
        const allowed = "must be plain ASCII words, without / \\ % ? # and control characters";
        throw BadInput.of("invalid_argument", `query ${allowed}`, "query");
      }
      const used = organismToSend(organism, "organism");
      answer.echo("organism_used", used);
      const found = await kegg.findGenes(used, query, call).catch((error: unknown) => {
        if (isUnknownDatabase(error)) return null;
        throw error;
      });
      if (found === null) return answerUnknownOrganism(answer, used);
      answer.note("search_not_resolution");
      if (found.value.length > 0) answer.settle({ matched_by: "search" });
      const wanted = query.toLowerCase();
      const drafts = found.value.map((gene) => {
        const draft = geneDraft(gene, found.exchange);
        const exact = gene.symbols.some((symbol) => symbol.toLowerCase() === wanted);
        return { ...draft, detail: { ...draft.detail, exact_symbol: exact } };
      });
      // KEGG's order else; a gene that carries the query as its symbol must not fall behind the limit.
      const rank = ({ detail }: (typeof drafts)[number]) => (detail.exact_symbol ? 0 : 1);
      return answer.list(
        drafts.sort((a, b) => rank(a) - rank(b)),
        "no_match",
      );
    },
  });
