import { SOURCES, type SourceName } from "../../cli/sources.ts";
import { createSourceServer } from "../../servers/kit/create-source-server.ts";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import type { SourceServer } from "../../servers/kit/source-server.ts";
import { createUpstream } from "../../servers/kit/upstream/create-upstream.ts";
import type { Upstream } from "../../servers/kit/upstream/upstream.ts";
import { readUpstreamSettings } from "../../servers/kit/upstream/upstream-settings.ts";
import { createFakeClock, type FakeClock } from "../support/clock/fake-clock.ts";
import { type PlayedServices, playServices } from "./played-services.ts";
import { ASKING_SOURCES, type Question } from "./questions.ts";

export interface OpenSources {
  readonly clock: FakeClock;
  readonly services: PlayedServices;
  readonly upstream: Upstream;
  readonly warnings: readonly string[];
  ask(question: Question, signal?: AbortSignal): Promise<Envelope>;
  server(name: SourceName): SourceServer;
  /** Lets virtual time pass until all of these are answered; a call that needs more than two hours is a hang. */
  until<T>(calls: readonly Promise<T>[]): Promise<T[]>;
}

/** All six sources as one process serves them: one upstream layer, no cache, time that only passes when it is told to. */
export async function openSources(env: Record<string, string> = {}): Promise<OpenSources> {
  const clock = createFakeClock();
  const services = playServices(clock);
  const warnings: string[] = [];
  const usesDisk = "GENE_ROUTER_CACHE_DIR" in env || "GENE_ROUTER_UPSTREAM" in env;
  const environment = {
    GENE_ROUTER_CACHE_DIR: "off",
    GENE_ROUTER_MEMORY_MB: "0",
    GENE_ROUTER_DEADLINE_MS: "3600000",
    NCBI_EMAIL: "someone@example.org",
    ...env,
  };
  const settings = readUpstreamSettings(environment);
  const warn = (line: string) => void warnings.push(line);
  const upstream = createUpstream({
    settings,
    clock,
    random: () => 0.5,
    fetch: services.fetch,
    warn,
    version: "1.2.3",
  });
  const servers = new Map<SourceName, SourceServer>();
  for (const name of ASKING_SOURCES) {
    const { deadlineMs } = settings;
    const options = { environment, upstream, clock, deadlineMs, exposure: "local", version: "1.2.3", warn } as const;
    servers.set(name, createSourceServer(await SOURCES[name](), options));
  }
  return {
    clock,
    services,
    upstream,
    warnings,
    server: (name) => servers.get(name)!,
    ask: async ({ source, tool, args }, signal = new AbortController().signal) => {
      const result = await servers.get(source)!.callTool(tool, args, { signal });
      return result.structuredContent as unknown as Envelope;
    },
    until: async (calls) => {
      let open = true;
      const all = Promise.allSettled(calls).then((settled) => {
        open = false;
        return settled;
      });
      for (let step = 0; open && step < 7_200; step++) {
        // Files are not on the virtual clock: while they are read and written, only those who wait for time get some.
        if (usesDisk) await new Promise((written) => setTimeout(written, 1));
        if (open) await clock.advance(usesDisk ? (clock.untilWaking() ?? 0) : 1_000);
      }
      if (open) throw new Error("A call does not end");
      return (await all).map((one) => {
        if (one.status === "rejected") throw one.reason;
        return one.value;
      });
    },
  };
}
