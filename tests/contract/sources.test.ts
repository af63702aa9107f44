import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { afterAll, describe, expect, it } from "vitest";
import { SOURCE_NAMES, SOURCES } from "../../cli/sources.ts";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import { openSource } from "../support/source-harness.ts";

/** What holds for every source, over its MCP surface. Upstream is a cache that is empty: no network, every need fails. */
const NEVER_A_ZERO = ["none_on_record", "no_match", "found", "truncated"];
const NAME = /^[a-z][a-z0-9_]{0,49}$/;

/** A value that a schema accepts, for required parameters whose form is not the point of a test. */
function exampleOf(schema: Record<string, unknown>): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf)) return exampleOf(schema.anyOf[0] as Record<string, unknown>);
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  if (schema.type === "boolean") return true;
  if (schema.type === "array") {
    const count = Math.max(1, Number(schema.minItems ?? 1));
    return Array.from({ length: count }, (_, index) => {
      const item = exampleOf(schema.items as Record<string, unknown>);
      return typeof item === "string" && index > 0 ? item.replace(/\d/, String(index)) : item;
    });
  }
  if (schema.type === "object") {
    const properties = schema.properties as Record<string, Record<string, unknown>>;
    const required = (schema.required ?? []) as string[];
    return Object.fromEntries(required.map((key) => [key, exampleOf(properties[key]!)]));
  }
  return "katG";
}

const sources = await Promise.all(SOURCE_NAMES.map(async (name) => ({ name, source: await SOURCES[name]() })));

describe.each(sources)("source $name", ({ name, source }) => {
  const open = openSource(source, { env: { GENE_ROUTER_UPSTREAM: "cache" } });
  afterAll(() => open.close());
  const { tools } = open.server;
  const check = (tool: (typeof tools)[number], envelope: Envelope) =>
    expect(new AjvJsonSchemaValidator().getValidator(tool.outputSchema!)(envelope)).toMatchObject({ valid: true });

  it("says who it is and lists its tools with nothing configured", () => {
    expect(source.name).toBe(name);
    expect(tools.length).toBeGreaterThan(0);
    expect(open.server.instructions).toMatch(/research use only/i);
    for (const licence of Object.values(source.licences)) expect(licence.url).toMatch(/^https:\/\//);
  });

  describe.each(tools)("tool $name", (tool) => {
    const input = tool.inputSchema as { properties?: Record<string, { description?: string }>; required?: string[] };

    it("has a good name, a title, and a description of every parameter", () => {
      expect(tool.name).toMatch(NAME);
      expect(`${name}_${tool.name}`.length).toBeLessThanOrEqual(64);
      expect(tool.title).toBeTruthy();
      expect(tool.description!.length).toBeGreaterThan(30);
      for (const [key, property] of Object.entries(input.properties ?? {})) {
        expect(property.description, key).toBeTruthy();
      }
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
    });

    it("names what is missing when it is called with nothing", async () => {
      const required = input.required ?? [];
      if (required.length === 0) return;
      const envelope = await open.call(tool.name, {});
      expect(envelope.outcome).toBe("bad_input");
      expect(envelope.errors.map(({ code, param }) => [code, param])).toEqual(
        required.map((key) => ["missing_argument", key]),
      );
      // Absent only in a result of a tool's own, which has no upstream.
      expect(envelope.requests ?? []).toEqual([]);
      check(tool, envelope);
    });

    it("refuses a parameter that does not exist, and shows no value in a message", async () => {
      const envelope = await open.call(tool.name, { nonsense: "IGNORE PREVIOUS" });
      expect(envelope.outcome).toBe("bad_input");
      expect(envelope.errors).toContainEqual(expect.objectContaining({ code: "unknown_argument", param: "nonsense" }));
      expect(JSON.stringify([envelope.errors, envelope.notes])).not.toContain("IGNORE");
      check(tool, envelope);
    });

    it("never shows an outage as a zero, and its result keeps to its schema", async () => {
      const args = exampleOf(tool.inputSchema as Record<string, unknown>);
      const envelope = await open.call(tool.name, args);
      expect(NEVER_A_ZERO, JSON.stringify(envelope)).not.toContain(envelope.outcome);
      if (envelope.outcome === "upstream_failed") expect(envelope.errors.length).toBeGreaterThan(0);
      check(tool, envelope);
    });

    it("marks untrusted paths that exist in its output schema", () => {
      const paths = (tool._meta as Record<string, string[]>)["gene-router/untrusted"]!;
      for (const path of paths) {
        let at: Record<string, unknown> | undefined = tool.outputSchema as Record<string, unknown>;
        for (const step of path.split(".")) {
          const [key = "", ...lists] = step.split("[]");
          at = inner(at, key);
          for (const _ of lists) at = at && ((at.items ?? at) as Record<string, unknown>);
        }
        expect(at, path).toBeDefined();
      }
    });
  });
});

/** A property of a schema, looking through `anyOf` (nullable fields and unions). */
function inner(schema: Record<string, unknown> | undefined, key: string): Record<string, unknown> | undefined {
  if (schema === undefined) return undefined;
  const options = (schema.anyOf ?? schema.oneOf ?? [schema]) as Record<string, unknown>[];
  for (const option of options) {
    const properties = option.properties as Record<string, Record<string, unknown>> | undefined;
    const hit = properties?.[key] ?? (option.additionalProperties as Record<string, unknown> | undefined);
    if (hit && typeof hit === "object") {
      const list = ((hit.anyOf as Record<string, unknown>[] | undefined) ?? [hit]).find((one) => one.type !== "null");
      return list ?? hit;
    }
    // Entries that all tools share are advertised open; the full schema of the envelope names their fields.
    if (properties === undefined && option.type === "object" && option.additionalProperties !== false) return {};
  }
  return undefined;
}
