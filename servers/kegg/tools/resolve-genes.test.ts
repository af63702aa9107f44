import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../../tests/support/captured/captured.ts";
import { type KeggAnswer, keggTool, noteCodes } from "../../../tests/support/kegg-network.ts";
import { mockNetwork } from "../../../tests/support/source-harness.ts";

const LIST = [
  "mtu:Rv1908c\tCDS\tcomplement(2153889..2156111)\tkatG; catalase",
  "mtu:Rv0006\tCDS\t7302..9818\tgyrA; gyrase",
  "mtu:Rv0063\tCDS\t1..9\toxidoreductase",
  "mtu:Rv0063a\tCDS\t10..19\thypothetical protein",
  "mtu:Rv5001\tCDS\t20..29\tdup; one",
  "mtu:Rv5002\tCDS\t30..39\tdup, other; two",
].join("\n");

const resolve = keggTool(mockNetwork(), "resolve_genes", { "list/mtu": LIST });

it("gives each name its own item, in the order given, from one request", async () => {
  const result = await resolve({ names: ["gyrA", "katG", "Rv0063a", "nothing", "dup"] });
  expect(result.outcome).toBe("found");
  expect(result.items.map(({ input, outcome, resolved_to }) => [input, outcome, resolved_to])).toEqual([
    ["gyrA", "found", "mtu:Rv0006"],
    ["katG", "found", "mtu:Rv1908c"],
    ["Rv0063a", "found", "mtu:Rv0063a"],
    ["nothing", "not_resolved", null],
    ["dup", "ambiguous", null],
  ]);
  expect(result.items.every(({ outcome, reason }) => (reason === null) === (outcome === "found"))).toBe(true);
  expect(result.record_ids).toEqual(["mtu:Rv0006", "mtu:Rv1908c", "mtu:Rv0063a"]);
  expect(result.asked).toEqual(["list/mtu"]);
  expect(result.query).toMatchObject({ organism: "mtu", organism_used: "mtu" });
});

it("does not take a list that has lost its descriptions for one without the symbol", async () => {
  const bare = LIST.replace(/\t[^\t\n]*$/gm, "");
  const result = await resolve({ names: ["katG"] }, { "list/mtu": bare });
  expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "unparsable" }] });
});

it("gives a gene with its locus tag, symbols, product and position", async () => {
  const result = await resolve({ names: ["katG"] });
  expect(result.records).toMatchObject([
    {
      record_id: "mtu:Rv1908c",
      type: "gene",
      name: "katG",
      url: "https://www.kegg.jp/entry/mtu:Rv1908c",
      licence: "kegg-academic",
      request_refs: [0],
      detail: {
        locus_tag: "Rv1908c",
        symbols: ["katG"],
        product: "catalase",
        position: "complement(2153889..2156111)",
      },
    },
  ]);
  expect(result.resolved.matched_by).toBe("symbol");
});

it("answers a gene under several of its names once, with an item for each", async () => {
  const result = await resolve({ names: ["katG", "Rv1908c", "mtu:Rv1908c", "katG"] });
  expect(result.record_ids).toEqual(["mtu:Rv1908c"]);
  expect(result.items.map(({ input, resolved_to }) => [input, resolved_to])).toEqual([
    ["katG", "mtu:Rv1908c"],
    ["Rv1908c", "mtu:Rv1908c"],
    ["mtu:Rv1908c", "mtu:Rv1908c"],
  ]);
  expect(result.resolved.matched_by).toBe("mixed");
});

it("takes a single name for a list of one", async () => {
  const result = await resolve({ names: "katG" });
  expect(result.query).toMatchObject({ names: ["katG"] });
  expect(result.record_ids).toEqual(["mtu:Rv1908c"]);
});

describe("the outcome of the whole", () => {
  it.each([
    ["no name is known", ["x1", "x2"], "not_resolved", ["unknown_gene"]],
    ["all are ambiguous", ["dup", "DUP"], "ambiguous", ["ambiguous_name"]],
    ["reasons differ", ["dup", "x1"], "not_resolved", ["ambiguous_name", "unknown_gene"]],
    ["one is known", ["x1", "katG"], "found", ["unknown_gene"]],
  ])("when %s", async (_name, names, outcome, notes) => {
    const result = await resolve({ names });
    expect(result.outcome).toBe(outcome);
    expect(noteCodes(result)).toEqual(notes);
  });

  it("names the candidates of an ambiguous input by its place", async () => {
    const result = await resolve({ names: ["katG", "dup"] });
    expect(result.resolved.candidates).toEqual([
      { id: "mtu:Rv5001", name: "one", why: "names[1]: has this symbol" },
      { id: "mtu:Rv5002", name: "two", why: "names[1]: has this symbol" },
    ]);
  });
});

describe("malformed names", () => {
  it("are refused singly", async () => {
    const result = await resolve({ names: ["katG", " ", "path:mtu00360", "a".repeat(300)] });
    expect(result.outcome).toBe("found");
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["found", "bad_input", "bad_input", "bad_input"]);
    expect(result.items[3]?.input.length).toBeLessThanOrEqual(200);
    expect(result.resolved.refused).toHaveLength(3);
    expect(result.notes).toEqual([
      "refused_inputs: 3 of 4 distinct inputs were refused as malformed; their items say why.",
    ]);
    expect(result.errors).toEqual([]);
  });

  it("refuse the call when none is left, all at once", async () => {
    const result = await resolve({ names: ["", "ko:K03782", "mtu:../x"] });
    expect(result.outcome).toBe("bad_input");
    expect(result.errors.map(({ param }) => param)).toEqual(["names[0]", "names[1]", "names[2]"]);
    expect(result.asked).toEqual([]);
  });

  it.each([
    ["nothing", {}, "missing_argument"],
    ["an empty list", { names: [] }, "out_of_range"],
    ["201 names", { names: Array.from({ length: 201 }, (_, index) => `g${index}`) }, "out_of_range"],
  ])("%s is refused", async (_name, args, code) => {
    const result = await resolve(args);
    expect(result.outcome).toBe("bad_input");
    expect(result.errors).toMatchObject([{ code, param: "names" }]);
  });
});

describe("several organisms", () => {
  const human = { "list/hsa": "hsa:7157\tCDS\t17:1..9\tTP53, P53; tumor protein\n" };

  it("are asked once each, and an id's own organism wins", async () => {
    const result = await resolve({ names: ["hsa:7157", "katG", "hsa:1"] }, human);
    expect(result.asked).toEqual(["list/hsa", "list/mtu"]);
    expect(result.record_ids).toEqual(["hsa:7157", "mtu:Rv1908c"]);
    expect(noteCodes(result)).toContain("organism_from_id");
    expect(result.items[2]?.outcome).toBe("not_resolved");
  });

  it("fail singly: the others' genes are kept, and the whole is a failure", async () => {
    const result = await resolve({ names: ["hsa:7157", "katG", "hsa:1"] }, { "list/hsa": { status: 503 } });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["upstream_failed", "found", "upstream_failed"]);
    expect(result.record_ids).toEqual(["mtu:Rv1908c"]);
    expect(result.page).toMatchObject({ returned: 1, total: null });
    expect(result.errors).toMatchObject([{ code: "upstream_error" }]);
  });

  it("that KEGG does not know are named", async () => {
    const result = await resolve({ names: ["zzz:a", "zzz:b"] }, { "list/zzz": { status: 404 } });
    expect(result.outcome).toBe("not_resolved");
    expect(result.resolved.refused).toEqual([{ value: "zzz", reason: expect.stringContaining("organism") }]);
    expect(noteCodes(result)).toEqual(["organism_from_id", "unknown_organism"]);
  });
});

it.each<[string, KeggAnswer, string]>([
  ["out of service", { status: 500 }, "upstream_error"],
  ["empty", "\n", "incomplete"],
  ["an HTML page", "<html>", "unexpected_content"],
  ["no table", "busy\n", "unparsable"],
])("fails every name while the gene list is %s", async (_name, list, code) => {
  const result = await resolve({ names: ["katG", "gyrA"] }, { "list/mtu": list });
  expect(result.outcome).toBe("upstream_failed");
  expect(result.items.map(({ outcome }) => outcome)).toEqual(["upstream_failed", "upstream_failed"]);
  expect(result.errors).toMatchObject([{ code }]);
});

it("hints at the symbol in an id that is none", async () => {
  const result = await resolve({ names: ["mtu:katG"] });
  expect(result.items[0]).toMatchObject({ outcome: "not_resolved", reason: expect.stringContaining("symbol") });
  expect(noteCodes(result)).toEqual(["unknown_gene", "symbol_after_colon"]);
});

it("answers a public address only under terms", async () => {
  const result = await resolve({ names: ["katG"] }, {}, { exposure: "public" });
  expect(result.outcome).toBe("not_configured");
  expect(result.asked).toEqual([]);
});

it("pages through 200 names without losing an item", async () => {
  const tags = Array.from({ length: 200 }, (_, index) => `RvX${index}`);
  const list = tags.map((tag) => `mtu:${tag}\tCDS\t1..9\t${"long product ".repeat(20)}`).join("\n");
  const result = await resolve({ names: tags, max_bytes: 60_000 }, { "list/mtu": list });
  expect(result.outcome).toBe("truncated");
  expect(result.items).toHaveLength(200);
  expect(result.items.every(({ resolved_to }) => resolved_to !== null)).toBe(true);
  expect(result.page).toMatchObject({ total: 200, truncated_by: "max_bytes" });
  expect(result.page.next_cursor).not.toBeNull();
});

describeCaptured("over the captured list", () => {
  it("every locus tag and every symbol that one gene carries leads to its gene", async () => {
    const list = capturedText("kegg/mtu/list_mtu_subset.tsv");
    const rows = list.trim().split("\n").slice(-150);
    const tags = rows.map((row) => row.slice(4, row.indexOf("\t")));
    const result = await resolve({ names: tags, max_bytes: 400_000 }, { "list/mtu": list });
    expect(result.items.map(({ resolved_to }) => resolved_to)).toEqual(tags.map((tag) => `mtu:${tag}`));
  });
});
