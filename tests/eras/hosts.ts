import { PassThrough } from "node:stream";
import {
  Client,
  type ClientCapabilities,
  type StandardSchemaV1,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import type { Router } from "../../router/router.ts";
import { serveStdio } from "../../router/serve-stdio.ts";
import { type StartOptions, startRouter, startServing } from "../support/router/start-router.ts";

// biome-ignore lint/suspicious/noExplicitAny: whatever the router said
type Said = any;
const ANY: StandardSchemaV1<unknown, Said> = {
  "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) },
};

/** How a host reaches the router. `http` of 2025 keeps no session. */
export const HOSTS = ["2026 http", "2026 stdio", "2025 http", "2025 session", "2025 stdio"] as const;
export type HostKind = (typeof HOSTS)[number];
export const isModern = (kind: HostKind): boolean => kind.startsWith("2026");
/** The router can say something to the host that is no answer to a request. */
export const isReachable = (kind: HostKind): boolean => kind !== "2025 http";

export interface Host {
  readonly client: Client;
  /** Of the router; empty over stdio. */
  readonly url: string;
  /** Notifications that came by themselves. */
  readonly heard: { method: string; params: Said }[];
  /** Questions that were put to the host. */
  readonly asked: { method: string; params: Said }[];
  request(
    method: string,
    params?: object,
    options?: { signal?: AbortSignal; onprogress?: (report: Said) => void },
  ): Promise<Said>;
  close(): Promise<void>;
}

/** Answers of a host that can be asked. */
export const ANSWERS: Record<string, object> = {
  "elicitation/create": { action: "accept", content: { name: "Ada" } },
  "sampling/createMessage": { role: "assistant", content: { type: "text", text: "hello" }, model: "a-model" },
  "roots/list": { roots: [{ uri: "file:///home/ada", name: "home" }] },
};
const ASKABLE: ClientCapabilities = { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } };

export interface Served {
  connect(askable: boolean): Promise<Host>;
  readonly router: Router;
  /** Of the router; empty over stdio. */
  readonly url: string;
  close(): Promise<void>;
}

/** A router as a host of this kind needs it. Over stdio each host has a router end of its own. */
export async function serveFor(
  kind: HostKind,
  { servers, openSource }: Pick<StartOptions, "servers" | "openSource">,
): Promise<Served> {
  const environment = {
    GENE_ROUTER_SURFACE: "all",
    ...(kind === "2025 session" && { GENE_ROUTER_SESSIONS: "1" }),
  };
  if (kind.endsWith("stdio")) {
    const router = await startRouter({ servers, openSource, environment });
    return {
      router,
      url: "",
      connect: (askable) => {
        const input = new PassThrough();
        const output = new PassThrough();
        const end = serveStdio(router, input, output);
        return connected(kind, askable, pipes(output, input), "", () => end.close());
      },
      close: () => router.close(),
    };
  }
  const serving = await startServing({ servers, openSource, environment });
  return {
    router: serving.router,
    url: serving.url,
    connect: (askable) => {
      const transport = new StreamableHTTPClientTransport(new URL(serving.url));
      return connected(kind, askable, transport, serving.url, async () => {});
    },
    close: () => serving.close(0),
  };
}

async function connected(
  kind: HostKind,
  askable: boolean,
  transport: Transport,
  url: string,
  end: () => Promise<void>,
): Promise<Host> {
  const client = new Client(
    { name: "host", version: "1" },
    {
      capabilities: askable ? ASKABLE : {},
      versionNegotiation: { mode: isModern(kind) ? { pin: "2026-07-28" } : "legacy" },
      inputRequired: { autoFulfill: false },
    },
  );
  const heard: Host["heard"] = [];
  const asked: Host["asked"] = [];
  client.fallbackNotificationHandler = async ({ method, params }) => void heard.push({ method, params });
  client.fallbackRequestHandler = async ({ method, params }) => {
    asked.push({ method, params });
    return ANSWERS[method] as Record<string, unknown>;
  };
  await client.connect(transport);
  return {
    client,
    url,
    heard,
    asked,
    request: (method, params = {}, options = {}) =>
      client.request({ method, params: { ...params } }, ANY, { ...options, allowInputRequired: true }),
    async close() {
      await client.close();
      await end();
    },
  };
}

/** Lines of JSON over two streams of this process, as a spawned router would be spoken to. */
function pipes(from: PassThrough, to: PassThrough): Transport {
  let rest = "";
  const transport: Transport = {
    async start() {
      from.on("data", (chunk) => {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) transport.onmessage?.(JSON.parse(line));
      });
    },
    send: async (message) => void to.write(`${JSON.stringify(message)}\n`),
    async close() {
      to.end();
      transport.onclose?.();
    },
  };
  return transport;
}
