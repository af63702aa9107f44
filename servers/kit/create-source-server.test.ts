import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createSourceServer } from "./create-source-server.ts";
import type { Envelope, RequestEntry } from "./envelope/envelope.ts";
import { OUTCOMES, type Outcome } from "./envelope/outcome.ts";
import { BadInput, Fault } from "./fault.ts";
import { defineSource } from "./source.ts";
import { defineTool } from "./tool.ts";
import type { Exchange, Upstream } from "./upstream/upstream.ts";

/** A toy source over a list that lives in the test: every outcome can be reached by its `mode`. */
function openToy(list: { ids: string[]; text?: string }, env: Record<string, string> = {}) {
  const entry: RequestEntry = {
    url: "https://toy.example/list",
    method: "GET",
    params: null,
    status: 200,
    retrieved_at: "2026-01-01T00:00:00.000Z",
    validated_at: null,
    cached: false,
    stale: false,
    attempts: 1,
    bytes: 3,
    content_sha256: "0".repeat(64),
    release: null,
    error: null,
  };
  const warnings: string[] = [];
  const toy = defineSource({
    name: "toy",
    title: "Toy",
    description: "A toy.",
    homepage: "https://toy.example",
    terms: "None.",
    licences: {
      free: { name: "Free", url: "https://toy.example", attribution: "Toy", terms: "attribution", redistribute: true },
    },
    settings: {},
    create: () => [
      defineTool({
        name: "list_things",
        title: "Things",
        description: "Lists things.",
        input: z.strictObject({
          mode: z.string().default("list").describe("What happens"),
          limit: z.int().min(1).max(1000).default(3).describe("Records a page"),
        }),
        list: true,
        resolved: { thing: z.string(), symbols: z.array(z.string()) },
        sent: { limit_sent: z.int() },
        detail: z.strictObject({ text: z.string() }),
        notes: { zero_note: "A zero proves little.", odd: "This one is odd." },
        untrusted: ["records[].detail.text"],
        async run({ mode, limit }, call, answer) {
          call.signal.throwIfAborted();
          answer.echo("limit_sent", limit + 1);
          answer.settle({ matched_by: "symbol", thing: "t" });
          const drafts = list.ids.map((id, index) => ({
            record_id: id,
            type: "thing",
            name: id,
            url: `https://toy.example/${id}`,
            licence: "free",
            from: [{ entry } as Exchange],
            flags: index === 0 ? ["odd"] : [],
            detail: { text: list.text ?? "short" },
          }));
          if (mode === "swallow") return "none_on_record";
          if (OUTCOMES.includes(mode as Outcome)) {
            answer.failed(new Fault("timeout", "One part did not answer"));
            return mode as Outcome;
          }
          if (mode === "boom") throw new Error("upstream said SECRET");
          if (mode === "late_input") throw BadInput.of("invalid_argument", "mode is not allowed here", "mode");
          call.ledger.add(entry);
          if (mode === "unsound")
            return answer.list([{ ...drafts[0]!, url: 7 as unknown as string }], "none_on_record");
          if (mode === "undeclared") answer.note("nowhere");
          if (mode === "partial") answer.failed(new Fault("timeout", "One part did not answer"));
          const outcome = answer.list(drafts, "none_on_record");
          if (drafts.length === 0) answer.note("zero_note");
          if (mode === "fail_late") throw new Fault("upstream_error", "The service failed", { status: 503 });
          return outcome;
        },
      }),
    ],
  });
  const server = createSourceServer(toy, {
    environment: env,
    upstream: { mode: "live", body: async () => null } as unknown as Upstream,
    clock: { now: () => 0, sleep: async () => {} },
    deadlineMs: 60_000,
    exposure: "local",
    version: "1.2.3",
    warn: (line) => warnings.push(line),
  });
  const check = new AjvJsonSchemaValidator().getValidator(server.tools[0]!.outputSchema!);
  const call = async (args: unknown): Promise<Envelope> => {
    const result = await server.callTool("list_things", args, { signal: new AbortController().signal });
    const envelope = result.structuredContent as unknown as Envelope;
    expect(check(envelope), JSON.stringify(envelope)).toMatchObject({ valid: true });
    expect(result.isError).toBe(["bad_input", "upstream_failed"].includes(envelope.outcome));
    expect(JSON.stringify(envelope)).not.toContain("SECRET");
    return envelope;
  };
  return { server, call, warnings };
}

const IDS = ["a", "b", "c", "d", "e", "f", "g"];

describe("a source behind the kit", () => {
  it("answers with all thirteen keys in order", async () => {
    const envelope = await openToy({ ids: ["a"] }).call({});
    expect(Object.keys(envelope)).toEqual([
      "envelope",
      "source",
      "outcome",
      "query",
      "resolved",
      "records",
      "record_ids",
      "items",
      "page",
      "notes",
      "errors",
      "requests",
      "licences",
    ]);
    expect(envelope).toMatchObject({
      outcome: "found",
      query: { mode: "list", limit: 3, cursor: null, max_bytes: null, limit_sent: 4 },
      resolved: { matched_by: "symbol", thing: "t", symbols: [], candidates: [], refused: [] },
      record_ids: ["a"],
      notes: ["odd: This one is odd."],
      page: { returned: 1, total: 1, next_cursor: null, truncated_by: null, unreachable: null },
    });
    expect(Object.keys(envelope.licences)).toEqual(["free"]);
  });

  it("says none_on_record with its note when the list is empty", async () => {
    const envelope = await openToy({ ids: [] }).call({});
    expect(envelope).toMatchObject({
      outcome: "none_on_record",
      records: [],
      licences: {},
      notes: ["zero_note: A zero proves little."],
    });
  });

  it("pages without overlap or gap, and says on every page that there is more", async () => {
    const { call } = openToy({ ids: IDS });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Envelope = await call(cursor === null ? {} : { cursor });
      expect(page).toMatchObject({ outcome: "truncated", page: { total: 7, truncated_by: "limit" } });
      expect(page.notes.some((note) => note.startsWith("partial_list: "))).toBe(true);
      seen.push(...page.record_ids);
      cursor = page.page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(IDS);
  });

  it("refuses a cursor of another query and one whose list has changed", async () => {
    const first = await openToy({ ids: IDS }).call({});
    const cursor = first.page.next_cursor!;
    expect((await openToy({ ids: IDS }).call({ cursor, limit: 2 })).errors[0]).toMatchObject({
      code: "cursor_invalid",
      param: "cursor",
    });
    expect((await openToy({ ids: [...IDS, "h"] }).call({ cursor })).errors[0]).toMatchObject({
      code: "cursor_expired",
    });
    for (const broken of ["%%%", "e30", Buffer.from('{"v":1,"o":-1}').toString("base64url")]) {
      expect((await openToy({ ids: IDS }).call({ cursor: broken })).errors[0]).toMatchObject({
        code: "cursor_invalid",
      });
    }
  });

  it("drops whole records to fit max_bytes and gives a cursor to the rest", async () => {
    const { call } = openToy({ ids: IDS, text: "x".repeat(1500) });
    const envelope = await call({ limit: 7, max_bytes: 8000 });
    expect(Buffer.byteLength(JSON.stringify(envelope))).toBeLessThanOrEqual(8000);
    expect(envelope).toMatchObject({ outcome: "truncated", page: { truncated_by: "max_bytes", total: 7 } });
    expect(envelope.page.returned).toBe(envelope.records.length);
    expect(envelope.records.length).toBeGreaterThan(1);
    const next = await call({ limit: 7, max_bytes: 8000, cursor: envelope.page.next_cursor });
    expect(next.record_ids[0]).toBe(IDS[envelope.records.length]);
  });

  it("cuts the longest text of a record that alone is too big, and lists the cut", async () => {
    const text = `${"é".repeat(9000)}`;
    const envelope = await openToy({ ids: ["a"], text }).call({ max_bytes: 4000 });
    expect(Buffer.byteLength(JSON.stringify(envelope))).toBeLessThanOrEqual(4000);
    const [record] = envelope.records;
    const kept = (record!.detail as { text: string }).text;
    expect(text.startsWith(kept)).toBe(true);
    expect(record!.cut).toEqual([{ field: "detail.text", kept: kept.length, total: 9000 }]);
    expect(envelope.notes).toContainEqual(expect.stringMatching(/^fields_cut: /));
  });

  it("keeps records and facts that were there before a needed request failed", async () => {
    const envelope = await openToy({ ids: ["a"] }).call({ mode: "fail_late" });
    expect(envelope).toMatchObject({
      outcome: "upstream_failed",
      record_ids: ["a"],
      resolved: { matched_by: "symbol" },
      errors: [{ code: "upstream_error", retryable: true, status: 503 }],
    });
  });

  it("is upstream_failed when one part failed although the rest was found", async () => {
    expect(await openToy({ ids: ["a"] }).call({ mode: "partial" })).toMatchObject({
      outcome: "upstream_failed",
      errors: [{ code: "timeout" }],
      record_ids: ["a"],
    });
  });

  it.each(["boom", "unsound", "undeclared"])(
    "turns an unexpected fault (%s) into unparsable, shows nothing of it and logs its place",
    async (mode) => {
      const { call, warnings } = openToy({ ids: ["a"] });
      expect(await call({ mode })).toMatchObject({
        outcome: "upstream_failed",
        records: [],
        errors: [{ code: "unparsable" }],
      });
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).not.toContain("SECRET");
    },
  );

  it("refuses bad arguments with an envelope, all problems at once, before anything is sent", async () => {
    const envelope = await openToy({ ids: ["a"] }).call({ limit: "many", max_bytes: 1, x: 1 });
    expect(envelope).toMatchObject({ outcome: "bad_input", requests: [], query: { limit: "many", max_bytes: "1" } });
    expect(envelope.errors.map(({ code, param }) => [code, param])).toEqual([
      ["invalid_argument", "limit"],
      ["out_of_range", "max_bytes"],
      ["unknown_argument", "x"],
    ]);
  });

  it("lets a tool refuse its arguments", async () => {
    expect(await openToy({ ids: ["a"] }).call({ mode: "late_input" })).toMatchObject({
      outcome: "bad_input",
      resolved: { matched_by: "none" },
      errors: [{ code: "invalid_argument", param: "mode" }],
    });
  });

  it("gives the same bytes for the same content", async () => {
    const { server } = openToy({ ids: IDS });
    const once = () => server.callTool("list_things", { limit: 5 }, { signal: new AbortController().signal });
    const [one, two] = [await once(), await once()];
    expect(JSON.stringify(one.structuredContent)).toBe(JSON.stringify(two.structuredContent));
    expect(one.content).toEqual([{ type: "text", text: JSON.stringify(one.structuredContent) }]);
  });

  it("answers nothing once it is cancelled", async () => {
    const { server } = openToy({ ids: IDS });
    const cancelled = AbortSignal.abort();
    await expect(server.callTool("list_things", {}, { signal: cancelled })).rejects.toThrow(/abort/i);
  });

  it("answers nothing even if a tool overlooks that it was cancelled meanwhile", async () => {
    const { server } = openToy({ ids: IDS });
    const cancel = new AbortController();
    const call = server.callTool("list_things", { mode: "swallow" }, { signal: cancel.signal });
    cancel.abort(new Error("gone"));
    await expect(call).rejects.toThrow("gone");
  });

  it.each(OUTCOMES)("a failed part makes %s upstream_failed, unless something comes before it", async (outcome) => {
    const first = outcome === "bad_input" || outcome === "not_configured" ? outcome : "upstream_failed";
    expect(await openToy({ ids: IDS }).call({ mode: outcome })).toMatchObject({
      outcome: first,
      errors: [{ code: "timeout" }],
      page: { total: null },
    });
  });

  it("knows its tools only", async () => {
    const { server } = openToy({ ids: IDS });
    await expect(server.callTool("nope", {}, { signal: new AbortController().signal })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it("can answer briefly in text while the structure stays whole", async () => {
    const { server } = openToy({ ids: ["a"] }, { GENE_ROUTER_TEXT: "brief" });
    const result = await server.callTool("list_things", {}, { signal: new AbortController().signal });
    expect(result.content).toEqual([{ type: "text", text: "found\nodd: This one is odd.\na" }]);
    expect(result.structuredContent).toHaveProperty("records");
  });

  it("publishes annotations, a closed output schema and the untrusted paths", () => {
    const [tool] = openToy({ ids: [] }).server.tools;
    expect(tool).toMatchObject({
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      outputSchema: { type: "object", additionalProperties: false },
      _meta: { "gene-router/untrusted": ["records[].detail.text"] },
    });
    expect(JSON.stringify(tool!.inputSchema)).toContain("max_bytes");
  });
});
