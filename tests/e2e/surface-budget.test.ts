import { resolve } from "node:path";
import type { Tool } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openContext } from "../../cli/context.ts";
import { tokensOf } from "../../router/inspect.ts";
import { MAX_INSTRUCTIONS } from "../../router/surface/instructions.ts";

/** What a host pays before the first question; a model's context is not ours to fill. */
const MAX_TOKENS = 12_000;

describe("the surface of the shipped servers.yaml", () => {
  let context: Awaited<ReturnType<typeof openContext>>;
  beforeAll(async () => {
    context = await openContext(
      { servers: resolve(import.meta.dirname, "../../servers.yaml"), replay: "fixtures/demo" },
      {
        environment: { GENE_ROUTER_CACHE_DIR: "off" },
        output: { out: () => {}, err: () => {} },
        stderr: process.stderr,
      },
    );
    await context.router.start();
    await context.router.settled();
  });
  afterAll(() => context.close());

  it(`costs at most ${MAX_TOKENS} tokens in tools/list`, () => {
    const { listed, surface } = context.router.snapshot();
    expect(surface).toBe("search");
    expect(tokensOf({ tools: listed })).toBeLessThanOrEqual(MAX_TOKENS);
  });

  it("describes every property of every tool's input, at any depth", () => {
    const { listed, catalogue } = context.router.snapshot();
    const tools = [...listed, ...catalogue.tools.map(({ definition }) => definition)];
    const bare = tools.flatMap((tool) => undescribed(tool.inputSchema, tool.name));
    expect(bare).toEqual([]);
  });

  it("is introduced in at most so many characters, with names that exist", () => {
    const { instructions, catalogue } = context.router.snapshot();
    expect(instructions.length).toBeLessThanOrEqual(MAX_INSTRUCTIONS);
    const namespaces = catalogue.sources.map(({ namespace }) => namespace).join("|");
    const named = [...instructions.matchAll(new RegExp(`\\b(?:${namespaces})_[a-z]\\w*`, "g"))].map(([name]) => name);
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(catalogue.toolsByName.has(name)).toBe(true);
  });

  it("serves every tool that its sources define", () => {
    expect(context.router.snapshot().catalogue.problems).toEqual([]);
  });
});

/** Paths of properties without a description. */
function undescribed(schema: unknown, path: string): string[] {
  if (schema === null || typeof schema !== "object") return [];
  const { properties, items } = schema as { properties?: Record<string, Tool["inputSchema"]>; items?: unknown };
  const own = Object.entries(properties ?? {}).flatMap(([name, property]) => [
    ...(typeof property.description === "string" && property.description !== "" ? [] : [`${path}.${name}`]),
    ...undescribed(property, `${path}.${name}`),
  ]);
  return [...own, ...undescribed(items, `${path}[]`)];
}
