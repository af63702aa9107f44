import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askLegacy, askModern } from "../support/router/raw-client.ts";
import { startServing } from "../support/router/start-router.ts";
import { STATE } from "./fixture/definitions.ts";
import { legacySource } from "./fixture/legacy-source.ts";
import { modernSource } from "./fixture/modern-source.ts";

const ASKABLE = { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } };
const hosts = [
  ["2026-07-28", askModern],
  ["2025-11-25", askLegacy],
] as const;

describe("two replicas that know nothing of each other", () => {
  let source: Awaited<ReturnType<typeof modernSource>>;
  let old: Awaited<ReturnType<typeof legacySource>>;
  let replicas: string[];
  let close: () => Promise<unknown>;
  beforeAll(async () => {
    [source, old] = [await modernSource(), await legacySource()];
    const serve = () =>
      startServing({
        servers: { rem: { url: source.url }, old: { url: old.url } },
        environment: { GENE_ROUTER_SURFACE: "search" },
      });
    const serving = [await serve(), await serve()];
    replicas = serving.map(({ url }) => url);
    close = () => Promise.all([...serving.map((each) => each.close(0)), source.close(), old.close()]);
  });
  afterAll(() => close());
  const at = (replica: number): string => String(replicas[replica]);

  it.each(hosts)("list the same to a host of %s, to the byte", async (_, ask) => {
    const [one, other] = await Promise.all([0, 1].map((replica) => ask(at(replica), "tools/list")));
    expect(JSON.stringify(one?.body.result)).toBe(JSON.stringify(other?.body.result));
  });

  it("continue a round of questions that the other began, with the state byte for byte", async () => {
    const params = { name: "rem_elicit", arguments: {} };
    const asked = (await askModern(at(0), "tools/call", params, ASKABLE)).body.result;
    expect(asked.requestState).toBe(STATE);
    const round = {
      inputResponses: { asked: { action: "accept", content: { name: "Ada" } } },
      requestState: asked.requestState,
    };
    const answered = (await askModern(at(1), "tools/call", { ...params, ...round }, ASKABLE)).body.result;
    expect(JSON.parse(answered.content[0].text).state).toBe(STATE);
  });

  it("continue a page that the other began", async () => {
    const query = { query: "says asks reports fails answers", limit: 2 };
    const search = (replica: number, more = {}) =>
      askModern(at(replica), "tools/call", { name: "search_tools", arguments: { ...query, ...more } });
    const first = (await search(0)).body.result.structuredContent;
    const here = (await search(0, { cursor: first.next_cursor })).body.result.structuredContent;
    const there = (await search(1, { cursor: first.next_cursor })).body.result.structuredContent;
    expect(there).toEqual(here);
    expect(there.hits.length).toBeGreaterThan(0);
  });

  it.each(hosts)("never list more because of what a host of %s did before", async (_, ask) => {
    const listed = async () => JSON.stringify((await ask(at(0), "tools/list")).body.result);
    const before = await listed();
    await ask(at(0), "tools/call", { name: "search_tools", arguments: { query: "say a value back" } });
    await ask(at(0), "tools/call", { name: "call_tool", arguments: { name: "rem_echo", arguments: { value: 1 } } });
    await ask(at(0), "tools/call", { name: "rem_echo", arguments: { value: 1 } });
    await ask(at(0), "tools/call", { name: "rem_no_such", arguments: {} });
    expect(await listed()).toBe(before);
  });

  it("call tools by their full names that they do not list", async () => {
    const names = (await askModern(at(0), "tools/list")).body.result.tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["call_tool", "search_tools"]);
    const direct = await askModern(at(0), "tools/call", { name: "rem_echo", arguments: { value: 7 } });
    const byName = await askModern(at(1), "tools/call", {
      name: "call_tool",
      arguments: { name: "rem_echo", arguments: { value: 7 } },
    });
    expect(byName.body.result).toEqual(direct.body.result);
  });

  it("pass on any JSON, as argument and as result, with nothing changed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ noUnicodeString: false }), async (value) => {
        const { body } = await askModern(at(0), "tools/call", { name: "rem_any", arguments: { value } });
        expect(JSON.stringify(body.result.structuredContent)).toBe(JSON.stringify(value));
        expect(body.result.content).toEqual([{ type: "text", text: JSON.stringify(value) }]);
      }),
      { numRuns: 60 },
    );
  });

  it("pass on names that JavaScript treats specially", async () => {
    const text = '{"__proto__":{"a":1},"constructor":{"prototype":2},"toString":null,"":[]}';
    const { body } = await askModern(at(0), "tools/call", { name: "rem_any", arguments: { value: JSON.parse(text) } });
    expect(JSON.stringify(body.result.structuredContent)).toBe(text);
  });

  it("say what the host can do to a source of 2026-07-28, less the tasks that they do not carry", async () => {
    const capabilities = {
      elicitation: { form: {} },
      sampling: {},
      tasks: {},
      extensions: { "io.modelcontextprotocol/tasks": {}, "example/kept": {} },
    };
    const meta = { "io.modelcontextprotocol/clientCapabilities": capabilities };
    const asked = await askModern(at(0), "tools/call", { name: "rem_sample", arguments: {} }, meta);
    expect(asked.body.result).toMatchObject({ resultType: "input_required" });
    const discovered = (await askModern(at(0), "server/discover")).body.result;
    expect(JSON.stringify(discovered.capabilities)).not.toContain("tasks");
    const { result } = (await askModern(at(0), "tools/call", { name: "rem_declared", arguments: {} }, meta)).body;
    expect(JSON.parse(result.content[0].text)).toEqual({
      elicitation: { form: {} },
      sampling: {},
      extensions: { "example/kept": {} },
    });
  });
});
