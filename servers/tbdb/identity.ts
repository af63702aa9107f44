import { z } from "zod";
import type { Answer } from "../kit/answer.ts";
import type { Call } from "../kit/call.ts";
import type { Outcome } from "../kit/envelope/outcome.ts";
import type { AnnotationFile, Loaded, TbdbClient } from "./client.ts";
import { type Gene, looksLikeAccession } from "./genes.ts";

/** What is said of an answer before its records: facts and notes. */
type Heading = Pick<Answer, "settle" | "note">;

/** What `resolved` says in every tool of this source. */
export const refFacts = {
  tbdb_ref: z.string().optional().describe("Git ref of tbdb that all files of this answer come from"),
};

export const geneFacts = {
  ...refFacts,
  locus_tag: z.string().optional(),
  symbol: z.string().optional(),
  start: z.int().optional().describe("1-based, inclusive, on H37Rv"),
  end: z.int().optional(),
  strand: z.enum(["+", "-"]).optional(),
};

/** Echoes the data version; a ref that can move is said to be so. */
export function settleRef(client: TbdbClient, answer: Heading): void {
  answer.settle({ tbdb_ref: client.ref });
  if (!client.isPinned) answer.note("moving_ref");
}

/** Is the organism the one that this source covers? If not, the answer says so. */
export function isCovered(organism: string, answer: Heading): boolean {
  if (organism.toLowerCase() === "mtu") return true;
  answer.note("organism_not_covered");
  return false;
}

export type GeneFound =
  | { readonly gene: Gene; readonly annotation: Loaded<AnnotationFile> }
  | { readonly gene: null; readonly outcome: Outcome };

/**
 * Gene identity, before any other file is read: the same gene under every name gives the same answer, and a typo is
 * never taken for a gene without findings.
 */
export async function findGene(
  client: TbdbClient,
  name: string,
  call: Call,
  answer: Heading & Pick<Answer, "ambiguous">,
): Promise<GeneFound> {
  const annotation = await client.annotation(call);
  const { matchedBy, genes } = annotation.value.genes.resolve(name);
  const [gene, ...others] = genes;
  if (gene === undefined) {
    answer.note("unknown_name");
    if (looksLikeAccession(name)) answer.note("accession_unknown");
    return { gene: null, outcome: "not_resolved" };
  }
  answer.settle({ matched_by: matchedBy });
  if (others.length > 0) {
    const candidates = genes.map(({ locusTag, symbol }) => ({
      id: locusTag,
      name: symbol ?? locusTag,
      why: matchedBy,
    }));
    return { gene: null, outcome: answer.ambiguous(candidates) };
  }
  const { locusTag, symbol, start, end, strand } = gene;
  answer.settle({ locus_tag: locusTag, symbol, start, end, strand });
  return { gene, annotation };
}
