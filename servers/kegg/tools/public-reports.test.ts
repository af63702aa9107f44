import { describe, expect, it } from "vitest";
import { type KeggAnswer, keggTool } from "../../../tests/support/kegg-network.ts";
import { SMALL_LIST, SMALL_ORGANISM } from "../../../tests/support/kegg-small-organism.ts";
import { mockNetwork } from "../../../tests/support/source-harness.ts";

// Each case is a class of failure that users of public KEGG clients have reported.
const network = mockNetwork();
const pathwaysOf = keggTool(network, "get_pathways", SMALL_ORGANISM);
const resolve = keggTool(network, "resolve_genes", SMALL_ORGANISM);
const getGene = keggTool(network, "get_gene", {});
const convert = keggTool(network, "convert_ids", {});
const find = keggTool(network, "find_genes", {});
const listPathways = keggTool(network, "list_pathways", SMALL_ORGANISM);
const genesOf = keggTool(network, "get_pathway_genes", SMALL_ORGANISM);

const entry = (id: string, ...sections: string[]): string => [`ENTRY       ${id}`, ...sections, "///", ""].join("\n");
const outcomes = (result: { items: readonly { outcome: string }[] }) => result.items.map(({ outcome }) => outcome);

describe("ids of genes that are no plain locus tags", () => {
  it.each([
    ["spo:SPAC1F8.07c", "a dot"],
    ["dme:Dmel_CG40494", "an underscore"],
    ["sce:tP(UGG)A", "brackets, as tRNA genes of yeast"],
    ["sce:YAL003W-A", "a hyphen"],
    ["hsa:7157", "digits alone"],
    ["cel:CELE_Y110A7A.10", "both"],
    ["abc:x:y", "a second colon"],
    ["abc:lin-3'", "a prime"],
  ])("%s has %s: asked as it is, and answered", async (id) => {
    const result = await pathwaysOf(
      { gene: id },
      {
        [`link/pathway/${id}`]: `${id}\tpath:${id.slice(0, 3)}00010\n`,
        [`list/pathway/${id.slice(0, 3)}`]: "",
        [`link/pathway/${id.slice(0, 3)}`]: "",
      },
    );
    expect(result).toMatchObject({ outcome: "found", resolved: { kegg_gene_id: id, matched_by: "qualified_id" } });
    const whole = await getGene({ ids: [id] }, { [`get/${id}`]: entry(`${id.slice(4)}   CDS   T00001`) });
    expect(whole.record_ids).toEqual([id]);
  });

  it("an id that no path can carry is a typed failure where KEGG lists it, never another gene", async () => {
    const result = await pathwaysOf({ gene: "odd" }, { "list/mtu": `${SMALL_LIST}mtu:a/b\tCDS\t1..9\todd; x\n` });
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "unparsable" }] });
    expect(result.asked).toEqual(["list/mtu"]);
  });

  it.each(["vg:155971", "ag:CAA76703", "vp:155971-1"])("%s is of no organism, and is refused as an id", async (id) => {
    const result = await getGene({ ids: [id] });
    expect(result).toMatchObject({ outcome: "bad_input", errors: [{ param: "ids[0]" }], asked: [] });
  });

  it("a tag without its organism is looked up, not guessed at another organism", async () => {
    const result = await pathwaysOf({ gene: "b3640" });
    expect(result).toMatchObject({ outcome: "not_resolved", asked: ["list/mtu"] });
  });
});

describe("symbols as people write them", () => {
  const rows = [
    "mtu:Rv1\tCDS\t1..9\tHLA-DRB1*03:01, 5'-NT; a",
    "mtu:Rv2\tCDS\t1..9\ttRNA Ala (GGC); b",
    "mtu:Rv3\tCDS\t1..9\tNaN, null; c",
    "mtu:Rv4\tCDS\t1..9\ttrpE+G; d",
    "mtu:Rv5\tCDS\t1..9\t7157, 1E+08; e",
    "mtu:Rv6\tmiRNA\t1..9\tmir-4915-RA",
  ].join("\n");

  it.each([
    ["HLA-DRB1*03:01", "mtu:Rv1"],
    ["5'-NT", "mtu:Rv1"],
    ["tRNA Ala (GGC)", "mtu:Rv2"],
    ["NaN", "mtu:Rv3"],
    ["null", "mtu:Rv3"],
    ["trpE+G", "mtu:Rv4"],
    ["7157", "mtu:Rv5"],
    ["1E+08", "mtu:Rv5"],
    ["mir-4915-RA", null],
  ])("%s", async (name, id) => {
    const result = await resolve({ names: [name] }, { "list/mtu": rows });
    expect(result.items[0]?.resolved_to).toBe(id);
  });

  it("an alias that is another gene's own symbol is ambiguous, never the first", async () => {
    const list = "mtu:Rv1\tCDS\t1..9\tCHL1; one\nmtu:Rv2\tCDS\t1..9\tDDX11, CHL1; two\n";
    const result = await pathwaysOf({ gene: "CHL1" }, { "list/mtu": list });
    expect(result).toMatchObject({ outcome: "ambiguous", records: [], asked: ["list/mtu"] });
  });

  it("the organism nan is one, and no missing value", async () => {
    const result = await pathwaysOf(
      { gene: "AArc1_0836", organism: "nan" },
      { "list/nan": "nan:AArc1_0836\tCDS\t1..9\tx\n", "link/pathway/nan:AArc1_0836": "" },
    );
    expect(result).toMatchObject({ outcome: "none_on_record", query: { organism_used: "nan" } });
  });

  it("Hsa is hsa: KEGG refuses the capital", async () => {
    const result = await listPathways(
      { organism: "Hsa" },
      { "link/pathway/hsa": { status: 400 }, "list/hsa": { status: 400 } },
    );
    expect(result).toMatchObject({ outcome: "not_resolved", asked: ["link/pathway/hsa", "list/hsa"] });
  });
});

describe("layouts that have changed or may vary", () => {
  it.each([
    ["two columns", SMALL_LIST.replaceAll("\tCDS\t1..9\t", "\t")],
    ["a tab behind the description", SMALL_LIST.replaceAll("\n", "\t\n")],
    ["a tab behind the second of two columns", SMALL_LIST.replaceAll("\tCDS\t1..9\t", "\t").replaceAll("\n", "\t\n")],
    ["spaces behind each line", SMALL_LIST.replaceAll("\n", "  \n")],
    ["line ends of Windows", SMALL_LIST.replaceAll("\n", "\r\n")],
    ["line ends of old Macs", SMALL_LIST.replaceAll("\n", "\r")],
    ["blank lines before and after", `\n\n${SMALL_LIST}\n\n`],
    ["a byte order mark", `\ufeff${SMALL_LIST}`],
    ["the database before the description", SMALL_LIST.replaceAll("1..9\t", "1..9\t(RefSeq) ")],
    ["the database before the product", SMALL_LIST.replaceAll("; enzyme", "; (RefSeq) enzyme")],
    ["a position with its chromosome", SMALL_LIST.replaceAll("1..9", "X:complement(1..9)")],
  ])("a gene list with %s is the same list", async (_name, list) => {
    const result = await resolve({ names: ["katG"] }, { "list/mtu": list });
    expect(result.records).toMatchObject([
      { record_id: "mtu:Rv1908c", detail: { symbols: ["katG"], product: "enzyme" } },
    ]);
  });

  it.each([
    ["with path:", "path:"],
    ["without path:", ""],
  ])("pathway ids %s are one id, whatever operation writes them", async (_name, prefix) => {
    const ids = ["mtu00360", "mtu01100"];
    const result = await pathwaysOf(
      { gene: "katG" },
      {
        "link/pathway/mtu:Rv1908c": ids.map((id) => `mtu:Rv1908c\t${prefix}${id}\n`).join(""),
        "list/pathway/mtu": ids.map((id) => `${prefix}${id}\tname of ${id}\t\n`).join(""),
        "link/pathway/mtu": ids.map((id) => `mtu:Rv1908c\t${prefix}${id}\n`).join(""),
      },
    );
    expect(result.record_ids).toEqual(ids);
    expect(result.records.map(({ name, detail }) => [name, detail.size])).toEqual(
      ids.map((id) => [`name of ${id}`, 1]),
    );
  });

  it.each<[string, KeggAnswer]>([
    ["links of genes to pathways", "mtu:Rv1908c\tpath:mtu00360\n"],
    ["enzymes", "mtu:Rv1908c\tec:1.11.1.21\n"],
    ["conversions", "mtu:Rv1908c\tncbi-geneid:885638\n"],
    ["drug interactions", "D00100\tD00564\tCI,P\tunclassified\n"],
    ["pathways", "mtu00010\tGlycolysis\n"],
  ])("%s in place of a gene list are a failure: no name was looked up", async (_name, list) => {
    const result = await resolve({ names: ["katG"] }, { "list/mtu": list });
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "unparsable" }] });
    const found = await find({ query: "katG" }, { "find/mtu/katG": list });
    expect(found).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "unparsable" }] });
  });

  it("links of another organism make no pathways of this one", async () => {
    const result = await listPathways({}, { "link/pathway/mtu": "hsa:7157\tpath:hsa04115\n" });
    expect(result).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code: "unparsable" }] });
    const genes = await genesOf({ pathway: "mtu00360" }, { "link/mtu/mtu00360": "path:mtu00360\thsa:7157\n" });
    expect(genes).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code: "unparsable" }] });
  });
});

describe("answers that look like success", () => {
  const bodies: [string, KeggAnswer, string][] = [
    ["a maintenance page", "<!DOCTYPE html><html><body>Maintenance</body></html>", "unexpected_content"],
    ["a page after a comment", "<!-- proxy -->\n<html></html>", "unexpected_content"],
    ["a sign-in page of a network, marked as HTML", { status: 200, body: "sign in", html: true }, "unexpected_content"],
    ["words", "Sorry, the service is down\n", "in_band_error"],
    ["a JSON error", '{"status":500}', "in_band_error"],
    ["words on pace", "Rate limit exceeded\n", "rate_limited"],
    ["the block for pace", { status: 403, body: "Forbidden" }, "blocked"],
    ["a gateway's error", { status: 502, body: "<html>", html: true }, "upstream_error"],
    ["an expired certificate or a dead line", "reset", "network"],
  ];

  it.each(bodies)("%s is no empty result of any tool", async (_name, answer, code) => {
    const failed = { outcome: "upstream_failed", records: [], errors: [{ code }] };
    expect(await pathwaysOf({ gene: "mtu:Rv1908c" }, { "link/pathway/mtu:Rv1908c": answer })).toMatchObject(failed);
    expect(await resolve({ names: ["katG"] }, { "list/mtu": answer })).toMatchObject(failed);
    expect(await getGene({ ids: ["mtu:Rv1"] }, { "get/mtu:Rv1": answer })).toMatchObject(failed);
    expect(await find({ query: "x" }, { "find/mtu/x": answer })).toMatchObject(failed);
    expect(await genesOf({ pathway: "mtu00360" }, { "link/mtu/mtu00360": answer })).toMatchObject(failed);
    const args = { ids: ["mtu:Rv1"], target: "uniprot" };
    expect(await convert(args, { "conv/uniprot/mtu:Rv1": answer })).toMatchObject(failed);
  });
});

describe("conversions", () => {
  it.each<[string, KeggAnswer]>([
    ["a 404", { status: 404 }],
    ["a blank line", "\n"],
  ])("of which KEGG has none come as %s, and are no error", async (_name, answer) => {
    const result = await convert({ ids: ["mtu:Rv1"], target: "uniprot" }, { "conv/uniprot/mtu:Rv1": answer });
    expect(result).toMatchObject({ outcome: "none_on_record", errors: [] });
  });

  it("of many ids are asked in tens: KEGG cuts long requests without a word", async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `mtu:Rv${index}`);
    const answers = Object.fromEntries(
      [0, 10, 20].map((start) => {
        const some = ids.slice(start, start + 10);
        return [`conv/uniprot/${some.join("+")}`, some.map((id) => `${id}\tup:P${id.slice(6)}\n`).join("")];
      }),
    );
    const result = await convert({ ids, target: "uniprot" }, answers);
    expect(result).toMatchObject({ outcome: "found", page: { total: 25 } });
    expect(new Set(outcomes(result))).toEqual(new Set(["found"]));
  });
});

describe("a search", () => {
  it.each([
    ["catalase peroxidase", "catalase%20peroxidase"],
    ['"shiga toxin"', "%22shiga%20toxin%22"],
    ["5'-nucleotidase (type+2)", "5'-nucleotidase%20(type%2B2)"],
  ])("for %j is encoded once", async (query, segment) => {
    const result = await find({ query }, { [`find/mtu/${segment}`]: "mtu:Rv1\tabcA; x\n" });
    expect(result).toMatchObject({ outcome: "found", record_ids: ["mtu:Rv1"] });
  });

  it("finds genes in the wording of former times too, the orthologue before the gene's own part", async () => {
    const row = "mtu:Rv1\tK11006 shiga toxin subunit A | (GenBank) stx2A; shiga-like toxin II A subunit\n";
    const result = await find({ query: "stx2A" }, { "find/mtu/stx2A": row });
    expect(result.records[0]?.detail).toMatchObject({ symbols: ["stx2A"], exact_symbol: true });
  });
});
