import { z } from "zod";
import type { RecordDraft } from "../kit/answer.ts";
import type { Exchange } from "../kit/upstream/upstream.ts";
import { LICENCE_ID } from "./client.ts";
import type { Gene } from "./parse/gene-list.ts";

export const GeneDetail = z.strictObject({
  locus_tag: z.string().describe("The id without its organism: Rv1908c"),
  symbols: z.array(z.string()).describe("Every symbol that KEGG lists, its first choice first"),
  product: z.string().nullable().describe("Product as KEGG names it"),
  position: z.string().nullable().describe("Position as KEGG writes it; null in answers without positions"),
});

/** What identifies a gene record, whatever its detail. */
export const geneRecord = (gene: Pick<Gene, "id" | "locusTag" | "symbols">, from: RecordDraft["from"]) => ({
  record_id: gene.id,
  type: "gene",
  name: gene.symbols[0] ?? gene.locusTag,
  url: `https://www.kegg.jp/entry/${encodeURIComponent(gene.id).replace("%3A", ":")}`,
  licence: LICENCE_ID,
  from,
});

/** A gene of a list as a record; `exchange` is the list. */
export const geneDraft = (gene: Gene, exchange: Exchange): RecordDraft<z.input<typeof GeneDetail>> => ({
  ...geneRecord(gene, [exchange]),
  detail: {
    locus_tag: gene.locusTag,
    symbols: [...gene.symbols],
    product: gene.product,
    position: gene.position,
  },
});
