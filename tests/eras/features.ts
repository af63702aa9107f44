import { expect } from "vitest";
import { modernHeaders, modernRequest } from "../support/router/raw-client.ts";
import { PROMPTS, QUESTION, RESOURCES, RICH_TOOL, SAMPLING, STATE, TEMPLATES, TOOLS } from "./fixture/definitions.ts";
import { ANSWERS, type Host, type HostKind, isModern, isReachable } from "./hosts.ts";

/** What stands behind the router. */
export const SOURCES = ["2026 remote", "2026 child", "2025 remote", "2025 child", "embedded"] as const;
export type SourceKind = (typeof SOURCES)[number];
export const NAMESPACE: Record<SourceKind, string> = {
  "2026 remote": "rem",
  "2026 child": "kid",
  "2025 remote": "old",
  "2025 child": "oldkid",
  embedded: "kegg",
};

/** One combination at work: a host that cannot be asked anything, one that can, and the namespace of the source. */
export interface Cell {
  readonly kind: HostKind;
  readonly source: SourceKind;
  readonly ns: string;
  readonly host: Host;
  readonly askable: Host;
  /** Calls that were cancelled at the source in this process, which has no tool to tell of them. */
  readonly embeddedCancelled: () => number;
}

/** Why something cannot be in a combination; keys are shown in the table of docs/protocol.md. */
export const REASONS = {
  a: "A source in this process has tools and resources only: no prompts, completions, log messages, questions or changes.",
  b: "Without a session there is no channel to a host of 2025 between its requests. A subscription is accepted and nothing is told, as the missing capability says.",
  c: "A question needs a host that can be asked while the call is under way; the call ends with an error that says so.",
  d: "A source of 2025 holds its call open while it asks; a host of 2026-07-28 is asked by ending the call and being called again, perhaps at another replica. The source is told that this host cannot be asked.",
  g: "Without a session a cancelling message names a request that only the host knows apart from others; closing the connection cancels.",
  h: "The revision says that a lost connection is no cancellation where a session goes on; over stdio the connection is the host.",
  f: "2026-07-28 has no such field.",
  e: "2025 knows objects only. A host of 2025 gets any other kind under `result` of an object, and as text; the SDK of a source of 2025 does not send it.",
} as const;
export type Reason = keyof typeof REASONS;

export interface Feature {
  readonly name: string;
  /** null: it works. */
  impossible(kind: HostKind, source: SourceKind): Reason | null;
  /** Passes when it works. */
  works(cell: Cell): Promise<void>;
  /** Passes when it is refused as the reason says. Absent where there is nothing to ask for. */
  refused?(cell: Cell): Promise<void>;
}

const TRACE = {
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  tracestate: "vendor=1",
  baggage: "k=v",
  "example/own": { deep: [1, null] },
};
const notEmbedded = (_: HostKind, source: SourceKind): Reason | null => (source === "embedded" ? "a" : null);
const always = (): null => null;
const call = (host: Host, name: string, args: object = {}, rest: object = {}, options = {}) =>
  host.request("tools/call", { name, arguments: args, ...rest }, options);
const counters = async ({ host, ns, source, embeddedCancelled }: Cell) => {
  // One call later, whatever was sent before has arrived.
  if (source === "embedded") {
    await host.request("tools/list");
    return { cancelled: embeddedCancelled() };
  }
  return JSON.parse((await call(host, `${ns}_counters`)).content[0].text);
};
const told = (host: Host, method: string) => host.heard.filter((each) => each.method === method);
const shown = (source: SourceKind, uri: string): string => `${NAMESPACE[source]}+${uri}`;
/** A list without what only one of the revisions may have beside it. */
const entriesOf = async (host: Host, method: string, key: string, prefix: string) =>
  (await host.request(method))[key].filter(({ name }: { name: string }) => name.startsWith(`${prefix}_`));
const named = <T extends { name: string }>(ns: string, entries: readonly T[]) =>
  entries.map((each) => ({ ...each, name: `${ns}_${each.name}` })).sort((a, b) => (a.name < b.name ? -1 : 1));

/** A question of each kind, through the way of the host's own revision. */
const question = (tool: "elicit" | "sample" | "roots", method: string, params: object | null): Feature => ({
  name: `${method} asked during a call`,
  impossible: (kind, source) =>
    source === "embedded" ? "a" : kind === "2025 http" ? "c" : isModern(kind) && source.startsWith("2025") ? "d" : null,
  async works({ kind, source, ns, askable }) {
    const answer = ANSWERS[method];
    askable.asked.length = 0;
    if (isModern(kind)) {
      const asked = await call(askable, `${ns}_${tool}`);
      expect(asked).toMatchObject({ resultType: "input_required", requestState: STATE });
      expect(asked.inputRequests.asked).toMatchObject({ method, ...(params === null ? {} : { params }) });
      const round = { inputResponses: { asked: answer }, requestState: asked.requestState };
      const result = await call(askable, `${ns}_${tool}`, {}, round);
      expect(JSON.parse(result.content[0].text)).toEqual({ answer, state: STATE });
      return;
    }
    const result = await call(askable, `${ns}_${tool}`);
    expect(askable.asked).toEqual([expect.objectContaining({ method })]);
    if (params !== null) expect(askable.asked[0]?.params).toMatchObject(params);
    const state = source.startsWith("2026") ? { state: STATE } : {};
    expect(JSON.parse(result.content[0].text)).toEqual({ answer, ...state });
  },
  async refused({ ns, askable, source }) {
    if (source === "embedded") return;
    const result = await call(askable, `${ns}_${tool}`);
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toMatch(/cannot be asked|did not declare/);
  },
});

export const FEATURES: readonly Feature[] = [
  {
    name: "tools/list: every field, under the source's name, all pages",
    impossible: always,
    async works({ ns, host, source }) {
      const tools = await entriesOf(host, "tools/list", "tools", ns);
      if (source === "embedded") {
        expect(tools[0]).toMatchObject({ title: "Pathways of a gene", annotations: { readOnlyHint: true } });
        return;
      }
      const grown = tools.filter(({ name }: { name: string }) => name.includes("_grown_"));
      const { execution: _, ...rich } = RICH_TOOL;
      const served = tools.filter((tool: object) => !grown.includes(tool));
      expect(served.map(({ execution: __, ...tool }: { execution?: object }) => tool)).toEqual(
        named(ns, [rich, ...TOOLS.slice(1)]),
      );
    },
  },
  {
    name: "`execution` of a tool",
    impossible: (kind, source) =>
      source === "embedded" ? "a" : kind.startsWith("2025") && source.startsWith("2025") ? null : "f",
    async works({ ns, host }) {
      const tools = await entriesOf(host, "tools/list", "tools", ns);
      const echo = tools.find(({ name }: { name: string }) => name === `${ns}_echo`);
      expect(echo.execution).toEqual(RICH_TOOL.execution);
    },
  },
  {
    name: "tools/call: content, structuredContent, _meta of the result",
    impossible: always,
    async works({ ns, host, kind, source }) {
      if (source === "embedded") {
        const found = await call(host, "kegg_get_pathways", { gene: "katG" });
        expect(found).toMatchObject({
          structuredContent: { outcome: "found" },
          _meta: { "gene-router/use": "research" },
        });
        return;
      }
      const { _meta, ...result } = await call(host, `${ns}_echo`, { value: { n: 1 } });
      expect(result).toEqual({ content: [{ type: "text", text: '{"n":1}' }], structuredContent: { value: { n: 1 } } });
      expect(_meta["example/trace"]).toBe("kept");
      expect(_meta["io.modelcontextprotocol/serverInfo"]?.name).toBe(isModern(kind) ? "gene-router" : undefined);
    },
  },
  {
    name: "structuredContent that is no object",
    impossible: (kind, source) =>
      source === "embedded" ? "a" : isModern(kind) && source.startsWith("2026") ? null : "e",
    async works({ ns, host }) {
      for (const value of [[1, "two", null], "text", 7.5, false, null]) {
        expect((await call(host, `${ns}_any`, { value })).structuredContent).toEqual(value);
      }
    },
    async refused({ ns, host, source }) {
      // The SDK of such a source does not send it.
      if (!source.startsWith("2026")) return;
      const { structuredContent, content } = await call(host, `${ns}_any`, { value: [1, "two", null] });
      expect(structuredContent).toEqual({ result: [1, "two", null] });
      expect(content[0].text).toBe('[1,"two",null]');
    },
  },
  {
    name: "errors: of a tool, of the protocol with its data, of an unknown name",
    impossible: always,
    async works({ ns, host, source }) {
      await expect(call(host, `${ns}_no_such`)).rejects.toMatchObject({ code: -32602 });
      if (source === "embedded") return;
      expect(await call(host, `${ns}_fail`)).toMatchObject({ isError: true, content: [{ text: "it failed" }] });
      await expect(call(host, `${ns}_refuse`)).rejects.toMatchObject({
        code: -32603,
        message: "refused by the source",
        data: { why: ["because"] },
      });
    },
  },
  {
    name: "progress",
    impossible: always,
    async works({ ns, host, source }) {
      const heard: object[] = [];
      const options = { onprogress: (report: object) => heard.push(report) };
      const name = source === "embedded" ? "kegg_get_pathways" : `${ns}_progress`;
      await call(host, name, source === "embedded" ? { gene: "katG" } : {}, {}, options);
      expect(heard[0]).toMatchObject(
        source === "embedded" ? { progress: 1 } : { progress: 1, total: 2, message: "step 1" },
      );
    },
  },
  {
    name: "cancellation by message, at the source too",
    impossible: (kind) => (kind === "2025 http" ? "g" : null),
    async works(cell) {
      const { ns, host, source } = cell;
      const leaving = new AbortController();
      const name = source === "embedded" ? "kegg_wait" : `${ns}_hang`;
      const before = (await counters(cell)).cancelled;
      const hanging = call(host, name, {}, {}, { signal: leaving.signal });
      hanging.catch(() => {});
      // The call is under way when a later one has been answered.
      await counters(cell);
      leaving.abort(new Error("enough"));
      await expect(hanging).rejects.toThrow();
      await expect.poll(async () => (await counters(cell)).cancelled).toBeGreaterThan(before);
    },
  },
  {
    name: "cancellation by leaving, at the source too",
    impossible: (kind) => (kind.endsWith("stdio") || kind === "2025 session" ? "h" : null),
    async works(cell) {
      const { ns, host, kind, source } = cell;
      const before = (await counters(cell)).cancelled;
      const leaving = new AbortController();
      const params = { name: source === "embedded" ? "kegg_wait" : `${ns}_hang`, arguments: {} };
      const [body, headers] = isModern(kind)
        ? [modernRequest("tools/call", params), modernHeaders("tools/call", params.name)]
        : [{ jsonrpc: "2.0", id: 1, method: "tools/call", params }, {}];
      const hanging = fetch(host.url, {
        method: "POST",
        signal: leaving.signal,
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body: JSON.stringify(body),
      }).then((response) => response.text());
      hanging.catch(() => {});
      await counters(cell);
      leaving.abort();
      await expect(hanging).rejects.toThrow();
      await expect.poll(async () => (await counters(cell)).cancelled).toBeGreaterThan(before);
    },
  },
  {
    name: "log messages of a call, from the level that was asked for",
    impossible: notEmbedded,
    async works({ ns, host, kind }) {
      const logged = () => told(host, "notifications/message").map(({ params }) => params.data);
      host.heard.length = 0;
      if (isModern(kind)) {
        await call(host, `${ns}_log`);
        expect(logged()).toEqual([]);
        await call(host, `${ns}_log`, {}, { _meta: { "io.modelcontextprotocol/logLevel": "error" } });
        await expect.poll(logged).toEqual(["at error"]);
        return;
      }
      await call(host, `${ns}_log`);
      await expect.poll(logged).toEqual(["at info", "at error"]);
    },
  },
  {
    name: "_meta of the request: trace context and foreign keys",
    impossible: notEmbedded,
    async works({ ns, host }) {
      const { content } = await call(host, `${ns}_meta`, {}, { _meta: TRACE });
      expect(JSON.parse(content[0].text)).toMatchObject(TRACE);
      expect(content[0].text).not.toContain('"name":"host"');
    },
  },
  question("elicit", "elicitation/create", QUESTION),
  question("sample", "sampling/createMessage", SAMPLING),
  question("roots", "roots/list", null),
  {
    name: "prompts/list and prompts/get",
    impossible: notEmbedded,
    async works({ ns, host }) {
      expect(await entriesOf(host, "prompts/list", "prompts", ns)).toEqual(named(ns, PROMPTS));
      const got = await host.request("prompts/get", { name: `${ns}_greet`, arguments: { who: "you" } });
      expect(got).toMatchObject({ description: "A greeting", messages: [{ content: { text: "greet you" } }] });
    },
  },
  {
    name: "resources/list, resources/templates/list and resources/read",
    impossible: always,
    async works({ ns, host, source }) {
      if (source === "embedded") {
        const read = await host.request("resources/read", { uri: `gene-router-body://${"a".repeat(64)}` });
        expect(read.contents[0].text).toBe("body of kegg");
        return;
      }
      const resources = await entriesOf(host, "resources/list", "resources", ns);
      expect(resources).toEqual(
        expect.arrayContaining(named(ns, RESOURCES).map((each) => ({ ...each, uri: shown(source, each.uri) }))),
      );
      const templates = await entriesOf(host, "resources/templates/list", "resourceTemplates", ns);
      expect(templates).toEqual(
        named(ns, TEMPLATES).map((each) => ({ ...each, uriTemplate: shown(source, each.uriTemplate) })),
      );
      for (const uri of ["memo://one", "memo://item/7"]) {
        const { contents } = await host.request("resources/read", { uri: shown(source, uri) });
        expect(contents).toEqual([{ uri, mimeType: "text/plain", text: `read ${uri}` }]);
      }
    },
  },
  {
    name: "completion/complete, for a prompt and a template",
    impossible: notEmbedded,
    async works({ ns, host, source }) {
      for (const ref of [
        { type: "ref/prompt", name: `${ns}_greet` },
        { type: "ref/resource", uri: shown(source, "memo://item/{id}") },
      ]) {
        const { completion } = await host.request("completion/complete", {
          ref,
          argument: { name: "who", value: "A" },
        });
        expect(completion).toMatchObject({ values: ["A-completed"], total: 1 });
      }
    },
  },
  {
    name: "list_changed",
    impossible: (kind, source) => (source === "embedded" ? "a" : isReachable(kind) ? null : "b"),
    async works({ ns, host, kind }) {
      const listening = isModern(kind) ? await host.client.listen({ toolsListChanged: true }) : null;
      const names = async () =>
        (await entriesOf(host, "tools/list", "tools", ns)).map(({ name }: { name: string }) => name);
      const before = (await names()).length;
      host.heard.length = 0;
      await call(host, `${ns}_grow`);
      await expect.poll(() => told(host, "notifications/tools/list_changed").length).toBeGreaterThan(0);
      await expect.poll(async () => (await names()).length).toBeGreaterThan(before);
      await listening?.close();
    },
  },
  {
    name: "changes of a single resource, told to those who subscribed and to the end",
    impossible: (kind, source) => (source === "embedded" ? "a" : isReachable(kind) ? null : "b"),
    async works(cell) {
      const { ns, host, kind, source } = cell;
      const uri = shown(source, "memo://one");
      const listening = isModern(kind)
        ? await host.client.listen({ resourceSubscriptions: [uri, "memo://nowhere"] })
        : null;
      if (listening === null) await host.request("resources/subscribe", { uri });
      else expect(listening.honoredFilter).toEqual({ resourceSubscriptions: [uri] });
      expect((await counters(cell)).subscribed).toEqual(["memo://one"]);
      host.heard.length = 0;
      const updates = () => told(host, "notifications/resources/updated").map(({ params }) => params);
      await call(host, `${ns}_touch`, { uri: "memo://two" });
      await call(host, `${ns}_touch`, { uri: "memo://one" });
      await expect.poll(() => updates().length).toBe(1);
      expect(updates()[0]).toMatchObject({ uri });
      await (listening?.close() ?? host.request("resources/unsubscribe", { uri }));
      await expect.poll(async () => (await counters(cell)).subscribed).toEqual([]);
    },
    async refused({ host, source }) {
      if (source === "embedded") return;
      await host.request("resources/subscribe", { uri: shown(source, "memo://one") });
      await host.request("resources/unsubscribe", { uri: shown(source, "memo://one") });
      expect(host.client.getServerCapabilities()?.resources?.subscribe).toBeUndefined();
    },
  },
];
