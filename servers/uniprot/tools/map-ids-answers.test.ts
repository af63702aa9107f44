import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { mockNetwork, openSource } from "../../../tests/support/source-harness.ts";
import type { Envelope } from "../../kit/envelope/envelope.ts";
import { uniprot } from "../index.ts";
import {
  body,
  IDMAPPING,
  type MappingAnswer,
  mappingService,
  next,
  RESULTS,
  redirect,
  target,
} from "./mapping-answers.fixture.ts";

const network = mockNetwork();

async function call(args: object): Promise<Envelope> {
  const source = openSource(uniprot);
  try {
    return await source.call("map_ids", { from: "Gene_Name", to: "UniProtKB", ...args });
  } finally {
    await source.close();
  }
}

const codes = (notes: readonly string[]) => notes.map((note) => note.split(":")[0]);
const itemsOf = ({ items }: Envelope) => items.map(({ input, outcome, reason }) => [input, outcome, reason]);

/** What comes out for `ids` when the job's one page of results is this. */
async function mapped(page: object, ids: string[], headers?: Record<string, string>): Promise<Envelope> {
  mappingService(network, [redirect], { first: body(page, headers) });
  return call({ ids });
}

describe("what became of an identifier", () => {
  it("may be many mappings, each a record, with nothing chosen", async () => {
    const results = ["P00003", "P00001", "P00002"].map((to) => ({ from: "a", to: target(to) }));
    const result = await mapped({ results }, ["a"], { "x-total-results": "3" });
    expect(result.record_ids).toEqual(["a>P00001", "a>P00002", "a>P00003"]);
    expect(result.items).toMatchObject([{ outcome: "found", resolved_to: null, record_ids: result.record_ids }]);
  });

  it("is one record when the service says the same twice", async () => {
    const row = { from: "a", to: target("P00001") };
    const result = await mapped({ results: [row, row] }, ["a"], { "x-total-results": "2" });
    expect(result).toMatchObject({ outcome: "found", record_ids: ["a>P00001"], errors: [] });
  });

  it("is not a mapping when the only target is withdrawn", async () => {
    const results = [
      {
        from: "A0A008APQ8",
        to: { ...target("A0A008APQ8", "Inactive"), inactiveReason: { inactiveReasonType: "DELETED" } },
      },
    ];
    const result = await mapped({ results, obsoleteCount: 1 }, ["A0A008APQ8"], { "x-total-results": "1" });
    expect(result).toMatchObject({ outcome: "not_resolved", records: [], errors: [] });
    expect(itemsOf(result)).toEqual([["A0A008APQ8", "not_resolved", "obsolete"]]);
    expect(result.resolved).toMatchObject({ matched_by: "none", mapped: 0, failed: 1 });
  });

  it("is what the living target says where another is withdrawn", async () => {
    const results = [
      { from: "a", to: target("P00001") },
      { from: "a", to: target("P00002", "Inactive") },
    ];
    const result = await mapped({ results }, ["a"]);
    expect(result).toMatchObject({ outcome: "found", record_ids: ["a>P00001"] });
  });

  it("is obsolete when the service only suggests an archive entry", async () => {
    const result = await mapped({ results: [], suggestedIds: [{ from: "a", to: "UPI0000000001" }] }, ["a"]);
    expect(itemsOf(result)).toEqual([["a", "not_resolved", "obsolete"]]);
    expect(codes(result.notes)).toEqual(["no_mapping"]);
  });

  it("is unanswered when the service answers for identifiers that were not asked", async () => {
    const result = await mapped({ results: [{ from: "b", to: target("P00001") }], failedIds: ["c"] }, ["a"]);
    expect(result).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code: "incomplete" }] });
    expect(JSON.stringify(result.items)).not.toContain("P00001");
  });

  it.each<[string, string, string, unknown, string]>([
    ["a cluster", "UniRef50", "uniref/results", { id: "UniRef50_P00001", entryType: "UniRef50" }, "UniRef50_P00001"],
    ["an archive entry", "UniParc", "uniparc/results", { uniParcId: "UPI0000000001" }, "UPI0000000001"],
    ["an identifier of another database", "STRING", "results", "83332.Rv1908c", "83332.Rv1908c"],
  ])("may be %s", async (_name, to, place, value, id) => {
    const location = `${IDMAPPING}/${place}/job1`;
    mappingService(network, [() => new HttpResponse(null, { status: 303, headers: { location } })]);
    network.use(http.get(location, body({ results: [{ from: "P9WIE5", to: value }] })));
    const result = await call({ ids: ["P9WIE5"], from: "UniProtKB_AC-ID", to });
    expect(result.record_ids).toEqual([`P9WIE5>${id}`]);
    expect(result.records[0]?.detail).toMatchObject({ reviewed: null, to_database: to });
  });
});

describe("answers that are not what was asked for", () => {
  it.each<[string, object, string]>([
    ["an unknown type of entry", { results: [{ from: "a", to: target("P00001", "UniProtKB gold") }] }, "unparsable"],
    ["a target without identifier", { results: [{ from: "a", to: { entryType: "UniRef50" } }] }, "unparsable"],
    ["a row without target", { results: [{ from: "a" }] }, "unparsable"],
    ["results that are no list", { results: { a: "P00001" } }, "unparsable"],
    [
      "errors beside results",
      { results: [{ from: "a", to: "P00001" }], errors: [{ code: 50, message: "x" }] },
      "in_band_error",
    ],
    ["the report of an error", { url: "x", messages: ["secret text"] }, "in_band_error"],
    ["nothing", {}, "unparsable"],
  ])("are refused: %s", async (_name, page, code) => {
    const result = await mapped(page, ["a"]);
    expect(result).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code }] });
    expect(itemsOf(result)).toEqual([["a", "upstream_failed", "unanswered"]]);
    expect(JSON.stringify(result)).not.toContain("secret text");
  });

  it("are fine with warnings: a long list is served without entries", async () => {
    const result = await mapped({ results: [{ from: "a", to: "P00001" }], warnings: [{ code: 20 }] }, ["a"]);
    expect(result).toMatchObject({ outcome: "found", record_ids: ["a>P00001"] });
  });

  it.each<[string, MappingAnswer, string]>([
    ["a refusal of the question", () => HttpResponse.json({ messages: ["x"] }, { status: 400 }), "upstream_refused"],
    ["no job id", body({}), "unparsable"],
    ["a job id that would change the address", body({ jobId: "../../uniprotkb/P9WIE5" }), "unparsable"],
  ])("are refused at the start: %s", async (_name, run, code) => {
    network.use(http.post(`${IDMAPPING}/run`, run));
    expect(await call({ ids: ["a"] })).toMatchObject({ outcome: "upstream_failed", errors: [{ code }] });
  });

  it.each(["NEW", "RUNNING", "PROCESSING", "UNFINISHED"])("are waited for while the job is %s", async (jobStatus) => {
    const { polls } = mappingService(network, [body({ jobStatus }), redirect], {
      first: body({ results: [{ from: "a", to: target("P00001") }] }),
    });
    expect((await call({ ids: ["a"] })).outcome).toBe("found");
    expect(polls()).toBe(2);
  });
});

describe("pages of results", () => {
  const one = { results: [{ from: "a", to: target("P00001") }] };

  it("follow a first page that stands in place of the status", async () => {
    mappingService(network, [body(one, { "x-total-results": "2", ...next(1) })], {
      1: body({ results: [{ from: "b", to: target("P00002") }] }),
    });
    const result = await call({ ids: ["a", "b"] });
    expect(result).toMatchObject({ outcome: "found", record_ids: ["a>P00001", "b>P00002"], errors: [] });
  });

  it("are those of this job alone", async () => {
    const link = `<${IDMAPPING}/uniprotkb/results/job2?cursor=1>; rel="next"`;
    const result = await mapped(one, ["a", "b"], { link });
    expect(result).toMatchObject({ outcome: "upstream_failed", record_ids: ["a>P00001"] });
    expect(result.errors).toMatchObject([{ code: "unparsable" }]);
  });

  it("that repeat under ever new cursors are read once, and are not the whole", async () => {
    let cursor = 0;
    const again = () => HttpResponse.json(one, { headers: { "x-total-results": "2", ...next(++cursor) } });
    mappingService(network, [redirect], { first: again });
    network.use(http.get(RESULTS, again));
    const result = await call({ ids: ["a", "b"] });
    expect(cursor).toBeLessThan(5);
    expect(result).toMatchObject({ outcome: "upstream_failed", record_ids: ["a>P00001"] });
    expect(result.errors).toMatchObject([{ code: "incomplete" }]);
  });

  it("are not complete when a page repeats rows in place of others", async () => {
    mappingService(network, [redirect], {
      first: body(one, { "x-total-results": "2", ...next(1) }),
      1: body(one),
    });
    const result = await call({ ids: ["a"] });
    expect(result).toMatchObject({ outcome: "upstream_failed", record_ids: ["a>P00001"] });
    expect(result.errors).toMatchObject([{ code: "incomplete" }]);
  });

  it("may be counted by nobody", async () => {
    expect(await mapped(one, ["a"])).toMatchObject({ outcome: "found", page: { total: 1 } });
  });
});
