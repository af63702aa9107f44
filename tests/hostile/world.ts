import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { SOURCES, type SourceName } from "../../cli/sources.ts";
import { serveSourceHttp } from "../../servers/kit/serve-source.ts";
import { openRouter, scratchFolder } from "../support/open-router.ts";
import { askModern } from "../support/router/raw-client.ts";
import { openSource } from "../support/source-harness.ts";
import { type SmallAnswer, smallAnswer } from "./services.ts";

/** What the services do to their answers until further notice; null = there is no such address. */
export type Twist = (answer: SmallAnswer | null) => Response;

export interface Sent {
  readonly url: string;
  readonly form: string;
}

export interface HostileWorld {
  /** Complete definitions by full name, as the sources serve them. */
  readonly tools: readonly Tool[];
  /** Where the router listens. */
  readonly url: string;
  /** servers.yaml of a router before these sources, for another process. */
  readonly serversFile: string;
  /** The result as a host of the router gets it over HTTP. */
  call(tool: string, args: unknown): Promise<CallToolResult>;
  /** Makes the services answer so from now on, and forgets what was sent and logged before. */
  twist(twist: Twist): void;
  /** The answers that were given since, by endpoint. */
  readonly given: ReadonlyMap<string, SmallAnswer>;
  /** The requests that the sources sent since. */
  readonly sent: readonly Sent[];
  /** Lines that sources and router wrote to standard error since. */
  logged(): readonly string[];
  close(): Promise<void>;
}

const TYPES = { json: "application/json", xml: "text/xml", yaml: "text/plain" } as const;

/** An answer as a service sends it. */
export const respond = ({ format, body, headers }: SmallAnswer, more: ResponseInit = {}): Response =>
  new Response(body, {
    ...more,
    headers: { "content-type": { ...TYPES }[format as "json"] ?? "text/plain", ...headers, ...more.headers },
  });

export const asGiven: Twist = (answer) => (answer === null ? new Response("", { status: 404 }) : respond(answer));

/** The sources over HTTP, their services replaced, behind a router over HTTP: three processes' worth of wire in one. */
export async function openWorld(names: readonly SourceName[], env: Record<string, string> = {}): Promise<HostileWorld> {
  let twist = asGiven;
  const given = new Map<string, SmallAnswer>();
  const sent: Sent[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const form = typeof init.body === "string" ? init.body : "";
    sent.push({ url: String(url), form });
    const answer = smallAnswer(String(url), new URLSearchParams(form));
    if (answer !== null) given.set(answer.endpoint, answer);
    return twist(answer);
  };
  const uncached = Object.fromEntries(names.map((name) => [`GENE_ROUTER_TTL_${name.toUpperCase()}`, "0"]));
  const opened = await Promise.all(
    names.map(async (name) => {
      const source = openSource(await SOURCES[name](), {
        env: { ...uncached, ...env },
        fetch: fetch as typeof globalThis.fetch,
      });
      return { name, source, serving: await serveSourceHttp(source.server, { hostname: "127.0.0.1", port: 0 }) };
    }),
  );
  const servers = `servers:\n${opened.map(({ name, serving }) => `  ${name}:\n    url: http://127.0.0.1:${serving.port}/mcp\n`).join("")}`;
  const scratch = scratchFolder();
  const serversFile = join(scratch.path, "servers.yaml");
  writeFileSync(serversFile, servers);
  const router = await openRouter({ servers });
  const url = await router.url();
  const tools = opened.flatMap(({ name, source }) =>
    source.server.tools.map((tool) => ({ ...tool, name: `${name}_${tool.name}` })),
  );
  const logs = [router.errors as string[], ...opened.map(({ source }) => source.warnings)];
  return {
    tools,
    url,
    serversFile,
    given,
    sent,
    async call(name, args) {
      const { status, body } = await askModern(url, "tools/call", { name, arguments: args });
      const isAnswer = status === 200 && body?.jsonrpc === "2.0" && body.id === 1 && body.result !== undefined;
      if (!isAnswer)
        throw new Error(`${name}: no JSON-RPC answer, status ${status}: ${JSON.stringify(body).slice(0, 300)}`);
      return body.result;
    },
    twist(next) {
      twist = next;
      given.clear();
      sent.length = 0;
      for (const log of logs) log.length = 0;
    },
    logged: () => logs.flat(),
    async close() {
      await router.close();
      for (const { source, serving } of opened) {
        await serving.close(0);
        await source.close();
      }
      rmSync(scratch.path, { recursive: true, force: true });
    },
  };
}
