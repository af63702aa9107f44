import { describe, expect, it } from "vitest";
import { type KeggAnswer, keggTool, noteCodes } from "../../../tests/support/kegg-network.ts";
import { KATG_LINKS, linksOfSize, SMALL_LIST, SMALL_ORGANISM } from "../../../tests/support/kegg-small-organism.ts";
import { mockNetwork } from "../../../tests/support/source-harness.ts";

const network = mockNetwork();
const ask = keggTool(network, "get_pathways", SMALL_ORGANISM);

describe("the links of a resolved gene", () => {
  it.each<[string, KeggAnswer]>([
    ["an empty body", ""],
    ["one blank line", "\n"],
    ["a 404", { status: 404 }],
    ["a 404 with a page", { status: 404, body: "<html>no</html>", html: true }],
  ])("are an informative zero after %s", async (_name, answer) => {
    const result = await ask({ gene: "gyrA" }, { "link/pathway/mtu:Rv0006": answer });
    expect(result.outcome).toBe("none_on_record");
    expect(result.page.total).toBe(0);
    expect(result.resolved).toMatchObject({ matched_by: "symbol", kegg_gene_id: "mtu:Rv0006" });
    expect(noteCodes(result)).toEqual(["no_pathway"]);
    expect(result.asked).toEqual(["list/mtu", "link/pathway/mtu:Rv0006"]);
  });

  it.each<[string, KeggAnswer, string]>([
    ["a server error", { status: 503 }, "upstream_error"],
    ["a broken connection", "reset", "network"],
    ["a refusal", { status: 400 }, "upstream_refused"],
    ["a block", { status: 403, body: "Forbidden" }, "blocked"],
    ["an HTML page with status 200", "<html><body>busy</body></html>", "unexpected_content"],
    ["a page marked as HTML", { status: 200, body: "sorry", html: true }, "unexpected_content"],
    ["words in place of rows", "Service is busy, try again\n", "in_band_error"],
    ["words that ask for a slower pace", "Too many requests, we are busy\n", "rate_limited"],
    ["an error object", '{"error":"busy"}', "in_band_error"],
    ["a page without its first line", "<!-- busy --><p>", "unexpected_content"],
    ["rows of another kind", "mtu:Rv1908c\tec:1.11.1.21\n", "unparsable"],
    ["rows of another gene", "mtu:Rv0001\tpath:mtu00010\n", "unparsable"],
    ["rows with a broken end", `${KATG_LINKS}mtu:Rv19`, "unparsable"],
  ])("are a failure, never a zero, after %s", async (_name, answer, code) => {
    const result = await ask({ gene: "katG" }, { "link/pathway/mtu:Rv1908c": answer });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.records).toEqual([]);
    expect(result.errors).toMatchObject([{ code }]);
    expect(result.resolved).toMatchObject({ matched_by: "symbol", kegg_gene_id: "mtu:Rv1908c", symbols: ["katG"] });
    expect(JSON.stringify([result.errors, result.notes])).not.toContain("busy");
  });
});

describe("names and sizes only decorate", () => {
  const bad: [string, KeggAnswer][] = [
    ["fail", { status: 503 }],
    ["are blocked", { status: 403 }],
    ["are an HTML page", "<html></html>"],
    ["are empty", ""],
    ["are nonsense", "nonsense\n"],
    ["are not found", { status: 404 }],
  ];

  it.each(bad)("ids stay citable when the names %s", async (_name, answer) => {
    const result = await ask({ gene: "katG" }, { "list/pathway/mtu": answer });
    expect(result.outcome).toBe("found");
    expect(result.errors).toEqual([]);
    expect(result.record_ids).toEqual(["mtu00360", "mtu00983", "mtu01100"]);
    expect(result.records.map(({ name }) => name)).toEqual(Array(3).fill("(name unavailable)"));
    expect(result.records[0]?.flags).toContain("names_unavailable");
    expect(noteCodes(result)).toContain("names_unavailable");
  });

  it.each(bad)("specificity is unknown when the sizes %s", async (_name, answer) => {
    const result = await ask({ gene: "katG" }, { "link/pathway/mtu": answer });
    expect(result.outcome).toBe("found");
    expect(result.errors).toEqual([]);
    expect(result.records[0]).toMatchObject({
      name: "Phenylalanine - H37Rv",
      flags: ["sizes_unavailable"],
      detail: { size: null, fraction: null, specificity: "unknown" },
    });
    expect(noteCodes(result)).toEqual(["sizes_unavailable"]);
  });

  it("a pathway that the lists leave out is marked alone, and counted", async () => {
    const result = await ask(
      { gene: "katG" },
      { "list/pathway/mtu": "mtu00360\tPhenylalanine\n", "link/pathway/mtu": linksOfSize("mtu00360", 3) },
    );
    expect(result.records.map(({ flags }) => flags.length)).toEqual([0, 2, 2]);
    expect(result.notes.filter((note) => /: 2 of 3 pathways /.test(note))).toHaveLength(2);
  });
});

describe("a name that leads to no gene", () => {
  it("is not resolved, whatever part of another name it is", async () => {
    const result = await ask({ gene: "kat" });
    expect(result.outcome).toBe("not_resolved");
    expect(result.resolved).toMatchObject({ matched_by: "none" });
    expect(noteCodes(result)).toEqual(["unknown_gene"]);
    expect(result.asked).toEqual(["list/mtu"]);
  });

  it("is ambiguous when two genes carry it, and both are named", async () => {
    const list = `${SMALL_LIST}\nmtu:Rv5001\tCDS\t1..9\tdup, x; one\nmtu:Rv5002\tCDS\t1..9\tdup; two`;
    const result = await ask({ gene: "dup" }, { "list/mtu": list });
    expect(result.outcome).toBe("ambiguous");
    expect(result.records).toEqual([]);
    expect(result.resolved.candidates).toEqual([
      { id: "mtu:Rv5001", name: "one", why: "has this symbol" },
      { id: "mtu:Rv5002", name: "two", why: "has this symbol" },
    ]);
    expect(result.resolved).toMatchObject({ kegg_gene_id: null });
    expect(noteCodes(result)).toEqual(["ambiguous_name"]);
  });

  it.each([400, 404])("is not resolved when KEGG answers %i for the organism, which is named", async (status) => {
    const result = await ask({ gene: "katG", organism: "zzz" }, { "list/zzz": { status } });
    expect(result.outcome).toBe("not_resolved");
    expect(result.resolved.refused).toEqual([{ value: "zzz", reason: expect.stringContaining("organism") }]);
    expect(result.notes.join()).toContain("organism");
    expect(result.errors).toEqual([]);
  });

  it.each<[string, KeggAnswer, string]>([
    ["empty", "", "incomplete"],
    ["a blank line", "\n", "incomplete"],
    ["out of service", { status: 500 }, "upstream_error"],
    ["an HTML page", "<!doctype html>", "unexpected_content"],
    ["not a table", "mtu:Rv0001 dnaA\n", "unparsable"],
    ["another organism's", "eco:b0001\tCDS\t1..9\tthrL; leader\n", "unparsable"],
  ])("is a failure while the gene list is %s", async (_name, list, code) => {
    const result = await ask({ gene: "katG" }, { "list/mtu": list });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.errors).toMatchObject([{ code }]);
    expect(result.resolved).toMatchObject({ matched_by: "none" });
  });
});
