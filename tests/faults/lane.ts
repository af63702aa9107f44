import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SOURCES, type SourceName } from "../../cli/sources.ts";
import { createSourceServer } from "../../servers/kit/create-source-server.ts";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import { createUpstream } from "../../servers/kit/upstream/create-upstream.ts";
import { createPooledFetch } from "../../servers/kit/upstream/pooled-fetch.ts";
import type { Clock, Service, Upstream } from "../../servers/kit/upstream/upstream.ts";
import { readUpstreamSettings } from "../../servers/kit/upstream/upstream-settings.ts";
import type { Services } from "../support/services/start-services.ts";
import type { Call } from "./calls.ts";

/** Large enough for every healthy answer, small enough for an endless one to be over at once. */
const MAX_RESPONSE_BYTES = 262_144;
const ATTEMPT_MS = 30_000;

/** Thousands of cache folders come and go: in memory, where the system has a place for that. */
const SCRATCH = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Time that jumps over every wait, writes the waits down, and lets an attempt's limit fall when it is told to. */
export interface ImpatientClock extends Clock {
  /** Waits that were not over at once, milliseconds. */
  readonly waits: number[];
  pass(ms: number): void;
  /** Lets the limit of every attempt in flight fall. */
  endAttempts(): void;
}

export function createImpatientClock(): ImpatientClock {
  let ahead = 0;
  const waits: number[] = [];
  const attempts = new Set<() => void>();
  return {
    waits,
    now: () => Date.now() + ahead,
    pass: (ms) => {
      ahead += ms;
    },
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      if (ms <= 0) return;
      waits.push(ms);
      ahead += ms;
    },
    limit: (ms, fire) => {
      if (ms !== ATTEMPT_MS) return () => {};
      attempts.add(fire);
      return () => void attempts.delete(fire);
    },
    endAttempts: () => {
      for (const fire of [...attempts]) fire();
    },
  };
}

/** One installation of a source that talks to a stand-in: its own cache on disk, its own time. */
export interface Lane {
  readonly clock: ImpatientClock;
  call(call: Pick<Call, "tool" | "args">): Promise<{ envelope: Envelope; isError: boolean }>;
  /** Hashes of the bodies in the cache folder. */
  kept(): string[];
  /** Leaves the memory behind, keeps the disk: what another process would find. */
  restart(): void;
  /** Lines on standard error. */
  readonly warnings: readonly string[];
}

/** A source whose tools are made once, for lanes that follow one another. */
export interface Track {
  /** Runs with a new lane: an empty cache, nothing paused or blocked. */
  run<T>(use: (lane: Lane) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function openTrack(name: string, services: Services): Promise<Track> {
  const source = await SOURCES[name as SourceName]();
  const environment = {
    ...services.env,
    GENE_ROUTER_ATTEMPT_MS: String(ATTEMPT_MS),
    GENE_ROUTER_MAX_RESPONSE_BYTES: String(MAX_RESPONSE_BYTES),
    NCBI_EMAIL: "somebody@example.org",
  };
  const settings = readUpstreamSettings(environment);
  const network = createPooledFetch(settings);
  let clock = createImpatientClock();
  let warnings: string[] = [];
  let upstream: Upstream;
  const warn = (line: string) => void warnings.push(line);
  const open = (cacheDir: string) => {
    upstream = createUpstream({
      settings: { ...settings, cacheDir },
      clock,
      random: () => 0.5,
      fetch: network.fetch,
      warn,
      version: "0.0.0-test",
    });
  };
  const server = createSourceServer(source, {
    environment,
    upstream: exchangeable(() => upstream),
    clock: { now: () => clock.now(), sleep: (ms, signal) => clock.sleep(ms, signal) },
    deadlineMs: settings.deadlineMs,
    exposure: "local",
    version: "0.0.0-test",
    warn,
  });
  return {
    async run(use) {
      const folder = mkdtempSync(join(SCRATCH, "gene-router-faults-"));
      clock = createImpatientClock();
      warnings = [];
      open(folder);
      try {
        return await use({
          clock,
          warnings,
          call: async ({ tool, args }) => {
            const result = await server.callTool(tool, args, { signal: new AbortController().signal });
            return { envelope: result.structuredContent as unknown as Envelope, isError: result.isError === true };
          },
          kept: () => bodiesIn(folder),
          restart: () => open(folder),
        });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    close: () => network.close(),
  };
}

const bodiesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const [header = ""] = readFileSync(join(entry.parentPath, entry.name), "utf8").split("\n", 1);
      return (JSON.parse(header) as { content_sha256: string }).content_sha256;
    });

/**
 * Hands every request to the upstream layer of the lane that runs. Pace is tested in the kit; here only what a service
 * asks for is waited for, and written down.
 */
const exchangeable = (current: () => Upstream): Upstream => ({
  mode: "live",
  service: (spec) => {
    const opened = new WeakMap<Upstream, Service>();
    const unpaced = { ...spec, group: { ...spec.group, spacingMs: 0 } };
    return {
      base: spec.base,
      fetch: (request, call) => {
        const upstream = current();
        const service = opened.get(upstream) ?? upstream.service(unpaced);
        opened.set(upstream, service);
        return service.fetch(request, call);
      },
      forget: async (exchanges) => opened.get(current())?.forget(exchanges),
    };
  },
  parsed: (exchange, name, parse) => current().parsed(exchange, name, parse),
  body: (sha256) => current().body(sha256),
});

/** The waits of an attempt's limit are real time only for requests that never end. */
export const isSlow = (scenario: string): boolean => scenario === "silence" || scenario === "drip";
