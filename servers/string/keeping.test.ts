import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mockNetwork, openSource } from "../../tests/support/source-harness.ts";
import { interactionRow, KATG_OFFER, stringKnowsTags } from "../../tests/support/string-network.ts";
import { string } from "./index.ts";

// What README.md says of answers that are kept. Every call opens the source anew: only the disk remembers.
const network = mockNetwork();

const PINNED = "https://version-12-0.string-db.org";
const MOVING = "https://string-db.org";
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);

let folder: string;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  folder = mkdtempSync(join(tmpdir(), "gene-router-string-"));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const filesKept = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), "utf8"));

/** Asks at `age` milliseconds after the first time; `method` would now answer so. Tells whether it was asked. */
async function askAt(
  age: number,
  { tool, args, method }: { tool: string; args: object; method: string },
  answer: () => Response,
  env: Record<string, string> = {},
) {
  vi.setSystemTime(START + age);
  let asked = 0;
  const base = env.GENE_ROUTER_STRING_URL ?? PINNED;
  network.resetHandlers();
  stringKnowsTags(network);
  if (base === MOVING)
    network.use(http.post(`${MOVING}/api/json/get_string_ids`, () => HttpResponse.json([KATG_OFFER])));
  network.use(
    http.all(`${base}/api/json/${method}`, () => {
      asked += 1;
      return answer();
    }),
  );
  const source = openSource(string, { env: { GENE_ROUTER_CACHE_DIR: folder, ...env } });
  const result = await source.call(tool, args);
  await source.close();
  return { result, asked };
}

const json = (body: object) => () => HttpResponse.json(body);
const status =
  (code: number, body = "") =>
  () =>
    new HttpResponse(body, { status: code });

const PARTNERS = { tool: "get_partners", args: { gene: "Rv1908c" }, method: "interaction_partners" };
const CASES = [
  { ...PARTNERS, body: [interactionRow("Rv1908c", "Rv1909c", 0.979)] },
  { tool: "resolve_ids", args: { names: ["katG"] }, method: "get_string_ids", body: [KATG_OFFER] },
  { tool: "get_network", args: { ids: ["Rv1", "Rv2"] }, method: "network", body: [interactionRow("Rv1", "Rv2", 0.9)] },
  {
    tool: "get_homologs",
    args: { gene: "Rv1908c", species_b: [9606] },
    method: "homology_best",
    body: [{ stringId_A: "83332.Rv1908c", stringId_B: "9606.x", bitscore: 77 }],
  },
  {
    tool: "get_enrichment",
    args: { ids: ["Rv1", "Rv2"] },
    method: "enrichment",
    body: [
      {
        ...{ category: "KEGG", term: "mtu00010", p_value: 0.001, fdr: 0.01, inputGenes: ["83332.Rv1"] },
        ...{ number_of_genes: 1, number_of_genes_in_background: 9 },
      },
    ],
  },
];
const VERSION = { tool: "get_version", args: {}, method: "version", body: [{ string_version: "12.0" }] };

describe("an answer with data", () => {
  it.each([...CASES.map((one) => ({ ...one, days: 30 })), { ...VERSION, days: 1 }])(
    "of $method is kept for $days days, then asked again",
    async ({ body, days, ...one }) => {
      expect((await askAt(0, one, json(body))).result.outcome).toBe("found");
      const kept = await askAt(days * DAY - 1000, one, status(503));
      expect([kept.result.outcome, kept.asked]).toEqual(["found", 0]);
      expect((await askAt(days * DAY + 1000, one, json(body))).asked).toBe(1);
    },
  );

  it("of the address that moves with the version is kept for a day", async () => {
    const env = { GENE_ROUTER_STRING_URL: MOVING };
    const one = { tool: "resolve_ids", args: { names: ["katG"] }, method: "get_string_ids" };
    expect((await askAt(0, one, json([KATG_OFFER]), env)).asked).toBe(1);
    expect((await askAt(DAY - 1000, one, json([KATG_OFFER]), env)).asked).toBe(0);
    expect((await askAt(DAY + 1000, one, json([KATG_OFFER]), env)).asked).toBe(1);
  });
});

describe("a negative answer", () => {
  const nothing = '[{"Error":"nothing found","ErrorMessage":"Sorry, STRING did not find any matches for your input."}]';

  it.each([
    ["no partner", PARTNERS, json([])],
    ["no name", { tool: "resolve_ids", args: { names: ["x"] }, method: "get_string_ids" }, json([])],
    ["a 404", { tool: "resolve_ids", args: { names: ["x"] }, method: "get_string_ids" }, status(404, nothing)],
  ])("(%s) is kept for a day", async (_what, one, answer) => {
    expect((await askAt(0, one, answer)).asked).toBe(1);
    expect((await askAt(DAY - 1000, one, answer)).asked).toBe(0);
    expect((await askAt(DAY + 1000, one, answer)).asked).toBe(1);
  });
});

it.each([
  ["an error", json({ Error: "busy" })],
  ["a list of strings", json(["Error", "busy"])],
  ["a page", status(200, "<html></html>")],
  ["a table", status(200, "stringId_A\tstringId_B\n")],
  ["a refusal", status(400, "[]")],
  ["another 404", status(404, "<html></html>")],
  ["rows about another protein", json([interactionRow("Rv0001", "Rv0002", 0.9)])],
])("%s is never kept", async (_what, answer) => {
  expect((await askAt(0, PARTNERS, answer)).result.outcome).toBe("upstream_failed");
  expect(filesKept().filter((file) => file.includes("interaction_partners"))).toEqual([]);
  const after = await askAt(1000, PARTNERS, json([interactionRow("Rv1908c", "Rv1909c", 0.979)]));
  expect([after.result.outcome, after.asked]).toEqual(["found", 1]);
});

it("stands in past its time when STRING is down, marked, for thirty days more", async () => {
  const one = { ...PARTNERS };
  await askAt(0, one, json([interactionRow("Rv1908c", "Rv1909c", 0.979)]));
  const stale = await askAt(59 * DAY, one, status(503));
  expect(stale.result).toMatchObject({ outcome: "found", records: [{ stale: true }] });
  expect((await askAt(61 * DAY, one, status(503))).result.outcome).toBe("upstream_failed");
});

it("says who asks on the wire, and nowhere else", async () => {
  const env = { STRING_CALLER_IDENTITY: "somebody-of-note" };
  const { result } = await askAt(0, PARTNERS, json([interactionRow("Rv1908c", "Rv1909c", 0.979)]), env);
  expect(JSON.stringify([result, filesKept()])).not.toContain("somebody-of-note");
  expect(filesKept().join()).toContain("83332.Rv1908c");
});
