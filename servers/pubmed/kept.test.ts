import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  articleXml,
  EUTILS,
  IDCONV,
  paramsOf,
  pubmedNetwork,
  setXml,
  xml,
} from "../../tests/support/pubmed-network.ts";

// How long an answer of each service is used again.
const network = pubmedNetwork();
const HOUR_MS = 3_600_000;
const asked: string[] = [];
let known = true;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  asked.length = 0;
  known = true;
  network.use(
    http.all(`${EUTILS}/esearch.fcgi`, () => {
      asked.push("esearch");
      return HttpResponse.json({ esearchresult: { count: "1", idlist: ["7"] } });
    }),
    http.all(`${EUTILS}/efetch.fcgi`, () => {
      asked.push("efetch");
      const doi = '<ELocationID EIdType="doi">10.1000/a</ELocationID>';
      return xml(known ? setXml(articleXml("7", { article: doi })) : setXml());
    }),
    http.all(`${EUTILS}/ecitmatch.cgi`, async ({ request }) => {
      asked.push("ecitmatch");
      return HttpResponse.text(`${(await paramsOf(request)).bdata}7`);
    }),
    http.get(IDCONV, async ({ request }) => {
      asked.push("idconv");
      const { ids = "" } = await paramsOf(request);
      const row = known ? { pmid: "7", pmcid: "PMC7" } : { status: "error", errmsg: "Identifier not found in PMC" };
      return HttpResponse.json({ records: [{ "requested-id": ids, ...row }] });
    }),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

/** The services asked again by the same call after so many hours. */
async function askedAgain(tool: string, args: object, hours: number, env?: Record<string, string>): Promise<string[]> {
  const source = network.open(env);
  await source.call(tool, args);
  asked.length = 0;
  vi.setSystemTime(Date.now() + hours * HOUR_MS);
  await source.call(tool, args);
  return [...asked];
}

const A_MONTH = { GENE_ROUTER_TTL_PUBMED: String(30 * 86_400) };
const CITATIONS = { citations: [{ journal: "j", year: "2020" }] };

describe("an answer", () => {
  it.each([
    ["get_records", { pmids: ["7"] }, ["efetch"]],
    ["get_abstracts_for_gene", { gene: "katG" }, ["efetch"]],
    ["convert_ids", { ids: ["PMC7"] }, []],
  ])(
    "of %s (%o) is asked for again after a day for the states in it, though a month is set: %j",
    async (tool, args, services) => {
      expect(await askedAgain(tool, args, 25, A_MONTH)).toEqual(services);
    },
  );

  it.each([
    ["get_abstracts_for_gene", { gene: "katG" }, 23, []],
    ["get_abstracts_for_gene", { gene: "katG" }, 25, ["esearch", "efetch"]],
    ["get_records", { pmids: ["7"] }, 23, []],
    ["get_records", { pmids: ["7"] }, 25, ["efetch"]],
    ["match_citation", CITATIONS, 23, []],
    ["match_citation", CITATIONS, 25, ["ecitmatch", "efetch"]],
    ["explain_query", { term: "katG" }, 25, ["esearch"]],
    ["convert_ids", { ids: ["PMC7"] }, 167, []],
    ["convert_ids", { ids: ["PMC7"] }, 169, ["idconv"]],
  ])("of %s (%o) is asked for again after %i hours: %j", async (tool, args, hours, services) => {
    expect(await askedAgain(tool, args, hours)).toEqual(services);
  });

  it.each([
    ["convert_ids", { ids: ["PMC7"] }, ["idconv"]],
    ["get_records", { pmids: ["7"] }, ["efetch"]],
  ])("of %s (%o) that knows nothing is kept for a day", async (tool, args, services) => {
    known = false;
    expect(await askedAgain(tool, args, 23)).toEqual([]);
    expect(await askedAgain(tool, args, 25)).toEqual(services);
  });

  it("keeps the record of a DOI outside PMC for a week, since no state is taken from it", async () => {
    network.use(
      http.get(IDCONV, () => {
        asked.push("idconv");
        return HttpResponse.json({ records: [{ "requested-id": "10.1000/a", status: "error" }] });
      }),
    );
    expect(await askedAgain("convert_ids", { ids: ["10.1000/a"] }, 25)).toEqual(["idconv", "esearch"]);
  });

  it.each(["get_abstracts_for_gene", "search_abstracts"])(
    "of %s older than a day gives text when NCBI is down, and no state",
    async (tool) => {
      const source = network.open();
      const args = tool === "search_abstracts" ? { term: "katG" } : { gene: "katG" };
      const first = await source.call(tool, args);
      expect(first.records[0]?.detail.publication_state).toMatchObject({ states: ["none_known"] });
      vi.setSystemTime(Date.now() + 25 * HOUR_MS);
      network.use(http.all(`${EUTILS}/:endpoint`, () => new HttpResponse(null, { status: 503 })));
      const later = await source.call(tool, args);
      expect(later).toMatchObject({ outcome: "found", record_ids: ["7"] });
      expect(later.records[0]).toMatchObject({ stale: true, detail: { publication_state: null } });
      expect(later.records[0]?.flags).toContain("publication_state_unknown");
    },
  );

  it.each([
    ["get_records", { pmids: ["7"] }],
    ["match_citation", CITATIONS],
  ])("of %s older than a day is not taken when NCBI is down", async (tool, args) => {
    const source = network.open();
    await source.call(tool, args);
    vi.setSystemTime(Date.now() + 25 * HOUR_MS);
    network.use(http.all(`${EUTILS}/efetch.fcgi`, () => new HttpResponse(null, { status: 503 })));
    expect(await source.call(tool, args)).toMatchObject({ outcome: "upstream_failed", records: [] });
  });

  it("that failed is kept by no one", async () => {
    const source = network.open();
    network.use(http.all(`${EUTILS}/efetch.fcgi`, () => HttpResponse.html("<html>busy</html>"), { once: true }));
    expect((await source.call("get_records", { pmids: ["7"] })).outcome).toBe("upstream_failed");
    expect((await source.call("get_records", { pmids: ["7"] })).outcome).toBe("found");
  });

  it("lies in files of this user only, with neither address nor key, and is used by the next process", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pubmed-kept-"));
    try {
      const env = { GENE_ROUTER_CACHE_DIR: folder, NCBI_EMAIL: "someone@example.org", NCBI_API_KEY: "s3cret-key" };
      await network.call("get_records", { pmids: ["7"] }, env);
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      expect(files).toHaveLength(1);
      const file = join(files[0]!.parentPath, files[0]!.name);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readFileSync(file, "utf8")).toContain("About <i>katG</i>.");
      expect(readFileSync(file, "utf8")).not.toMatch(/someone@|s3cret/);
      asked.length = 0;
      const again = await network.call("get_records", { pmids: ["7"] }, env);
      expect(again.records[0]).toMatchObject({ record_id: "7", cached: true });
      expect(asked).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
