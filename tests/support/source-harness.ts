import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";
import { createSourceServer } from "../../servers/kit/create-source-server.ts";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import type { SettingSpecs } from "../../servers/kit/settings.ts";
import type { Source } from "../../servers/kit/source.ts";
import type { SourceServer } from "../../servers/kit/source-server.ts";
import { createUpstream } from "../../servers/kit/upstream/create-upstream.ts";
import type { Clock, Upstream } from "../../servers/kit/upstream/upstream.ts";
import { readUpstreamSettings } from "../../servers/kit/upstream/upstream-settings.ts";

/** Real time for reading, none for waiting: back-off and pacing are tested in the kit, not in every source. */
const impatientClock: Clock = {
  now: () => Date.now(),
  sleep: async (_ms, signal) => signal?.throwIfAborted(),
};

export interface HarnessOptions {
  /** Environment of the source; nothing of the process's own environment is seen. */
  readonly env?: Record<string, string>;
  /** Folder of a recording to replay; otherwise the network is live and mocked by msw. */
  readonly recording?: string;
  readonly exposure?: "local" | "public";
  /** Stands for the network; default: the process's own, which msw watches. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface OpenSource {
  readonly server: SourceServer;
  /** Calls a tool by its leaf name; every result is checked to be sound before it is returned. */
  call(tool: string, args?: unknown, signal?: AbortSignal): Promise<Envelope>;
  /** Lines that the source or the upstream layer wrote to standard error. */
  readonly warnings: string[];
  close(): Promise<void>;
}

/** A source behind its MCP surface's own code path, with a mocked network and no waiting. */
export function openSource<S extends SettingSpecs>(source: Source<S>, options: HarnessOptions = {}): OpenSource {
  const warnings: string[] = [];
  const environment = {
    GENE_ROUTER_CACHE_DIR: "off",
    ...(options.recording === undefined ? {} : { GENE_ROUTER_UPSTREAM: `replay:${options.recording}` }),
    ...options.env,
  };
  const settings = readUpstreamSettings(environment);
  const upstream = unpaced(
    createUpstream({
      settings,
      clock: impatientClock,
      random: () => 0.5,
      fetch: options.fetch ?? ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args)),
      warn: (line: string) => warnings.push(line),
      version: "0.0.0-test",
    }),
  );
  const server = createSourceServer(source, {
    environment,
    upstream,
    clock: impatientClock,
    deadlineMs: settings.deadlineMs,
    exposure: options.exposure ?? "local",
    version: "0.0.0-test",
    warn: (line) => warnings.push(line),
  });
  return {
    server,
    warnings,
    call: async (tool, args = {}, signal = new AbortController().signal) => {
      const result = await server.callTool(tool, args, { signal });
      return result.structuredContent as unknown as Envelope;
    },
    close: () => server.close(),
  };
}

const unpaced = (upstream: Upstream): Upstream => ({
  ...upstream,
  service: (spec) => upstream.service({ ...spec, group: { ...spec.group, spacingMs: 0 } }),
});

/** msw for one test file: a request that no handler answers fails the test. */
export function mockNetwork() {
  const network = setupServer();
  beforeAll(() => network.listen({ onUnhandledRequest: "error" }));
  afterEach(() => network.resetHandlers());
  afterAll(() => network.close());
  return network;
}
