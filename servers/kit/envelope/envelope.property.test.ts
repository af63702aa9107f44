import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { createSourceServer } from "../create-source-server.ts";
import { Fault, UPSTREAM_FAULT_CODES } from "../fault.ts";
import { defineSource } from "../source.ts";
import { harmlessCopy } from "../text.ts";
import { defineTool } from "../tool.ts";
import type { Upstream } from "../upstream/upstream.ts";
import type { Envelope, RequestEntry } from "./envelope.ts";
import { envelopeJsonSchema } from "./json-schema.ts";
import { isErrorOutcome, OUTCOMES, type Outcome } from "./outcome.ts";

// The same answers in every run.
fc.configureGlobal({ seed: 8_141 });

const LICENCES = ["free", "academic", "copyleft"] as const;

/** What a tool may do in one call, in one value. */
interface Plan {
  readonly requests: number;
  readonly drafts: readonly PlannedDraft[];
  readonly whenEmpty: Outcome;
  readonly before: string | null;
  readonly thrown: string | null;
  readonly fact: string | null;
  readonly candidate: string;
  readonly note: boolean;
}

interface PlannedDraft {
  readonly record_id: string;
  readonly name: string;
  readonly licence: (typeof LICENCES)[number];
  readonly from: readonly number[];
  readonly flagged: boolean;
  readonly texts: readonly string[];
}

let plan: Plan;

const entry = (number: number): RequestEntry => ({
  url: `https://toy.example/${number}`,
  method: "GET",
  params: { name: "\u202evalue" },
  status: 200,
  retrieved_at: `2026-01-01T00:00:0${number}.000Z`,
  validated_at: null,
  cached: number % 2 === 0,
  stale: false,
  attempts: 1,
  bytes: 3,
  content_sha256: "0".repeat(64),
  release: null,
  error: null,
});

const toy = defineSource({
  name: "toy",
  title: "Toy",
  description: "A toy.",
  homepage: "https://toy.example",
  terms: "None.",
  licences: Object.fromEntries(
    LICENCES.map((name) => [
      name,
      { name, url: "https://toy.example", attribution: "Toy", terms: "attribution" as const, redistribute: true },
    ]),
  ),
  settings: {},
  create: () => [
    defineTool({
      name: "list_things",
      title: "Things",
      description: "Lists things.",
      input: z.strictObject({ limit: z.int().min(1).max(50).default(5).describe("Records a page") }),
      list: true,
      resolved: { fact: z.string().nullable() },
      detail: z.strictObject({ texts: z.array(z.string()) }),
      notes: { odd: "This one is odd.", seen: "Something was seen." },
      untrusted: ["records[].name", "records[].detail.texts[]"],
      async run(_input, call, answer) {
        const entries = Array.from({ length: plan.requests }, (_, number) => entry(number));
        for (const each of entries) call.ledger.add(each);
        if (plan.fact !== null) answer.settle({ matched_by: "name", fact: plan.fact });
        if (plan.note) answer.note("seen");
        if (plan.before !== null) answer.failed(new Fault(plan.before as never, "A part failed"));
        const outcome = answer.list(
          plan.drafts.map(({ record_id, name, licence, from, flagged, texts }) => ({
            record_id,
            type: "thing",
            name,
            url: `https://toy.example/${encodeURIComponent(record_id)}`,
            licence,
            from: from.map((at) => ({ entry: entries[at % entries.length] as RequestEntry })),
            flags: flagged ? ["odd"] : [],
            detail: { texts: [...texts] },
          })),
          plan.whenEmpty,
        );
        if (plan.thrown !== null) throw new Fault(plan.thrown as never, "A needed request failed");
        return outcome === "ambiguous"
          ? answer.ambiguous([{ id: "a", name: plan.candidate, why: "same name" }])
          : outcome;
      },
    }),
  ],
});

const warnings: string[] = [];
const server = createSourceServer(toy, {
  environment: {},
  upstream: { mode: "live", body: async () => null } as unknown as Upstream,
  clock: { now: () => 0, sleep: async () => {} },
  deadlineMs: 60_000,
  exposure: "local",
  version: "1.2.3",
  warn: (line) => warnings.push(line),
});

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom("\u202e\u0000", "\ud800", "ab".repeat(4_000), "💊".repeat(3_000), '"\\\n'.repeat(1_000)),
);
const drafts = fc.uniqueArray(
  fc.record({
    record_id: fc.stringMatching(/^[!-~]([ -~]{0,30}[!-~])?$/),
    name: anyText,
    licence: fc.constantFrom(...LICENCES),
    from: fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }),
    flagged: fc.boolean(),
    texts: fc.array(anyText, { maxLength: 3 }),
  }),
  { selector: ({ record_id }) => record_id, maxLength: 12 },
);
const plans: fc.Arbitrary<Plan> = fc.record({
  requests: fc.integer({ min: 1, max: 4 }),
  drafts,
  whenEmpty: fc.constantFrom(
    ...OUTCOMES.filter((outcome) => !["found", "truncated", "upstream_failed", "bad_input"].includes(outcome)),
  ),
  before: fc.option(fc.constantFrom(...UPSTREAM_FAULT_CODES), { freq: 5 }),
  thrown: fc.option(fc.constantFrom(...UPSTREAM_FAULT_CODES), { freq: 5 }),
  fact: fc.option(anyText),
  candidate: anyText,
  note: fc.boolean(),
});
const asked = fc.record(
  { limit: fc.integer({ min: 1, max: 50 }), max_bytes: fc.integer({ min: 4_000, max: 60_000 }) },
  { requiredKeys: [] },
);

const KEYS = [
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
];

it("keeps every promise of the envelope, whatever a tool puts into it", async () => {
  const tool = server.tools[0];
  const advertised = new AjvJsonSchemaValidator().getValidator(tool?.outputSchema as object);
  const shared = new AjvJsonSchemaValidator().getValidator(envelopeJsonSchema());
  await fc.assert(
    fc.asyncProperty(plans, asked, async (planned, args) => {
      plan = planned;
      const result = await server.callTool("list_things", args, { signal: new AbortController().signal });
      const envelope = result.structuredContent as unknown as Envelope;
      const { outcome, records, record_ids, page, notes, errors, requests, licences } = envelope;
      expect(warnings.splice(0)).toEqual([]);
      expect(Object.keys(envelope)).toEqual(KEYS);
      expect(advertised(envelope)).toMatchObject({ valid: true });
      expect(shared(envelope)).toMatchObject({ valid: true });
      expect(result.content).toEqual([{ type: "text", text: JSON.stringify(envelope) }]);
      expect(result.isError).toBe(isErrorOutcome(outcome));

      expect(record_ids).toEqual(records.map((record) => record.record_id));
      expect(new Set(record_ids).size).toBe(record_ids.length);
      expect(Object.keys(licences)).toEqual([...new Set(records.map((record) => record.licence))].sort());
      for (const record of records) {
        expect(new Set(record.request_refs).size).toBe(record.request_refs.length);
        const first = requests[record.request_refs[0] as number];
        for (const ref of record.request_refs) expect(requests[ref]).toBeDefined();
        expect(record).toMatchObject({ retrieved_at: first?.retrieved_at, cached: first?.cached, stale: first?.stale });
        for (const flag of record.flags) expect(notes.some((note) => note.startsWith(`${flag}: `))).toBe(true);
      }
      expect(JSON.stringify(harmlessCopy(envelope))).toBe(JSON.stringify(envelope));
      expect(Buffer.byteLength(JSON.stringify(envelope))).toBeLessThanOrEqual(args.max_bytes ?? 60_000);

      const failed = planned.before !== null || planned.thrown !== null;
      const codes = [planned.thrown, planned.before].filter((code) => code !== null);
      const isBefore = planned.thrown === null && planned.drafts.length === 0 && planned.whenEmpty === "not_configured";
      expect(errors.map(({ code }) => code)).toEqual(codes);
      if (failed && !isBefore) expect(outcome).toBe("upstream_failed");
      else if (planned.drafts.length === 0) expect(outcome).toBe(planned.whenEmpty);
      else expect(outcome).toBe(page.truncated_by === null ? "found" : "truncated");
      expect(page.returned).toBe(records.length);
      expect(page.next_cursor === null).toBe(page.truncated_by === null);
      expect(records.length > 0).toBe(planned.drafts.length > 0);
      if (!failed && planned.drafts.length > 0) expect(page.total).toBe(planned.drafts.length);
      if (failed) expect(page.total).toBeNull();
    }),
    { numRuns: 400 },
  );
});

it("gives no record up for a fact that has no end", async () => {
  const drafts = Array.from({ length: 5 }, (_, number) => ({
    record_id: `r${number}`,
    name: "a name",
    licence: "free" as const,
    from: [0],
    flagged: false,
    texts: ["a text"],
  }));
  plan = {
    requests: 1,
    drafts,
    whenEmpty: "no_match",
    before: null,
    thrown: null,
    fact: "x".repeat(1_000_000),
    candidate: "",
    note: false,
  };
  const { structuredContent } = await server.callTool("list_things", {}, { signal: new AbortController().signal });
  const { records, outcome, notes } = structuredContent as unknown as Envelope;
  expect([records.length, outcome]).toEqual([5, "found"]);
  expect(notes.some((note) => note.startsWith("fields_cut: "))).toBe(true);
});
