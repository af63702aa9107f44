import { expect } from "vitest";
import { modernHeaders, modernRequest } from "../support/router/raw-client.ts";
import { always, call, counters, entriesOf, type Feature, named, notEmbedded, TRACE, told } from "./feature.ts";
import { RICH_TOOL, TOOLS } from "./fixture/definitions.ts";
import { isModern } from "./hosts.ts";

/** Tools: what is listed, what a call brings, and how it ends. */
export const CALL_FEATURES: readonly Feature[] = [
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
];
