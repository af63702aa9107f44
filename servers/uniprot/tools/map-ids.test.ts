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
  running,
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
const mapping = (status: MappingAnswer[], pages?: Record<string, MappingAnswer>) =>
  mappingService(network, status, pages);

describe("a mapping job", () => {
  it("is started, waited for, and followed to its results", async () => {
    const { forms, polls } = mapping([running, running, redirect], {
      first: body({ results: [{ from: "katG", to: target("P9WIE5") }] }),
    });
    const result = await call({ ids: ["katG"], tax_id: 83332 });
    expect(new URLSearchParams(forms[0])).toEqual(
      new URLSearchParams({ from: "Gene_Name", ids: "katG", taxId: "83332", to: "UniProtKB" }),
    );
    expect(polls()).toBe(3);
    expect(result.outcome).toBe("found");
    expect(result.record_ids).toEqual(["katG>P9WIE5"]);
    expect(result.resolved).toMatchObject({ job_id: "job1", matched_by: "id_mapping", mapped: 1, failed: 0 });
    expect(result.records[0]).toMatchObject({
      type: "mapping",
      url: "https://www.uniprot.org/uniprotkb/P9WIE5/entry",
      detail: { reviewed: true, to_database: "UniProtKB" },
    });
  });

  it.each<[string, MappingAnswer]>([
    ["results without a status", body({ results: [{ from: "katG", to: "P9WIE5" }] })],
    ["results beside a status", body({ jobStatus: "FINISHED", results: [{ from: "katG", to: "P9WIE5" }] })],
  ])("is finished by %s", async (_name, status) => {
    mapping([status]);
    expect((await call({ ids: ["katG"] })).record_ids).toEqual(["katG>P9WIE5"]);
  });

  it("is finished by failed ids alone", async () => {
    mapping([body({ failedIds: ["katG"] })]);
    const result = await call({ ids: ["katG"] });
    expect(result.outcome).toBe("not_resolved");
    expect(result.items).toMatchObject([{ input: "katG", outcome: "not_resolved", reason: "no_mapping" }]);
    expect(codes(result.notes)).toEqual(["no_mapping"]);
  });

  it("is looked up at the address given when its status only says that it is finished", async () => {
    mapping([body({ jobStatus: "FINISHED" })], { first: body({ results: [{ from: "katG", to: "P9WIE5" }] }) });
    network.use(http.get(`${IDMAPPING}/details/job1`, () => HttpResponse.json({ redirectURL: RESULTS })));
    expect((await call({ ids: ["katG"] })).outcome).toBe("found");
  });

  it("is read page by page; failed ids, repeated on every page, count once", async () => {
    const failedIds = ["zzz"];
    mapping([redirect], {
      first: body({ results: [{ from: "a", to: "P00001" }], failedIds }, { "x-total-results": "3", ...next(1) }),
      1: body({ results: [{ from: "b", to: "P00003" }], failedIds }, next(2)),
      2: body({ results: [{ from: "b", to: "P00002" }], failedIds }),
    });
    const result = await call({ ids: ["b", "zzz", "a"] });
    expect(result.outcome).toBe("found");
    expect(result.record_ids).toEqual(["b>P00002", "b>P00003", "a>P00001"]);
    expect(result.items.map(({ input, outcome, resolved_to }) => [input, outcome, resolved_to])).toEqual([
      ["b", "found", null],
      ["zzz", "not_resolved", null],
      ["a", "found", "P00001"],
    ]);
    expect(result.resolved).toMatchObject({ mapped: 2, failed: 1 });
  });

  it("is read in the pages given when large ones are refused", async () => {
    const link = `<${RESULTS}?cursor=1&size=25>; rel="next"`;
    mapping([redirect]);
    network.use(
      http.get(RESULTS, ({ request }) => {
        const asked = new URL(request.url).searchParams;
        if (asked.get("size") === "500") return HttpResponse.json({ messages: ["x"] }, { status: 400 });
        return asked.has("cursor")
          ? HttpResponse.json({ results: [{ from: "b", to: "P00002" }] })
          : HttpResponse.json({ results: [{ from: "a", to: "P00001" }] }, { headers: { link } });
      }),
    );
    const result = await call({ ids: ["a", "b"] });
    expect(result).toMatchObject({ outcome: "found", record_ids: ["a>P00001", "b>P00002"], errors: [] });
  });

  it("is not looked up on another host", async () => {
    mapping([body({ jobStatus: "FINISHED" })]);
    network.use(
      http.get(`${IDMAPPING}/details/job1`, () => HttpResponse.json({ redirectURL: "https://evil.example/x" })),
    );
    expect(await call({ ids: ["katG"] })).toMatchObject({
      outcome: "upstream_failed",
      errors: [{ code: "redirect_refused" }],
    });
  });

  it("keeps earlier pages when a later one fails", async () => {
    mapping([redirect], {
      first: body({ results: [{ from: "a", to: "P00001" }] }, next(1)),
      1: () => new HttpResponse(null, { status: 500 }),
    });
    const result = await call({ ids: ["a", "b"] });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.record_ids).toEqual(["a>P00001"]);
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["truncated", "upstream_failed"]);
  });

  it("is incomplete when an identifier was neither mapped nor refused", async () => {
    mapping([body({ results: [{ from: "a", to: "P00001" }] })]);
    const result = await call({ ids: ["a", "b"] });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.errors).toMatchObject([{ code: "incomplete", retryable: true }]);
    expect(result.record_ids).toEqual(["a>P00001"]);
    expect(result.items[1]).toMatchObject({ input: "b", outcome: "upstream_failed", reason: "unanswered" });
  });

  it("gives its id for a later call when it needs too long", async () => {
    const { polls } = mapping([running]);
    const result = await call({ ids: ["katG"] });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.errors).toMatchObject([{ code: "deadline_exceeded", retryable: true }]);
    expect(result.resolved.job_id).toBe("job1");
    expect(codes(result.notes)).toEqual(["job_unfinished"]);
    // 1 + 2 + 4 + 8 + 16 s fit into 60 s; a wait of 32 s more does not.
    expect(polls()).toBe(6);
  });

  it("is taken up again by its id", async () => {
    const { forms } = mapping([body({ results: [{ from: "katG", to: "P9WIE5" }] })]);
    const details = body({ from: "Gene_Name", to: "UniProtKB", ids: "katG" });
    network.use(http.get(`${IDMAPPING}/details/job1`, details));
    const result = await call({ ids: ["katG"], job_id: "job1" });
    expect(forms).toEqual([]);
    expect(result.outcome).toBe("found");
  });

  it("is not taken up for other databases than its own", async () => {
    network.use(http.get(`${IDMAPPING}/details/job1`, body({ from: "Gene_Name", to: "UniProtKB-Swiss-Prot" })));
    const result = await call({ ids: ["katG"], job_id: "job1" });
    expect(result).toMatchObject({ outcome: "bad_input", records: [], errors: [{ param: "job_id" }] });
  });

  it.each<[string, MappingAnswer, string]>([
    ["a failed job", body({ jobStatus: "ERROR" }), "in_band_error"],
    ["an error report", body({ messages: ["x"] }), "in_band_error"],
    ["an unknown status", body({ jobStatus: "DREAMING" }), "unparsable"],
    ["an HTML page", () => HttpResponse.html("<html>"), "unexpected_content"],
    ["a job that is not known", () => HttpResponse.json({}, { status: 404 }), "upstream_refused"],
  ])("shows %s as upstream_failed", async (_name, status, code) => {
    mapping([status]);
    const result = await call({ ids: ["katG"] });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.errors).toMatchObject([{ code }]);
    expect(result.items).toMatchObject([{ input: "katG", outcome: "upstream_failed" }]);
  });
});

describe("arguments of a mapping", () => {
  it.each([
    [{ ids: ["a"], from: "KEG" }, "from"],
    [{ ids: ["a"], to: "UniProtKB_AC-ID" }, "to"],
    [{ ids: ["a"], from: "KEGG", tax_id: 83332 }, "tax_id"],
    [{ ids: ["a"], from: "KEGG", to: "GeneID" }, "to"],
    [{ ids: ["a"], from: "UniRef50", to: "UniRef90" }, "to"],
    [{ ids: Array(1001).fill("a") }, "ids"],
    [{ ids: ["a".repeat(99)] }, "ids[0]"],
    [{ ids: ["a"], job_id: "../x" }, "job_id"],
    [{ ids: ["a b", "c,d", ""] }, "ids"],
    [{ ids: [] }, "ids"],
  ])("refuses %j", async (args, param) => {
    const result = await call(args);
    expect(result.outcome).toBe("bad_input");
    expect(result.errors).toMatchObject([{ param }]);
    expect(result.requests).toEqual([]);
  });

  it("refuses malformed identifiers singly", async () => {
    const { forms } = mapping([body({ results: [{ from: "katG", to: "P9WIE5" }] })]);
    const result = await call({ ids: ["a,b", "katG", "katG"] });
    expect(new URLSearchParams(forms[0]).get("ids")).toBe("katG");
    expect(result.outcome).toBe("found");
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["bad_input", "found"]);
  });
});
