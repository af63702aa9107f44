import { setupServer } from "msw/node";
import { expect } from "vitest";
import { kegg } from "../../servers/kegg/index.ts";
import { capturedText } from "../support/captured/captured.ts";
import { answerKegg, type KeggAnswers, type KeggResult } from "../support/kegg-network.ts";
import { openSource } from "../support/source-harness.ts";
import type { ReadRow } from "./ledger.ts";

/** What one file of `captured/kegg` holds. */
export const keggText = (file: string): string => capturedText(`kegg/${file}`);

/** The captured answers for H37Rv; its gene list holds 403 of the genes. Read when asked, so that absent files skip. */
export const H37RV: KeggAnswers = {
  get "list/mtu"() {
    return keggText("mtu/list_mtu_subset.tsv");
  },
  get "link/pathway/mtu:Rv1908c"() {
    return keggText("mtu/link_pathway_Rv1908c.tsv");
  },
  get "list/pathway/mtu"() {
    return keggText("mtu/list_pathway_mtu.tsv");
  },
  get "link/pathway/mtu"() {
    return keggText("mtu/link_pathway_mtu.tsv");
  },
};

/** Calls a tool of the source, once with each of these, while KEGG answers so, by path; any other path fails the test. */
export async function callsWith(
  answers: KeggAnswers,
  tool: string,
  calls: readonly object[],
): Promise<readonly KeggResult[]> {
  const network = setupServer();
  network.listen({ onUnhandledRequest: "error" });
  const asked = answerKegg(network, answers);
  const source = openSource(kegg);
  try {
    const results: KeggResult[] = [];
    for (const args of calls) results.push({ ...(await source.call(tool, args)), asked });
    return results;
  } finally {
    await source.close();
    network.close();
  }
}

export const callWith = async (answers: KeggAnswers, tool: string, args: object): Promise<KeggResult> =>
  (await callsWith(answers, tool, [args]))[0]!;

/** Each tool as it is asked when an answer stands where another was wanted, by the path of that answer. */
const CALLS: readonly (readonly [path: string, tool: string, args: object])[] = [
  ["link/pathway/mtu:Rv1908c", "get_pathways", { gene: "mtu:Rv1908c" }],
  ["list/mtu", "resolve_genes", { names: ["katG"] }],
  ["get/mtu:Rv1908c", "get_gene", { ids: ["mtu:Rv1908c"] }],
  ["find/mtu/katG", "find_genes", { query: "katG" }],
  ["link/pathway/mtu", "list_pathways", {}],
  ["link/mtu/mtu00360", "get_pathway_genes", { pathway: "mtu00360" }],
  ["conv/uniprot/mtu:Rv1908c", "convert_ids", { ids: ["mtu:Rv1908c"], target: "uniprot" }],
];

/** A code for all tools, or codes by the first part of the path (`list`, `link`, `get`, `find`, `conv`). */
export type Codes = string | Readonly<Record<string, string>>;

/**
 * A file that no tool reads, given to every tool in place of its own answer: each refuses it as `codes` say, and none
 * makes a record or a zero of it. `info` is left out: its text has no fixed form.
 */
export async function expectRefused(file: string, codes: Codes): Promise<void> {
  const body = keggText(file);
  for (const [path, tool, args] of CALLS) {
    // What else a tool asks for is there, so that only this answer decides.
    const usual = { "list/mtu": "mtu:Rv1908c\tCDS\t1..9\tkatG; enzyme\n" };
    const result = await callWith({ ...usual, [path]: body }, tool, args);
    const code = typeof codes === "string" ? codes : codes[path.slice(0, path.indexOf("/"))];
    expect(result, `${tool} given ${file}`).toMatchObject({
      outcome: "upstream_failed",
      records: [],
      record_ids: [],
      page: { returned: 0, total: null },
      errors: [{ code }],
    });
    expect(result.items.map(({ outcome }) => outcome).filter((outcome) => outcome !== "upstream_failed")).toEqual([]);
  }
}

const codeOf = (file: string): string =>
  file.endsWith(".json") ? "in_band_error" : file.endsWith(".xml") ? "unexpected_content" : "unparsable";

/** For files that are held against our answers and are no answer themselves: each is refused when it comes as one. */
export const refusedToo = (rows: readonly ReadRow[]): readonly ReadRow[] =>
  rows.map((row) => ({
    ...row,
    check: async () => {
      await row.check();
      await expectRefused(row.file.replace("kegg/", ""), codeOf(row.file));
    },
  }));
