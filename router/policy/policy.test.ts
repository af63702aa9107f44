import type { Tool } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import type { SourceDefinition } from "../catalog/definition.ts";
import { parseConfig } from "../config/parse-config.ts";
import type { Principal } from "../surface/principal.ts";
import { buildSnapshot, type Snapshot } from "../surface/snapshot.ts";
import { missingScopes } from "./missing-scopes.ts";
import { permits } from "./needed-scopes.ts";
import { createViews } from "./view.ts";

const tool = (name: string, annotations?: Tool["annotations"]): Tool => ({
  name,
  inputSchema: { type: "object" },
  ...(annotations && { annotations }),
});
const READS = { readOnlyHint: true };

const definition: SourceDefinition = {
  serverInfo: { name: "x", version: "1" },
  instructions: "own words",
  capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
  tools: [tool("read", READS), tool("write"), tool("unsure", {}), tool("constructor", READS)],
  prompts: [{ name: "ask" }],
  resources: [{ name: "one", uri: "own://NAMESPACE/one" }],
  resourceTemplates: [{ name: "each", uriTemplate: "own://NAMESPACE/each/{id}" }],
  malformed: [],
  ttlMs: 1_000,
  cacheScope: "public",
};

function snapshotOf(servers: Record<string, object>, surface: "all" | "transparent" = "all"): Snapshot {
  const { sources } = parseConfig({
    file: "f",
    text: JSON.stringify({ servers }),
    dotenv: null,
    environment: { GENE_ROUTER_AUTH: "jwt", GENE_ROUTER_ISSUER: "https://i", GENE_ROUTER_JWKS_URL: "https://i/k" },
  });
  const ofItsOwn = (namespace: string) =>
    JSON.parse(JSON.stringify(definition).replaceAll("NAMESPACE", namespace)) as SourceDefinition;
  return buildSnapshot(
    sources.map((source) => ({ source, definition: ofItsOwn(source.namespace) })),
    surface,
  );
}
const holder = (...scopes: string[]): Principal => ({ id: "someone", scopes: new Set(scopes) });
const everyone: Principal = { id: "anyone", scopes: null };

const snapshot = snapshotOf({
  lab: { embed: "lab", scopes: ["lab:read"], tools: { scopes: { unsure: [], write: ["lab:order", "lab:pay"] } } },
  open: { embed: "open" },
});
const needed = (name: string) => snapshot.catalogue.toolsByName.get(name)?.scopes;

describe("the scopes of a tool", () => {
  it.each([
    ["open_read", []],
    ["open_write", ["open:write"]],
    ["open_unsure", ["open:write"]],
    ["lab_read", ["lab:read"]],
    ["lab_write", ["lab:read", "lab:order", "lab:pay"]],
    ["lab_unsure", ["lab:read"]],
    ["open_constructor", []],
  ])("are of %s: %j", (name, scopes) => expect(needed(name)).toEqual(scopes));

  it("that name no tool are reported: a slip of the pen leaves a tool open", () => {
    const { problems } = snapshotOf({ lab: { embed: "lab", tools: { scopes: { wriet: ["lab:order"] } } } }).catalogue;
    expect(problems).toMatchObject([{ namespace: "lab", name: "wriet", problem: "unknown_scoped" }]);
  });

  it("hold for one source under its own names too", () => {
    const { catalogue } = snapshotOf({ lab: { embed: "lab", scopes: ["lab:read"] } }, "transparent");
    expect(catalogue.toolsByName.get("write")?.scopes).toEqual(["lab:read", "lab:write"]);
  });

  it("are all needed, and are no matter where callers are not known", () => {
    expect(permits(holder("a"), ["a", "b"])).toBe(false);
    expect(permits(holder("b", "a"), ["a", "b"])).toBe(true);
    expect(permits(everyone, ["a"])).toBe(true);
  });
});

describe("what a caller sees", () => {
  const views = createViews();

  it("is everything, and the very same, where callers are not known", () => {
    expect(views(snapshot, everyone)).toBe(snapshot);
  });

  it("is nothing of a source that it may not use: no tool, prompt, resource, template or word", () => {
    const view = views(snapshot, holder());
    const { catalogue, listed, instructions } = view;
    const shown = [
      catalogue.tools,
      catalogue.prompts,
      catalogue.resources,
      catalogue.resourceTemplates,
      catalogue.sources,
    ];
    for (const each of [...shown, listed, instructions]) expect(JSON.stringify(each)).not.toContain("lab");
    expect([...catalogue.toolsByName.keys(), ...catalogue.promptsByName.keys()].join()).not.toContain("lab");
    expect(listed.map(({ name }) => name)).toEqual(["call_tool", "open_constructor", "open_read", "search_tools"]);
    expect(catalogue.sources.map(({ tools }) => tools)).toEqual([2]);
    expect(instructions).toContain("2 tools of 1 sources");
  });

  it("is for it alone, even where it is everything", () => {
    const all = views(snapshot, holder("lab:read", "lab:order", "lab:pay", "open:write"));
    expect(all.catalogue.tools).toHaveLength(snapshot.catalogue.tools.length);
    expect([snapshot.catalogue.cacheScope, all.catalogue.cacheScope]).toEqual(["public", "private"]);
  });

  it("is made once for all whose scopes come to the same", () => {
    expect(views(snapshot, holder("lab:read", "other"))).toBe(views(snapshot, holder("more", "lab:read")));
    expect(views(snapshot, holder("lab:read"))).not.toBe(views(snapshot, holder()));
  });

  it("holds no word of one source that speaks for itself and is not open to it", () => {
    const alone = snapshotOf({ lab: { embed: "lab", scopes: ["lab:read"] } }, "transparent");
    expect(views(alone, holder()).instructions).toBe("");
    expect(views(alone, holder("lab:read")).instructions).toBe("own words");
  });
});

describe("the scopes that a request lacks", () => {
  const asked = (method: string, params: object, ...scopes: string[]) =>
    missingScopes({ method, params }, holder(...scopes), snapshot.catalogue);

  it.each([
    ["tools/call", { name: "lab_write" }, ["lab:read", "lab:order", "lab:pay"]],
    ["prompts/get", { name: "lab_ask" }, ["lab:read"]],
    ["resources/read", { uri: "own://lab/one" }, ["lab:read"]],
    ["resources/read", { uri: "own://lab/each/7" }, ["lab:read"]],
    ["resources/read", { uri: "lab+own://lab/one" }, ["lab:read"]],
    ["resources/subscribe", { uri: "own://lab/one" }, ["lab:read"]],
    ["completion/complete", { ref: { type: "ref/prompt", name: "lab_ask" } }, ["lab:read"]],
    ["completion/complete", { ref: { type: "ref/resource", uri: "own://lab/each/{id}" } }, ["lab:read"]],
  ])("are all that %s %j needs", (method, params, scopes) => {
    expect(asked(method, params)).toEqual(scopes);
    expect(asked(method, params, ...scopes.slice(1))).toEqual(scopes);
    expect(asked(method, params, ...scopes)).toBeNull();
  });

  it.each([
    ["tools/call", { name: "open_read" }],
    ["tools/call", { name: "nothing_here" }],
    ["tools/call", { name: "call_tool", arguments: { name: "lab_write" } }],
    ["tools/call", { name: 7 }],
    ["prompts/get", {}],
    ["completion/complete", { ref: null }],
    ["resources/read", { uri: "own://open/one" }],
    ["tools/list", {}],
  ])("are none for %s %j", (method, params) => expect(asked(method, params)).toBeNull());

  it.each([null, undefined, "x", 7, [], {}, { method: "tools/call" }, { method: {}, params: 3 }])(
    "are none for what is no request: %j",
    (message) => expect(missingScopes(message, holder(), snapshot.catalogue)).toBeNull(),
  );
});
