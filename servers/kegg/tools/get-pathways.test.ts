import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../../tests/support/captured/captured.ts";
import { answerKegg, type KeggAnswer } from "../../../tests/support/kegg-network.ts";
import {
  type HarnessOptions,
  mockNetwork,
  type OpenSource,
  openSource,
} from "../../../tests/support/source-harness.ts";
import { kegg } from "../index.ts";

const network = mockNetwork();
const opened: OpenSource[] = [];
afterEach(async () => {
  for (const source of opened.splice(0)) await source.close();
});

const genes = ["katG", "gyrA", "ahpC"];
const tags: Record<string, string> = { katG: "Rv1908c", gyrA: "Rv0006", ahpC: "Rv2428" };
const filler = Array.from({ length: 97 }, (_, index) => `mtu:RvX${index}\tCDS\t1..9\thypothetical protein`);
const LIST = [...genes.map((symbol) => `mtu:${tags[symbol]}\tCDS\t1..9\t${symbol}; enzyme`), ...filler].join("\n");
const LINK = "mtu:Rv1908c\tpath:mtu01100\nmtu:Rv1908c\tpath:mtu00360\nmtu:Rv1908c\tpath:mtu00983\n";
const sized = (id: string, size: number) =>
  Array.from({ length: size }, (_, index) => `mtu:RvX${index}\tpath:${id}\n`).join("");
const ANSWERS: Record<string, KeggAnswer> = {
  "list/mtu": LIST,
  "link/pathway/mtu:Rv1908c": LINK,
  "link/pathway/mtu:Rv0006": "\n",
  "list/pathway/mtu":
    "mtu00360\tPhenylalanine - H37Rv\nmtu00983\tDrugs - H37Rv\nmtu01100\tMetabolic pathways - H37Rv\n",
  "link/pathway/mtu": sized("mtu01100", 60) + sized("mtu00360", 3) + sized("mtu00983", 4),
};

function ask(args: unknown, answers: Record<string, KeggAnswer> = {}, options: HarnessOptions = {}) {
  const asked = answerKegg(network, { ...ANSWERS, ...answers });
  const source = openSource(kegg, options);
  opened.push(source);
  return source.call("get_pathways", args).then((envelope) => ({ ...envelope, asked }));
}

const codes = (envelope: { notes: string[] }) => envelope.notes.map((note) => note.slice(0, note.indexOf(":")));

describe("the pathways of a gene that KEGG knows by its symbol", () => {
  it("come sorted, with name, size, share of the genome and class", async () => {
    const result = await ask({ gene: "katG" });
    expect(result.outcome).toBe("found");
    expect(result.record_ids).toEqual(["mtu00360", "mtu00983", "mtu01100"]);
    expect(result.records[0]).toMatchObject({
      type: "pathway",
      name: "Phenylalanine - H37Rv",
      url: "https://www.kegg.jp/entry/mtu00360",
      source: "kegg",
      licence: "kegg-academic",
      flags: [],
      also: ["path:mtu00360"],
      detail: { kegg_gene_id: "mtu:Rv1908c", number: "00360", size: 3, fraction: 0.03, specificity: "specific" },
    });
    expect(result.records[2]).toMatchObject({
      flags: ["broad_pathways"],
      detail: { size: 60, fraction: 0.6, specificity: "broad" },
    });
    expect(result.page.total).toBe(3);
    expect(result.licences["kegg-academic"]).toMatchObject({ terms: "academic_only", redistribute: false });
  });

  it("rest on the gene's own links first, then on names and sizes", async () => {
    const result = await ask({ gene: "katG" });
    expect(result.requests.map(({ url }) => url)).toEqual([
      "https://rest.kegg.jp/list/mtu",
      "https://rest.kegg.jp/link/pathway/mtu:Rv1908c",
      "https://rest.kegg.jp/list/pathway/mtu",
      "https://rest.kegg.jp/link/pathway/mtu",
    ]);
    expect(result.records.map(({ request_refs }) => request_refs)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  it("say what was resolved and how, and which organism was used", async () => {
    const result = await ask({ gene: "katG" });
    expect(result.query).toMatchObject({ gene: "katG", organism: "mtu", organism_used: "mtu" });
    expect(result.resolved).toEqual({
      matched_by: "symbol",
      kegg_gene_id: "mtu:Rv1908c",
      locus_tag: "Rv1908c",
      symbols: ["katG"],
      candidates: [],
      refused: [],
    });
  });

  it("carry one note on the broad ones, counted as they are", async () => {
    const result = await ask({ gene: "katG" });
    expect(result.notes).toEqual([
      "broad_pathways: 1 of 3 pathways hold at least 5% of the genome; sharing them is a base rate.",
    ]);
  });

  it.each([
    ["katg", "symbol"],
    [" Rv1908c ", "locus_tag"],
    ["rv1908C", "locus_tag"],
    ["mtu:Rv1908c", "qualified_id"],
    ["MTU:Rv1908c", "qualified_id"],
  ])("are the same under %j", async (gene, matchedBy) => {
    const result = await ask({ gene });
    expect(result.record_ids).toEqual(["mtu00360", "mtu00983", "mtu01100"]);
    expect(result.resolved).toMatchObject({ matched_by: matchedBy, kegg_gene_id: "mtu:Rv1908c", locus_tag: "Rv1908c" });
  });

  it("are counted once where KEGG repeats a row", async () => {
    const result = await ask({ gene: "katG" }, { "link/pathway/mtu:Rv1908c": LINK + LINK });
    expect(result.page.total).toBe(3);
  });
});

describe("an id with its own organism", () => {
  it("needs no gene list, and says what is unknown without one", async () => {
    const result = await ask({ gene: "mtu:Rv1908c" });
    expect(result.asked).toEqual(["link/pathway/mtu:Rv1908c", "list/pathway/mtu", "link/pathway/mtu"]);
    expect(result.records[0]?.request_refs).toEqual([0, 1, 2]);
    expect(result.records[0]?.detail).toMatchObject({ size: 3, fraction: null, specificity: "unknown" });
    expect(codes(result)).toEqual(["genome_size_not_asked"]);
  });

  it("wins over the parameter organism", async () => {
    const result = await ask({ gene: "mtu:Rv1908c", organism: "eco" });
    expect(result.query).toMatchObject({ organism: "eco", organism_used: "mtu" });
    expect(codes(result)).toContain("organism_from_id");
    expect(result.outcome).toBe("found");
  });

  it("is looked for in another case when KEGG gives nothing under the spelling asked", async () => {
    const result = await ask({ gene: "mtu:rv1908c" }, { "link/pathway/mtu:rv1908c": "" });
    expect(result.outcome).toBe("found");
    expect(result.resolved).toMatchObject({ matched_by: "qualified_id", kegg_gene_id: "mtu:Rv1908c" });
    expect(result.asked.slice(0, 3)).toEqual(["link/pathway/mtu:rv1908c", "list/mtu", "link/pathway/mtu:Rv1908c"]);
  });

  it("is no id when a symbol follows the colon, and a note says so", async () => {
    const result = await ask({ gene: "mtu:katG" }, { "link/pathway/mtu:katG": "" });
    expect(result.outcome).toBe("not_resolved");
    expect(result.resolved).toMatchObject({ matched_by: "none", kegg_gene_id: null });
    expect(codes(result)).toEqual(["unknown_gene", "symbol_after_colon"]);
  });

  it("is not resolved when KEGG knows neither the gene nor, by refusing, the organism", async () => {
    const result = await ask(
      { gene: "zzz:abc" },
      { "link/pathway/zzz:abc": { status: 400 }, "list/zzz": { status: 400 } },
    );
    expect(result.outcome).toBe("not_resolved");
    expect(codes(result)).toContain("unknown_organism");
  });

  it("is a failure when KEGG refuses the links of a gene that it lists", async () => {
    const result = await ask({ gene: "mtu:Rv1908c" }, { "link/pathway/mtu:Rv1908c": { status: 400 } });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.resolved).toMatchObject({ kegg_gene_id: "mtu:Rv1908c" });
    expect(result.errors).toMatchObject([{ code: "upstream_refused", status: 400 }]);
  });

  it.each([
    ["an unknown gene", "mtu:Rv9999", "not_resolved"],
    ["a gene with a letter too few", "mtu:Rv1908", "not_resolved"],
    ["a known gene", "mtu:Rv2428", "none_on_record"],
  ])("without rows is read by the gene list: %s", async (_name, gene, outcome) => {
    const result = await ask({ gene }, { [`link/pathway/${gene}`]: "\n" });
    expect(result.outcome).toBe(outcome);
    expect(result.records).toEqual([]);
    expect(result.notes).not.toEqual([]);
  });

  it.each<[string, KeggAnswer]>([
    ["cannot be fetched", { status: 503 }],
    ["comes empty", ""],
    ["comes as a blank line", "\n"],
    ["is an HTML page", "<!DOCTYPE html><html></html>"],
  ])("without rows is no zero while the list %s", async (_name, list) => {
    const result = await ask({ gene: "mtu:Rv2428" }, { "link/pathway/mtu:Rv2428": "", "list/mtu": list });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.errors).toHaveLength(1);
  });
});

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
    expect(codes(result)).toEqual(["no_pathway"]);
    expect(result.asked).toEqual(["list/mtu", "link/pathway/mtu:Rv0006"]);
  });

  it.each<[string, KeggAnswer, string]>([
    ["a server error", { status: 503 }, "upstream_error"],
    ["a broken connection", "reset", "network"],
    ["a refusal", { status: 400 }, "upstream_refused"],
    ["a block", { status: 403, body: "Forbidden" }, "blocked"],
    ["an HTML page with status 200", "<html><body>busy</body></html>", "unexpected_content"],
    ["a page marked as HTML", { status: 200, body: "sorry", html: true }, "unexpected_content"],
    ["text that is no table", "Service is busy, try again\n", "unparsable"],
    ["rows of another kind", "mtu:Rv1908c\tec:1.11.1.21\n", "unparsable"],
    ["rows of another gene", "mtu:Rv0001\tpath:mtu00010\n", "unparsable"],
    ["rows with a broken end", `${LINK}mtu:Rv19`, "unparsable"],
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
    expect(codes(result)).toContain("names_unavailable");
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
    expect(codes(result)).toEqual(["sizes_unavailable"]);
  });

  it("a pathway that the lists leave out is marked alone, and counted", async () => {
    const result = await ask(
      { gene: "katG" },
      { "list/pathway/mtu": "mtu00360\tPhenylalanine\n", "link/pathway/mtu": sized("mtu00360", 3) },
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
    expect(codes(result)).toEqual(["unknown_gene"]);
    expect(result.asked).toEqual(["list/mtu"]);
  });

  it("is ambiguous when two genes carry it, and both are named", async () => {
    const list = `${LIST}\nmtu:Rv5001\tCDS\t1..9\tdup, x; one\nmtu:Rv5002\tCDS\t1..9\tdup; two`;
    const result = await ask({ gene: "dup" }, { "list/mtu": list });
    expect(result.outcome).toBe("ambiguous");
    expect(result.records).toEqual([]);
    expect(result.resolved.candidates).toEqual([
      { id: "mtu:Rv5001", name: "one", why: "has this symbol" },
      { id: "mtu:Rv5002", name: "two", why: "has this symbol" },
    ]);
    expect(result.resolved).toMatchObject({ kegg_gene_id: null });
    expect(codes(result)).toEqual(["ambiguous_name"]);
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

describe("the organism", () => {
  it("is trimmed and lower-cased", async () => {
    const result = await ask({ gene: "katG", organism: " MTU " });
    expect(result.query).toMatchObject({ organism: "mtu", organism_used: "mtu" });
    expect(result.outcome).toBe("found");
  });

  it("may be a T number, which is sent with a capital", async () => {
    const answers = {
      "list/T00015": LIST,
      "list/pathway/T00015": ANSWERS["list/pathway/mtu"]!,
      "link/pathway/T00015": ANSWERS["link/pathway/mtu"]!,
    };
    const result = await ask({ gene: "katG", organism: "t00015" }, answers);
    expect(result.query).toMatchObject({ organism: "t00015", organism_used: "T00015" });
    expect(result.record_ids).toHaveLength(3);
    expect(result.resolved).toMatchObject({ kegg_gene_id: "mtu:Rv1908c" });
  });

  it("is read in the old layout of two columns too", async () => {
    const result = await ask({ gene: "katG" }, { "list/mtu": LIST.replaceAll("\tCDS\t1..9\t", "\t") });
    expect(result.resolved).toMatchObject({ kegg_gene_id: "mtu:Rv1908c" });
    expect(result.records[2]?.detail).toMatchObject({ fraction: 0.6 });
  });
});

describe("arguments that are refused before anything is sent", () => {
  it.each([
    ["nothing at all", {}, "gene", "missing_argument"],
    ["a blank gene", { gene: "  " }, "gene", "invalid_argument"],
    ["a gene that is too long", { gene: "a".repeat(101) }, "gene", "out_of_range"],
    ["a gene with control characters", { gene: "kat\u0001G" }, "gene", "invalid_argument"],
    ["a pathway for a gene", { gene: "path:mtu00360" }, "gene", "invalid_argument"],
    ["an orthologue for a gene", { gene: "ko:K03782" }, "gene", "invalid_argument"],
    ["a path", { gene: "mtu:../../info/kegg" }, "gene", "invalid_argument"],
    ["an encoded path", { gene: "mtu:%2e%2e" }, "gene", "invalid_argument"],
    ["two genes in one", { gene: "mtu:Rv1908c+mtu:Rv0006" }, "gene", "invalid_argument"],
    ["an organism of one letter", { gene: "katG", organism: "m" }, "organism", "invalid_argument"],
    ["an organism that is a path", { gene: "katG", organism: "../mtu" }, "organism", "invalid_argument"],
    ["a database for an organism", { gene: "katG", organism: "path" }, "organism", "invalid_argument"],
    ["an unknown parameter", { gene: "katG", species: "mtu" }, "species", "unknown_argument"],
  ])("%s", async (_name, args, param, code) => {
    const result = await ask(args);
    expect(result.outcome).toBe("bad_input");
    expect(result.errors).toMatchObject([{ code, param }]);
    expect(result.requests).toEqual([]);
    expect(result.asked).toEqual([]);
  });
});

describe("KEGG's terms", () => {
  it("close a public address until its operator has set them, and nothing is sent", async () => {
    const result = await ask({ gene: "katG" }, {}, { exposure: "public" });
    expect(result.outcome).toBe("not_configured");
    expect(codes(result)).toEqual(["terms_unset"]);
    expect(result.notes[0]).toContain("GENE_ROUTER_KEGG_TERMS");
    expect(result.asked).toEqual([]);
    expect(result.requests).toEqual([]);
  });

  it.each(["academic", "licensed"])("are met by %s", async (terms) => {
    const result = await ask({ gene: "katG" }, {}, { exposure: "public", env: { GENE_ROUTER_KEGG_TERMS: terms } });
    expect(result.outcome).toBe("found");
  });

  it("must be one of the two", () => {
    expect(() => openSource(kegg, { env: { GENE_ROUTER_KEGG_TERMS: "yes" } })).toThrow("GENE_ROUTER_KEGG_TERMS");
  });
});

it("asks another address when one is set", async () => {
  const asked: string[] = [];
  network.use(
    http.get("https://kegg.example/rest/*", ({ request }) => {
      const path = new URL(request.url).pathname.replace("/rest/", "");
      asked.push(path);
      return HttpResponse.text(ANSWERS[path] as string);
    }),
  );
  const result = await ask({ gene: "katG" }, {}, { env: { GENE_ROUTER_KEGG_URL: "https://kegg.example/rest/" } });
  expect(result.outcome).toBe("found");
  expect(result.asked).toEqual([]);
  expect(asked).toHaveLength(4);
});

it("gives a long list in pages that neither overlap nor skip", async () => {
  const ids = Array.from({ length: 60 }, (_, index) => `mtu${String(index).padStart(5, "0")}`);
  const link = ids.map((id) => `mtu:Rv1908c\tpath:${id}\n`).join("");
  answerKegg(network, { ...ANSWERS, "link/pathway/mtu:Rv1908c": link });
  const source = openSource(kegg);
  opened.push(source);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await source.call("get_pathways", {
      gene: "katG",
      max_bytes: 8000,
      ...(cursor === null ? {} : { cursor }),
    });
    expect(page.outcome).toBe("truncated");
    expect(page.page.total).toBe(60);
    seen.push(...page.record_ids);
    cursor = page.page.next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual(ids);
});

describeCaptured("over captured answers", () => {
  it("katG has its five pathways, and the two overview maps are broad", async () => {
    const result = await ask(
      { gene: "katG" },
      {
        "list/mtu": capturedText("kegg/mtu/list_mtu_subset.tsv"),
        "link/pathway/mtu:Rv1908c": capturedText("kegg/mtu/link_pathway_Rv1908c.tsv"),
        "list/pathway/mtu": capturedText("kegg/mtu/list_pathway_mtu.tsv"),
        "link/pathway/mtu": capturedText("kegg/mtu/link_pathway_mtu.tsv"),
      },
    );
    expect(result.outcome).toBe("found");
    expect(result.record_ids).toEqual(["mtu00360", "mtu00380", "mtu00983", "mtu01100", "mtu01110"]);
    expect(result.records.every(({ name }) => name.endsWith("Mycobacterium tuberculosis H37Rv"))).toBe(true);
    expect(result.records[3]?.detail).toMatchObject({ size: 699, specificity: "broad" });
  });
});
