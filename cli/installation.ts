import { createSourceServer } from "../servers/kit/create-source-server.ts";
import type { Environment } from "../servers/kit/settings.ts";
import type { SourceServer } from "../servers/kit/source-server.ts";
import { createUpstream } from "../servers/kit/upstream/create-upstream.ts";
import { createPooledFetch } from "../servers/kit/upstream/pooled-fetch.ts";
import { createSystemClock } from "../servers/kit/upstream/system-clock.ts";
import type { Upstream } from "../servers/kit/upstream/upstream.ts";
import { readUpstreamSettings } from "../servers/kit/upstream/upstream-settings.ts";
import { packageVersion } from "../servers/kit/version.ts";
import { isSourceName, SOURCE_NAMES, SOURCES } from "./sources.ts";

export interface Installation {
  readonly version: string;
  readonly upstream: Upstream;
  /** Opens a source by its name; all of them share one upstream layer, and so one pace and one cache. */
  openSource(name: string): Promise<SourceServer>;
  close(): Promise<void>;
}

/** What this process serves from: the sources on demand, and the one upstream layer behind them. */
export function createInstallation(options: {
  environment: Environment;
  exposure: "local" | "public";
  warn: (message: string) => void;
}): Installation {
  const version = packageVersion();
  const clock = createSystemClock();
  const settings = readUpstreamSettings(options.environment);
  const network = createPooledFetch(settings);
  const upstream = createUpstream({
    settings,
    clock,
    random: Math.random,
    fetch: network.fetch,
    warn: options.warn,
    version,
  });
  return {
    version,
    upstream,
    async openSource(name) {
      if (!isSourceName(name)) throw new UnknownSource();
      const source = await SOURCES[name]();
      return createSourceServer(source, {
        environment: options.environment,
        upstream,
        clock,
        deadlineMs: settings.deadlineMs,
        exposure: options.exposure,
        version,
        warn: options.warn,
      });
    },
    close: () => network.close(),
  };
}

export class UnknownSource extends Error {
  constructor() {
    super(`There is no such source; the sources are ${SOURCE_NAMES.join(", ")}`);
    this.name = "UnknownSource";
  }
}
