import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { RequestEntry } from "../envelope/envelope.ts";
import { SettingError } from "../settings.ts";
import type { KeptAnswer } from "./answer-kept.ts";
import { createAnswerStore, noStore } from "./answer-store.ts";
import { createBodyIndex } from "./body-index.ts";
import { CallAnswers } from "./call-answers.ts";
import { createDiskCache } from "./disk-cache.ts";
import type { Send } from "./hop.ts";
import { createMemoryCache } from "./memory-cache.ts";
import { freePace, GroupPace, type Pace } from "./pace.ts";
import { createParsed } from "./parsed.ts";
import { createRecorder } from "./record.ts";
import { loadRecording, type Recording, RecordingError } from "./recording.ts";
import { createReplay } from "./replay.ts";
import type { Result } from "./result.ts";
import { createService } from "./service.ts";
import { createSharedSlots } from "./shared-limit.ts";
import { SingleFlight } from "./single-flight.ts";
import { createTransport } from "./transport.ts";
import type { Clock, PaceGroup, ServiceSpec, Upstream, Verdict } from "./upstream.ts";
import { cacheDirectory, expandHome, type UpstreamSettings } from "./upstream-settings.ts";
import { userAgent } from "./user-agent.ts";
import { withoutSecrets } from "./without-secrets.ts";

export interface UpstreamOptions {
  readonly settings: UpstreamSettings;
  readonly clock: Clock;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  readonly fetch: typeof globalThis.fetch;
  readonly warn: (message: string) => void;
  readonly version: string;
}

/**
 * The one module that opens sockets: pace, retry, cache, replay. Give one instance to all sources of a process, so that
 * they share limiter, memory and single flight. Throws `SettingError` for a folder or recording that cannot be used.
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { settings, clock, warn } = options;
  const mode = settings.upstream.kind;
  const directory =
    settings.upstream.kind === "replay" || settings.upstream.kind === "record"
      ? expandHome("GENE_ROUTER_UPSTREAM", settings.upstream.directory)
      : null;
  const cacheFolder = cacheDirectory(settings);
  const recording = mode === "replay" ? openRecording(directory!) : null;
  if (mode === "record") openForRecording(directory!);
  const recorder = mode === "record" ? createRecorder({ directory: directory!, clock, warn }) : null;
  const disk = cacheFolder === null || mode === "replay" ? null : createDiskCache(cacheFolder, warn);
  const store =
    mode === "replay"
      ? noStore
      : createAnswerStore(createMemoryCache(settings.memoryMb), disk, { readsDisk: mode !== "record" });
  const network: Send =
    recording === null
      ? createTransport({
          ...options,
          userAgent: userAgent(options.version, settings),
          maxResponseBytes: settings.maxResponseBytes,
        })
      : createReplay(recording, clock);

  const paceOf = createPaces(options, cacheFolder);
  const bodies = createBodyIndex();
  const flights = new SingleFlight<Result>(clock);
  const calls = new CallAnswers();
  const verdicts = new WeakMap<KeptAnswer, Verdict>();
  const keys = new WeakMap<RequestEntry, string>();

  const sendFor = (spec: ServiceSpec): Send => {
    const clean = withoutSecrets(network, spec);
    return recorder?.recording(clean, spec) ?? clean;
  };

  return {
    mode,
    service: (spec) =>
      createService(spec, {
        mode,
        store,
        flights,
        calls,
        bodies,
        verdicts,
        keys,
        clock,
        random: options.random,
        send: sendFor(spec),
        pace: recording === null ? paceOf(spec.group) : freePace,
        attemptMs: settings.attemptMs,
        staleDays: settings.staleDays,
        ttlOverride: settings.ttlSeconds[spec.source] ?? null,
      }),
    parsed: createParsed(settings.memoryMb),
    body: async (sha256) => {
      const seen = bodies.get(sha256);
      if (seen === undefined) return null;
      const content = recording?.bodyOf(sha256) ?? (await store.find(seen.key))?.content;
      if (content?.sha256 !== sha256) return null;
      return { source: seen.source, contentType: seen.contentType, body: content.bytes };
    },
  };
}

/** One limiter a group, over all services of the process. */
function createPaces(
  { settings, clock, warn }: UpstreamOptions,
  cacheFolder: string | null,
): (group: PaceGroup) => Pace {
  if (settings.sharedLimit && cacheFolder === null) {
    throw new SettingError("GENE_ROUTER_SHARED_LIMIT", "needs a cache directory; GENE_ROUTER_CACHE_DIR is off");
  }
  const slots = settings.sharedLimit ? createSharedSlots(cacheFolder!, clock, warn) : null;
  const paces = new Map<string, Pace>();
  return (group) => {
    const pace = paces.get(group.name) ?? new GroupPace(group, clock, slots);
    paces.set(group.name, pace);
    return pace;
  };
}

/** A folder that cannot be written, or that holds something else, is found at start-up, not after the first answer. */
function openForRecording(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK);
    if (existsSync(join(directory, "manifest.json"))) loadRecording(directory);
  } catch (error) {
    const why = error instanceof RecordingError ? error.message : "the folder cannot be written";
    throw new SettingError("GENE_ROUTER_UPSTREAM", why);
  }
}

function openRecording(directory: string): Recording {
  try {
    return loadRecording(directory);
  } catch (error) {
    if (error instanceof RecordingError) throw new SettingError("GENE_ROUTER_UPSTREAM", error.message);
    throw error;
  }
}
