import { SOURCES } from "../../cli/sources.ts";
import { parseConfig } from "../../router/config/parse-config.ts";
import { examineRouter, type RouterExamination } from "../../router/doctor/examine-router.ts";
import type { SourcePatience } from "../../router/doctor/examine-source.ts";
import type { Surroundings } from "../../router/doctor/surroundings.ts";
import type { Baseline } from "../../router/drift/baseline.ts";
import type { SourceServer } from "../../servers/kit/source-server.ts";
import { createSystemClock } from "../../servers/kit/upstream/system-clock.ts";
import { embeddedSource } from "../support/router/embedded-source.ts";

export interface Case {
  /** Body of `servers:`. */
  readonly servers: Record<string, Record<string, unknown>>;
  readonly environment?: Record<string, string>;
  readonly dotenv?: string;
  readonly surroundings?: Partial<Surroundings>;
  readonly baseline?: Baseline;
  readonly openSource?: (name: string) => Promise<SourceServer>;
  readonly patience?: SourcePatience;
}

/** A machine without fault. */
export const SOUND: Surroundings = {
  cache: "writable",
  freeBytes: 10 ** 12,
  dotenv: "none",
  baseline: "found",
  unknownSettings: [],
  knownSettings: ["GENE_ROUTER_SURFACE", "GENE_ROUTER_TTL_KEGG"],
  now: Date.now(),
};

/** What the doctor says of a configuration on a machine without fault. */
export function examined(given: Case): Promise<RouterExamination> {
  const config = parseConfig({
    file: "servers.yaml",
    text: JSON.stringify({ servers: given.servers }),
    dotenv: given.dotenv ?? null,
    environment: { PATH: process.env.PATH ?? "", ...given.environment },
    embeddable: Object.keys(SOURCES),
  });
  return examineRouter({
    config,
    openSource: given.openSource ?? (async (name) => embeddedSource(name)),
    clock: createSystemClock(),
    version: "0.0.0",
    surroundings: { ...SOUND, ...given.surroundings },
    baseline: given.baseline ?? null,
    signal: new AbortController().signal,
    ...(given.patience && { patience: given.patience }),
  });
}
