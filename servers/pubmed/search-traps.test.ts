import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { cursorAt } from "../../tests/support/cursor-at.ts";
import {
  articleXml,
  codesOf,
  EUTILS,
  paramsOf,
  pubmedNetwork,
  setXml,
  xml,
} from "../../tests/support/pubmed-network.ts";

// Each kind of search answer on which a public client of E-utilities is known to have failed, through the tools.
const network = pubmedNetwork();

const answering = (body: string | object, type?: string) =>
  network.use(
    http.all(`${EUTILS}/esearch.fcgi`, () =>
      typeof body === "string"
        ? HttpResponse.text(body, { headers: { "content-type": type ?? "application/json" } })
        : HttpResponse.json(body),
    ),
  );

describe.each([
  ["search_abstracts", { term: "katG" }],
  ["get_abstracts_for_gene", { gene: "katG" }],
  ["explain_query", { term: "katG" }],
])("%s, answered", (tool, args) => {
  it.each([
    [
      "with a backend failure inside a result",
      { esearchresult: { ERROR: "Search Backend failed: Database is not supported: pubmed" } },
      "in_band_error",
    ],
    ["with an error beside a zero", { esearchresult: { count: "0", idlist: [], ERROR: "x" } }, "in_band_error"],
    [
      "with the limit of retstart",
      "<eSearchResult><ERROR>'retstart' cannot be larger than 9998</ERROR></eSearchResult>",
      "in_band_error",
    ],
    ["with a balancer's message", { error: "/lbsm/eutils_lb -> Neg", type: "ip", status: "ok" }, "in_band_error"],
    ["with its pace limit", { error: "API rate limit exceeded", count: "11", limit: "10" }, "rate_limited"],
    ["with a page", "<html><body>Service unavailable</body></html>", "unexpected_content"],
    ["with a summary", { header: { type: "esummary" }, result: { uids: ["7"] } }, "unparsable"],
    ["with nothing", "", "incomplete"],
    ["with a line of text", "Error: connection closed", "in_band_error"],
    ["with half a JSON", '{"esearchresult":{"count":"9","idlist":["1"', "unparsable"],
    [
      "with a line break inside the JSON of its error",
      '{"esearchresult":{"ERROR":"Search Backend failed: Exception:\n\'retstart\' cannot be larger than 9998."}}',
      "in_band_error",
    ],
    ["with a count that is none", { esearchresult: { count: "", idlist: [] } }, "unparsable"],
  ])("%s, fails as %s, never as a zero", async (_name, body, code) => {
    answering(body);
    const result = await network.call(tool, args);
    expect(result).toMatchObject({
      outcome: "upstream_failed",
      records: [],
      page: { total: null },
      errors: [{ code, retryable: code === "rate_limited" || code === "incomplete" }],
    });
  });
});

describe("a search", () => {
  it("keeps its own order, drops PMIDs that are listed twice, and asks for each once", async () => {
    const asked: string[] = [];
    answering({ esearchresult: { count: "3", idlist: ["9", "10", "9", "8"] } });
    network.use(
      http.get(`${EUTILS}/efetch.fcgi`, async ({ request }) => {
        asked.push((await paramsOf(request)).id ?? "");
        return xml(setXml(articleXml("8"), articleXml("9"), articleXml("10")));
      }),
    );
    const result = await network.call("search_abstracts", { term: "x" });
    expect(result.record_ids).toEqual(["9", "10", "8"]);
    expect(asked).toEqual(["9,10,8"]);
  });

  it.each([7, "7", [7], ["7"]])("reads the list %j as one PMID", async (idlist) => {
    network.serve(["7"]);
    answering({ esearchresult: { count: 1, idlist, querytranslation: null } });
    expect((await network.call("search_abstracts", { term: "x" })).record_ids).toEqual(["7"]);
  });

  it.each([
    ["an unknown field", { errorlist: { phrasesnotfound: [], fieldsnotfound: ["Aithor"] } }, ["Aithor"]],
    ["an unknown phrase", { errorlist: { phrasesnotfound: ["unicornwombat"] } }, ["unicornwombat"]],
    [
      "a quoted phrase",
      { warninglist: { quotedphrasesnotfound: ['"katX G"'], outputmessages: ["No items found."] } },
      ['"katX G"'],
    ],
    ["a stop word", { warninglist: { phrasesignored: ["the"] } }, ["the"]],
  ])("that PubMed widened by leaving out %s says so", async (_name, lists, ignored) => {
    network.serve(["7"], { count: 870, fields: lists });
    const result = await network.call("search_abstracts", { term: "x" });
    expect(result.resolved.ignored_phrases).toEqual(ignored);
    expect(codesOf(result)).toContain("phrases_ignored");
    const strict = await network.call("search_abstracts", { term: "x", strict: true });
    expect(strict).toMatchObject({ outcome: "no_match", records: [], page: { total: 0 } });
  });

  it("is not made strict by a message that is no phrase", async () => {
    network.serve(["7"], {
      fields: { warninglist: { outputmessages: ["Restrictions achieved. start and count adjusted to 0, 9999"] } },
    });
    expect(await network.call("search_abstracts", { term: "x", strict: true })).toMatchObject({ outcome: "found" });
  });

  it.each(['katG & inhA + "a%20b" #1; [tiab]', "Müller β-lactam 结核", "a?b=c/d\\e", "(x) OR y*"])(
    "sends %j as it stands, by query and by form",
    async (term) => {
      const asked = network.serve(["7"]);
      await network.call("search_abstracts", { term });
      expect(asked[0]?.term).toBe(term);
      const long = `${term} ${"OR isoniazid ".repeat(180)}x`;
      asked.length = 0;
      const result = await network.call("search_abstracts", { term: long });
      expect(asked[0]?.term).toBe(long);
      expect(result.requests[0]?.method).toBe("POST");
    },
  );

  it("goes on behind a page on which PubMed listed fewer than asked for", async () => {
    const list = ["1", "2", "3", "4", "5"];
    const asked = network.serve(list);
    network.use(
      http.all(`${EUTILS}/esearch.fcgi`, async ({ request }) => {
        const { retstart } = await paramsOf(request);
        return HttpResponse.json({
          esearchresult: { count: "5", idlist: list.slice(Number(retstart), Number(retstart) + 2) },
        });
      }),
    );
    const source = network.open();
    const first = await source.call("search_abstracts", { term: "x", limit: 3 });
    expect(first).toMatchObject({ outcome: "truncated", record_ids: ["1", "2"] });
    const next = await source.call("search_abstracts", { term: "x", limit: 3, cursor: first.page.next_cursor });
    expect(next.record_ids).toEqual(["3", "4"]);
    expect(asked.length).toBeGreaterThan(0);
  });
});

describe("the end of what PubMed serves", () => {
  /** PubMed as clients report it: one fewer than its documents say. */
  function servesOneLess(count = 12_000): void {
    network.serve([]);
    network.use(
      http.all(`${EUTILS}/esearch.fcgi`, async ({ request }) => {
        const { retstart, retmax } = await paramsOf(request);
        const last = Math.min(Number(retstart) + Number(retmax), 9_999);
        const idlist = Array.from({ length: Math.max(0, last - Number(retstart)) }, (_, at) =>
          String(Number(retstart) + at + 1),
        );
        return HttpResponse.json({ esearchresult: { count: String(count), idlist } });
      }),
      http.all(`${EUTILS}/efetch.fcgi`, async ({ request }) =>
        xml(setXml(...((await paramsOf(request)).id ?? "").split(",").map((pmid) => articleXml(pmid)))),
      ),
    );
  }

  it("may come one short of 10,000, and is the end all the same", async () => {
    servesOneLess();
    const source = network.open();
    const args = { term: "x", limit: 20, max_bytes: 400_000 };
    const first = await source.call("search_abstracts", args);
    expect(first.page).toMatchObject({ total: 12_000, unreachable: 2_000 });
    const last = await source.call("search_abstracts", { ...args, cursor: cursorAt(first, 9_980) });
    expect(last.record_ids).toHaveLength(19);
    expect(last).toMatchObject({
      outcome: "truncated",
      page: { total: 12_000, unreachable: 2_001, next_cursor: null },
    });
    expect(codesOf(last)).toContain("beyond_cap");
  });

  it("is a failure, and no changed list, where the one missing match is asked for", async () => {
    servesOneLess();
    const source = network.open();
    const args = { term: "x", limit: 9, max_bytes: 400_000 };
    const first = await source.call("search_abstracts", args);
    expect(await source.call("search_abstracts", { ...args, cursor: cursorAt(first, 9_999) })).toMatchObject({
      outcome: "upstream_failed",
      errors: [{ code: "incomplete" }],
    });
  });

  it("is not claimed for a short page far from it", async () => {
    network.serve(["1", "2"], { count: 11_000 });
    const result = await network.call("search_abstracts", { term: "x", limit: 20 });
    expect(result.page).toMatchObject({ total: 11_000, unreachable: 1_000 });
    expect(result.page.next_cursor).not.toBeNull();
  });
});
