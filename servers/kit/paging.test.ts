import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ListOptions } from "./answer.ts";
import { createSourceServer } from "./create-source-server.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import type { Envelope, RequestEntry } from "./envelope/envelope.ts";
import { Fault } from "./fault.ts";
import { defineSource } from "./source.ts";
import { defineTool } from "./tool.ts";
import type { Upstream } from "./upstream/upstream.ts";

/** How a tool gets its rows: all of them, only as far as needed, one window of a list that it cannot see whole. */
type Way = "complete" | "growing" | "windowed";

interface Rows {
  readonly ids: readonly string[];
  readonly text?: (id: string) => string;
  readonly way?: Way;
  readonly options?: ListOptions;
  readonly fault?: Fault;
  /** One item for each row, naming it. */
  readonly items?: boolean;
}

const ENTRY: RequestEntry = {
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

function open(rows: Rows) {
  const { text = () => "short", way = "complete" } = rows;
  const toy = defineSource({
    name: "toy",
    title: "Toy",
    description: "A toy.",
    homepage: "https://toy.example",
    terms: "None.",
    licences: {
      free: { name: "Free", url: "https://toy.example", attribution: "Toy", terms: "attribution", redistribute: true },
      other: { name: "Odd", url: "https://toy.example", attribution: "Toy", terms: "copyleft", redistribute: true },
    },
    settings: {},
    create: () => [
      defineTool({
        name: "list_things",
        title: "Things",
        description: "Lists things.",
        input: z.strictObject({
          word: z.string().default("x").describe("A word"),
          limit: z.int().min(1).max(1000).default(3).describe("Records a page"),
        }),
        list: true,
        detail: z.strictObject({ text: z.string() }),
        notes: { odd: "This one is odd." },
        untrusted: [],
        async run(_input, call, answer) {
          call.ledger.add(ENTRY);
          const { offset, limit } = call.window;
          const seen =
            way === "complete"
              ? rows.ids
              : way === "growing"
                ? rows.ids.slice(0, offset + limit + 1)
                : rows.ids.slice(offset, offset + limit);
          const drafts = seen.map((id) => ({
            record_id: id,
            type: "thing",
            name: id,
            url: `https://toy.example/${id}`,
            licence: rows.ids.indexOf(id) % 5 === 4 ? "other" : "free",
            from: [{ entry: ENTRY }],
            flags: rows.ids.indexOf(id) % 7 === 6 ? ["odd"] : [],
            detail: { text: text(id) },
          }));
          if (rows.items) {
            for (const id of seen) {
              answer.items.push({ input: id, outcome: "found", resolved_to: id, record_ids: [id], reason: null });
            }
          }
          const outcome = answer.list(drafts, "none_on_record", {
            ...(way === "growing" ? { growing: true, total: null } : {}),
            ...(way === "windowed" ? { windowed: true, total: rows.ids.length } : {}),
            ...rows.options,
          });
          if (rows.fault) throw rows.fault;
          return outcome;
        },
      }),
    ],
  });
  const server = createSourceServer(toy, {
    environment: {},
    upstream: { mode: "live", body: async () => null } as unknown as Upstream,
    clock: { now: () => 0, sleep: async () => {} },
    deadlineMs: 60_000,
    exposure: "local",
    version: "1.2.3",
    warn: (line) => expect.fail(line),
  });
  return async (args: object): Promise<Envelope> => {
    const { structuredContent } = await server.callTool("list_things", args, { signal: new AbortController().signal });
    return structuredContent as unknown as Envelope;
  };
}

/** Every page from the first to the last, each checked by itself. */
async function walk(rows: Rows, args: { limit: number; max_bytes?: number }): Promise<Envelope[]> {
  const call = open(rows);
  const pages: Envelope[] = [];
  let cursor: string | null = null;
  do {
    const page: Envelope = await call(cursor === null ? args : { ...args, cursor });
    pages.push(page);
    expect(page.errors).toEqual([]);
    expect(page.record_ids).toEqual(page.records.map(({ record_id }) => record_id));
    expect(page.page.returned).toBe(page.records.length);
    expect(page.records.length).toBeGreaterThan(0);
    expect(page.records.length).toBeLessThanOrEqual(args.limit);
    expect(Object.keys(page.licences)).toEqual([...new Set(page.records.map(({ licence }) => licence))].sort());
    const codes = page.notes.map((note) => note.split(":")[0]);
    expect(codes.includes("partial_list")).toBe(page.page.truncated_by !== null);
    expect(codes.includes("fields_cut")).toBe(page.records.some(({ cut }) => cut.length > 0));
    expect(codes.includes("odd")).toBe(page.records.some(({ flags }) => flags.includes("odd")));
    expect(page.outcome).toBe(page.page.truncated_by === null ? "found" : "truncated");
    if (args.max_bytes !== undefined) {
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(args.max_bytes);
    }
    cursor = page.page.next_cursor;
  } while (cursor !== null && pages.length < 200);
  return pages;
}

const rowsArbitrary = fc.record({
  count: fc.integer({ min: 1, max: 40 }),
  length: fc.integer({ min: 0, max: 6_000 }),
  piece: fc.constantFrom("x", "é", "🧬", '"'),
  way: fc.constantFrom<Way>("complete", "growing", "windowed"),
  items: fc.boolean(),
  limit: fc.integer({ min: 1, max: 45 }),
  maxBytes: fc.option(fc.integer({ min: 12_000, max: 60_000 }), { nil: undefined }),
});

describe("pages", () => {
  it("never overlap or skip, whatever cuts them, and each fits", async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, async ({ count, length, piece, way, items, limit, maxBytes }) => {
        const ids = Array.from({ length: count }, (_, n) => `id-${n}`);
        const text = (id: string) => piece.repeat((length * (1 + (Number(id.slice(3)) % 3))) / piece.length / 3);
        const pages = await walk(
          { ids, text, way, items: items && way === "complete" },
          maxBytes === undefined ? { limit } : { limit, max_bytes: maxBytes },
        );
        expect(pages.flatMap(({ record_ids }) => record_ids)).toEqual(ids);
        const totals = new Set(pages.map(({ page }) => page.total));
        expect([...totals]).toEqual([way === "growing" ? null : count]);
        for (const page of pages) {
          for (const { record_ids } of page.items) {
            for (const id of record_ids) expect(page.record_ids).toContain(id);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it("say what cut them: bytes before the limit, the limit before upstream's own end", async () => {
    const ids = ["a", "b", "c", "d"];
    const long = () => "x".repeat(3_000);
    const cutBy = async (rows: Omit<Rows, "ids">, args: object) =>
      (await open({ ids, ...rows })(args)).page.truncated_by;
    expect(await cutBy({ text: long, options: { upstreamCap: true } }, { limit: 3, max_bytes: 8_000 })).toBe(
      "max_bytes",
    );
    expect(await cutBy({ options: { upstreamCap: true } }, { limit: 3 })).toBe("limit");
    expect(await cutBy({ options: { upstreamCap: true } }, { limit: 4 })).toBe("upstream_cap");
    expect(await cutBy({}, { limit: 4 })).toBeNull();
  });

  it("of a list whose rest cannot be reached have no cursor, and say how many are lost", async () => {
    const page = await open({ ids: ["a", "b"], way: "windowed", options: { total: 10, unreachable: 8 } })({ limit: 2 });
    expect(page).toMatchObject({
      outcome: "truncated",
      page: { total: 10, unreachable: 8, next_cursor: null, truncated_by: "upstream_cap" },
    });
  });

  it("of a failed call keep what is there, count nothing as the whole, and stay failed when cut", async () => {
    const fault = new Fault("upstream_error", "The service failed", { status: 503 });
    const page = await open({ ids: ["a", "b", "c", "d"], fault })({ limit: 2 });
    expect(page).toMatchObject({ outcome: "upstream_failed", record_ids: ["a", "b"], page: { total: null } });
  });
});

describe("a cursor", () => {
  const ids = ["a", "b", "c", "d", "e"];
  const codeOf = async (rows: Rows, args: object) => (await open(rows)(args)).errors[0]?.code;
  const cursorOf = async (rows: Rows, args: object = {}) => (await open(rows)(args)).page.next_cursor!;

  it("is good for another size of the page, and for no other question", async () => {
    const cursor = await cursorOf({ ids });
    expect(await codeOf({ ids }, { cursor, max_bytes: 20_000 })).toBeUndefined();
    expect(await codeOf({ ids }, { cursor, word: "y" })).toBe("cursor_invalid");
    expect(await codeOf({ ids }, { cursor, limit: 4 })).toBe("cursor_invalid");
  });

  it("expires with its list: a row more, a row less, another order", async () => {
    const cursor = await cursorOf({ ids });
    for (const changed of [[...ids, "f"], ids.slice(0, 4), ["b", "a", ...ids.slice(2)]]) {
      expect(await codeOf({ ids: changed }, { cursor })).toBe("cursor_expired");
    }
    const early = await cursorOf({ ids, way: "growing" });
    expect(await codeOf({ ids: [...ids, "f"], way: "growing" }, { cursor: early })).toBeUndefined();
    expect(await codeOf({ ids: ["x", ...ids], way: "growing" }, { cursor: early })).toBe("cursor_expired");
  });

  it("made by hand leads nowhere, never to an empty page", async () => {
    const cursor = await cursorOf({ ids });
    const read = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const forged = (change: object) => Buffer.from(JSON.stringify({ ...read, ...change })).toString("base64url");
    for (const o of [0, -1, 1.5, 5, 1_000, 1e10, "3", null, {}]) {
      expect(await codeOf({ ids }, { cursor: forged({ o }) }), String(o)).toBe("cursor_invalid");
    }
    for (const change of [{ v: 2 }, { t: "other" }, { q: "" }, { extra: 1 }, { q: undefined }, { l: "0" }]) {
      expect(await codeOf({ ids }, { cursor: forged(change) })).toBe("cursor_invalid");
    }
  });

  it.each(["", " ", "null", "[]", "%%%", "W10", "x".repeat(2_000), "\u0000", "e30".repeat(500)])(
    "that is garbage is refused as such: %j",
    async (cursor) => {
      const envelope = await open({ ids })({ cursor });
      expect(envelope).toMatchObject({ outcome: "bad_input", records: [], requests: [] });
      expect(envelope.errors[0]).toMatchObject({ code: "cursor_invalid", param: "cursor" });
    },
  );

  it("comes back from its text as it went in", () => {
    const cursor = { tool: "list_things", query: "q", list: "l", offset: 7 };
    expect(decodeCursor(encodeCursor(cursor), cursor)).toEqual(cursor);
  });
});
