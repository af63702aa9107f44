import { afterEach, describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { answerKegg, type KeggAnswers, noteCodes } from "../../tests/support/kegg-network.ts";
import { SMALL_ORGANISM } from "../../tests/support/kegg-small-organism.ts";
import { type HarnessOptions, mockNetwork, type OpenSource, openSource } from "../../tests/support/source-harness.ts";
import { type TableDocument, writtenOut } from "../kit/table/table-document.ts";
import { kegg } from "./index.ts";

const network = mockNetwork();
let open: OpenSource | undefined;
afterEach(() => open?.close());

async function table(organism: string, answers: KeggAnswers = {}, options: HarnessOptions = {}) {
  const asked = answerKegg(network, { ...SMALL_ORGANISM, ...answers });
  open = openSource(kegg, options);
  const uri = `gene-router-table://kegg/pathways/${organism}`;
  const text = (await open.server.tables?.read(uri, { signal: new AbortController().signal })) ?? null;
  return { asked, document: text === null ? null : (JSON.parse(text) as TableDocument) };
}

describe("the table of genes and pathways", () => {
  it("has every link once, with the pathway's name, size and class", async () => {
    const { document } = await table("mtu");
    const { outcome, rows, resolved, licences, columns } = writtenOut(document!);
    expect([outcome, rows.length]).toEqual(["found", 67]);
    expect(resolved).toEqual({ organism_used: "mtu", genome_size: 100 });
    expect(Object.keys(licences)).toEqual(["kegg-academic"]);
    expect(columns.map(({ name }) => name).slice(2)).toEqual([
      ...["kegg_gene_id", "locus_tag", "pathway_name", "number", "size", "fraction", "specificity"],
    ]);
    expect(rows[0]).toEqual([
      ...["mtu01100", "kegg-academic", "mtu:RvX0", "RvX0", "Metabolic pathways - H37Rv", "01100", 60, 0.6, "broad"],
    ]);
  });

  it("keeps the links when only the names fail", async () => {
    const { document } = await table("mtu", { "list/pathway/mtu": { status: 503 } });
    expect(document).toMatchObject({ outcome: "found", errors: [] });
    expect(noteCodes({ notes: [...document!.notes] })).toEqual(["names_unavailable"]);
    expect(document?.rows[0]?.[4]).toBeNull();
  });

  it.each(["link/pathway/mtu", "list/mtu"])("has no row, and says why, when %s fails", async (path) => {
    const { document } = await table("mtu", { [path]: { status: 503 } });
    expect(document).toMatchObject({ outcome: "upstream_failed", rows: [], errors: [{ code: "upstream_error" }] });
  });

  it("tells an unknown organism from one without pathways", async () => {
    const unknown = await table("xyz", { "link/pathway/xyz": { status: 400 }, "list/xyz": { status: 400 } });
    expect(unknown.document).toMatchObject({ outcome: "not_resolved", rows: [] });
    const bare = await table("mtu", { "link/pathway/mtu": "\n" });
    expect(bare.document).toMatchObject({ outcome: "none_on_record", rows: [] });
    expect(noteCodes({ notes: [...bare.document!.notes] })).toEqual(["no_pathways"]);
  });

  it.each(["path", "MTU", "mt", "mtu%2F..", "T123"])(
    "refuses %j as an organism before anything is asked",
    async (organism) => {
      const { document, asked } = await table(organism);
      expect(document).toMatchObject({ outcome: "bad_input", rows: [], errors: [{ param: "organism" }] });
      expect(asked).toEqual([]);
    },
  );

  it("is not there on a public address: KEGG is not to be redistributed", async () => {
    const settings: Record<string, string>[] = [{}, { GENE_ROUTER_KEGG_TERMS: "licensed" }];
    for (const env of settings) {
      expect((await table("mtu", {}, { exposure: "public", env })).document).toBeNull();
    }
  });
});

describeCaptured("the table over KEGG's own links of H37Rv", () => {
  it("has as many rows as the file has links, none of them twice", async () => {
    const { document } = await table("mtu", {
      "list/mtu": capturedText("kegg/mtu/list_mtu_subset.tsv"),
      "link/pathway/mtu": capturedText("kegg/mtu/link_pathway_mtu.tsv"),
      "list/pathway/mtu": capturedText("kegg/mtu/list_pathway_mtu.tsv"),
    });
    const links = new Set(capturedText("kegg/mtu/link_pathway_mtu.tsv").trim().split("\n"));
    const rows = writtenOut(document!).rows.map((row) => `${row[2]}\tpath:${row[0]}`);
    expect(new Set(rows)).toEqual(links);
    expect(rows).toHaveLength(links.size);
  });
});
