import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  answerKegg,
  type KeggAnswer,
  type KeggAnswers,
  keggTool,
  noteCodes,
} from "../../tests/support/kegg-network.ts";
import { mockNetwork, openSource } from "../../tests/support/source-harness.ts";
import { kegg } from "./index.ts";

// What README.md says of answers that are kept. Every call opens the source anew: only the disk remembers.
const network = mockNetwork();

const LIST = "mtu:Rv1\tCDS\t1..9\tabcA; x\nmtu:Rv2\tCDS\t10..19\tabcB; y\n";
const LINKS = "mtu:Rv1\tpath:mtu00010\n";
const TOOLS = {
  get_pathways: keggTool(network, "get_pathways", {}),
  resolve_genes: keggTool(network, "resolve_genes", {}),
  get_gene: keggTool(network, "get_gene", {}),
  find_genes: keggTool(network, "find_genes", {}),
  get_pathway_genes: keggTool(network, "get_pathway_genes", { "list/mtu": LIST }),
  list_pathways: keggTool(network, "list_pathways", { "list/mtu": LIST, "list/pathway/mtu": "mtu00010\tG\n" }),
  get_release: keggTool(network, "get_release", {}),
  convert_ids: keggTool(network, "convert_ids", {}),
};

interface Case {
  readonly tool: keyof typeof TOOLS;
  readonly args: object;
  readonly path: string;
  readonly body: string;
}
const CASES: readonly Case[] = [
  { tool: "resolve_genes", args: { names: ["abcA"] }, path: "list/mtu", body: LIST },
  { tool: "list_pathways", args: {}, path: "link/pathway/mtu", body: LINKS },
  {
    tool: "get_pathway_genes",
    args: { pathway: "mtu00010" },
    path: "link/mtu/mtu00010",
    body: "path:mtu00010\tmtu:Rv1\n",
  },
  { tool: "find_genes", args: { query: "abc" }, path: "find/mtu/abc", body: "mtu:Rv1\tabcA; x\n" },
  { tool: "get_gene", args: { ids: ["mtu:Rv1"] }, path: "get/mtu:Rv1", body: "ENTRY       Rv1\n///\n" },
  {
    tool: "convert_ids",
    args: { ids: ["mtu:Rv1"], target: "uniprot" },
    path: "conv/uniprot/mtu:Rv1",
    body: "mtu:Rv1\tup:P1\n",
  },
];
const RELEASE: Case = { tool: "get_release", args: {}, path: "info/kegg", body: "kegg  Release 118.0, Jun 26\n" };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 1);

let folder: string;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  folder = mkdtempSync(join(tmpdir(), "gene-router-kegg-"));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** Asks at `age` milliseconds after the first time; KEGG would now answer so. */
async function askAt(
  age: number,
  { tool, args, path }: Case,
  answer: KeggAnswer,
  env: Record<string, string> = {},
  beside: KeggAnswers = {},
) {
  vi.setSystemTime(START + age);
  const answers = { ...beside, [path]: answer };
  const result = await TOOLS[tool](args, answers, { env: { GENE_ROUTER_CACHE_DIR: folder, ...env } });
  return { ...result, askedAgain: result.asked.includes(path) };
}

const entryAbout = (result: { requests: readonly { url: string }[] }, path: string) =>
  result.requests.find(({ url }) => url.endsWith(path));

const filesKept = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), "utf8"));

describe("an answer with data", () => {
  it.each([...CASES.map((one) => ({ ...one, ttl: 7 * DAY })), { ...RELEASE, ttl: DAY }])(
    "$path is kept for its time, then asked again",
    async ({ ttl, ...one }) => {
      const first = await askAt(0, one, one.body);
      expect(first).toMatchObject({ outcome: "found", askedAgain: true });
      const kept = await askAt(ttl - 1000, one, { status: 503 });
      expect(kept).toMatchObject({ outcome: "found", askedAgain: false });
      expect(entryAbout(kept, one.path)).toMatchObject({ cached: true, stale: false });
      expect(entryAbout(kept, one.path)).toHaveProperty("retrieved_at", new Date(START).toISOString());
      expect(await askAt(ttl + 1000, one, one.body)).toMatchObject({ askedAgain: true });
    },
  );

  it("is the same answer from the disk, but for what tells that it came from there", async () => {
    for (const one of CASES) {
      const substance = (result: Awaited<ReturnType<typeof askAt>>) =>
        JSON.stringify({ ...result, asked: null, askedAgain: null }, (key, value) =>
          ["cached", "attempts", "validated_at"].includes(key) ? null : value,
        );
      expect(substance(await askAt(HOUR, one, one.body))).toBe(substance(await askAt(HOUR, one, one.body)));
    }
  });
});

describe("a negative or empty answer", () => {
  const nothing: [string, KeggAnswer][] = [
    ["a 404", { status: 404 }],
    ["an empty body", ""],
    ["a blank line", "\n"],
  ];
  it.each(
    CASES.filter(({ path }) => path !== "list/mtu").flatMap((one) =>
      nothing.map(([name, answer]) => ({ ...one, name, answer })),
    ),
  )("$path, $name, is kept for a day", async ({ answer, ...one }) => {
    const first = await askAt(0, one, answer);
    expect(first.records).toEqual([]);
    expect(await askAt(DAY - 1000, one, one.body)).toMatchObject({ outcome: first.outcome, askedAgain: false });
    expect(await askAt(DAY + 1000, one, one.body)).toMatchObject({ outcome: "found", askedAgain: true });
  });

  it("of an organism that KEGG does not have is kept for a day when it is a 404", async () => {
    const one = CASES[0]!;
    expect(await askAt(0, one, { status: 404 })).toMatchObject({ outcome: "not_resolved" });
    expect(await askAt(DAY - 1000, one, LIST)).toMatchObject({ outcome: "not_resolved", askedAgain: false });
    expect(await askAt(DAY + 1000, one, LIST)).toMatchObject({ outcome: "found" });
  });
});

describe("what is never kept", () => {
  it.each<[string, KeggAnswer]>([
    ["a page", "<html>"],
    ["words", "Sorry, we are busy\n"],
    ["an error object", "{}"],
    ["broken rows", "mtu:Rv1\n"],
    ["a refusal", { status: 400 }],
    ["a block", { status: 403 }],
    ["an error", { status: 500 }],
    ["a broken connection", "reset"],
  ])("%s", async (_name, answer) => {
    for (const one of CASES) {
      await askAt(0, one, answer);
      expect(filesKept().filter((text) => text.includes(`/${one.path}"`))).toEqual([]);
      expect(await askAt(HOUR, one, one.body)).toMatchObject({ outcome: "found", askedAgain: true });
    }
  });

  it("an empty gene list", async () => {
    await askAt(0, CASES[0]!, "\n");
    expect(filesKept()).toEqual([]);
  });

  it("entries of other genes than those asked", async () => {
    const one = CASES.find(({ tool }) => tool === "get_gene")!;
    expect(await askAt(0, one, "ENTRY       Rv9\n///\n")).toMatchObject({ outcome: "upstream_failed" });
    expect(filesKept()).toEqual([]);
    expect(await askAt(HOUR, one, one.body)).toMatchObject({ outcome: "found", askedAgain: true });
  });

  it("an answer without pathway sizes, of an organism that has pathways", async () => {
    const sizes = { tool: "get_pathways", args: { gene: "mtu:Rv1" }, path: "link/pathway/mtu" } as const;
    const usual = { "link/pathway/mtu:Rv1": LINKS, "list/pathway/mtu": "mtu00010\tG\n" };
    const detailAt = async (age: number, body: string) =>
      (await askAt(age, { ...sizes, body }, body, {}, usual)).records[0]?.detail;
    expect(await detailAt(0, "\n")).toMatchObject({ size: null });
    expect(await detailAt(HOUR, LINKS)).toMatchObject({ size: 1 });
  });
});

describe("an answer past its time", () => {
  const one = CASES[0]!;

  it.each<[string, KeggAnswer]>([
    ["an error", { status: 503 }],
    ["a broken connection", "reset"],
    ["a request for a slower pace", { status: 429 }],
  ])("stands in after %s, marked, with its age and the failure beside it", async (_name, failure) => {
    await askAt(0, one, one.body);
    const result = await askAt(36 * DAY, one, failure);
    expect(result).toMatchObject({ outcome: "found", errors: [], records: [{ stale: true, cached: true }] });
    expect(noteCodes(result)).toContain("stale_served");
    expect(result.notes.join()).toContain("36 days");
    expect(result.requests.map(({ error }) => error)).toContainEqual(expect.any(String));
  });

  it.each<[string, KeggAnswer, number, Record<string, string>]>([
    ["after thirty days more", { status: 503 }, 38 * DAY, {}],
    ["when it is switched off", { status: 503 }, 8 * DAY, { GENE_ROUTER_STALE_DAYS: "0" }],
    ["after a refusal for pace", { status: 403 }, 8 * DAY, {}],
    ["after a page", "<html>", 8 * DAY, {}],
    ["after words", "Sorry, we are busy\n", 8 * DAY, {}],
  ])("does not stand in %s", async (_name, failure, age, env) => {
    await askAt(0, one, one.body);
    expect(await askAt(age, one, failure, env)).toMatchObject({ outcome: "upstream_failed", records: [] });
  });
});

describe("the operator decides", () => {
  const one = CASES[0]!;

  it("how long: GENE_ROUTER_TTL_KEGG in seconds, also shorter than a day for empty answers", async () => {
    const env = { GENE_ROUTER_TTL_KEGG: "60" };
    await askAt(0, one, one.body, env);
    expect(await askAt(59_000, one, one.body, env)).toMatchObject({ askedAgain: false });
    expect(await askAt(61_000, one, one.body, env)).toMatchObject({ askedAgain: true });
  });

  it("whether at all: nothing is written when the folder is off", async () => {
    await askAt(0, one, one.body, { GENE_ROUTER_CACHE_DIR: "off" });
    expect(filesKept()).toEqual([]);
    expect(await askAt(0, one, one.body, { GENE_ROUTER_CACHE_DIR: "off" })).toMatchObject({ askedAgain: true });
  });

  it("where: one file an answer, the body as it came behind one line that says what it is", async () => {
    await askAt(0, one, one.body);
    const [text] = filesKept();
    const border = text!.indexOf("\n");
    expect(JSON.parse(text!.slice(0, border))).toMatchObject({
      source: "kegg",
      url: "https://rest.kegg.jp/list/mtu",
      status: 200,
    });
    expect(text!.slice(border + 1)).toBe(LIST);
  });

  it("whether to record: every answer is written, with a warning that KEGG's must stay private", async () => {
    answerKegg(network, { [one.path]: one.body });
    const source = openSource(kegg, { env: { GENE_ROUTER_UPSTREAM: `record:${join(folder, "recording")}` } });
    await source.call(one.tool, one.args);
    await source.close();
    expect(filesKept()).toContain(LIST);
    expect(source.warnings).toEqual([expect.stringContaining("kegg-academic")]);
  });
});
