import type { Config, SourceConfig } from "../router/config/config.ts";
import { type LiveDefinition, liveDefinitions } from "../router/drift/live-definitions.ts";
import { createSystemClock } from "../servers/kit/upstream/system-clock.ts";
import { createInstallation } from "./installation.ts";
import type { Program } from "./program.ts";

/** Asks the given sources what they are now; nothing is served, and nothing is read from or written to the cache. */
export async function askSources(
  { environment }: Config,
  sources: readonly SourceConfig[],
  { output }: Pick<Program, "output">,
): Promise<LiveDefinition[]> {
  const installation = createInstallation({ environment, exposure: "local", warn: output.err });
  const client = { name: "gene-router", version: installation.version };
  const context = { openSource: installation.openSource, environment, client, clock: createSystemClock() };
  try {
    return await liveDefinitions(sources, context, new AbortController().signal);
  } finally {
    await installation.close();
  }
}
