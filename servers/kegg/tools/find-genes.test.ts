import { expect, it } from "vitest";
import { type KeggAnswer, keggTool, noteCodes } from "../../../tests/support/kegg-network.ts";
import { mockNetwork } from "../../../tests/support/source-harness.ts";

const ROWS =
  "mtu:Rv0342\tiniA; induced by isoniazid\nmtu:Rv1484\tinhA; reductase\nmtu:Rv1908c\tkatG; activates inhA drugs\n";
const find = keggTool(mockNetwork(), "find_genes", { "find/mtu/inhA": ROWS });

it("gives the hits, the gene that carries the query as its symbol first", async () => {
  const result = await find({ query: "inhA" });
  expect(result.outcome).toBe("found");
  expect(result.record_ids).toEqual(["mtu:Rv1484", "mtu:Rv0342", "mtu:Rv1908c"]);
  expect(result.records.map(({ detail }) => detail.exact_symbol)).toEqual([true, false, false]);
  expect(result.resolved.matched_by).toBe("search");
  expect(noteCodes(result)).toEqual(["search_not_resolution"]);
});

it("counts all hits when the limit cuts them", async () => {
  const result = await find({ query: "inhA", limit: 1 });
  expect(result).toMatchObject({ outcome: "truncated", page: { returned: 1, total: 3 } });
});

it("encodes words once", async () => {
  const result = await find({ query: "catalase 5' (type+2)" }, { "find/mtu/catalase%205'%20(type%2B2)": ROWS });
  expect(result.outcome).toBe("found");
});

it.each<[string, KeggAnswer]>([
  ["an empty body", ""],
  ["a blank line", "\n"],
  ["a 404", { status: 404 }],
])("reads %s as no match, which says nothing about biology", async (_name, answer) => {
  const result = await find({ query: "zzz" }, { "find/mtu/zzz": answer });
  expect(result.outcome).toBe("no_match");
  expect(noteCodes(result)).toEqual(["search_not_resolution"]);
  expect(result.page.total).toBe(0);
});

it("does not know an organism that KEGG refuses", async () => {
  const result = await find({ query: "katG", organism: "zzz" }, { "find/zzz/katG": { status: 400 } });
  expect(result.outcome).toBe("not_resolved");
  expect(noteCodes(result)).toEqual(["unknown_organism"]);
});

it.each<[KeggAnswer, string]>([
  [{ status: 503 }, "upstream_error"],
  ["<html>", "unexpected_content"],
  ["busy", "unparsable"],
  ["eco:b0001\tthrL; leader\n", "unparsable"],
])("is a failure after %j", async (answer, code) => {
  const result = await find({ query: "inhA" }, { "find/mtu/inhA": answer });
  expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code }] });
});

it.each(["", "..", "a/b", "a\\b", "%2e", "a?b", "a#b", "a\u0001b", "gène"])("refuses the query %j", async (query) => {
  const result = await find({ query });
  expect(result).toMatchObject({ outcome: "bad_input", errors: [{ param: "query" }], asked: [] });
});
