import { Writable } from "node:stream";
import { createLog } from "../../cli/log.ts";
import { parseConfig } from "../../router/config/parse-config.ts";
import { createTelemetry, type Telemetry } from "../../router/observe/telemetry.ts";
import { createRouter, type Router } from "../../router/router.ts";
import { type HttpServing, serveHttp } from "../../router/serve-http.ts";
import { createSystemClock } from "../../servers/kit/upstream/system-clock.ts";
import { embeddedSource } from "../support/router/embedded-source.ts";

export interface Watched {
  readonly serving: HttpServing;
  readonly router: Router;
  readonly telemetry: Telemetry;
  /** Everything on standard error so far. */
  log(): string;
  events(): Record<string, unknown>[];
  close(): Promise<void>;
}

/** A router as `serve` puts it together, with its log in memory. */
export async function watchedRouter(
  servers: Record<string, Record<string, unknown>>,
  environment: Record<string, string> = {},
): Promise<Watched> {
  const config = parseConfig({
    file: "servers.yaml",
    text: JSON.stringify({ servers }),
    dotenv: null,
    environment: { GENE_ROUTER_PORT: "0", ...environment },
  });
  let text = "";
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const { warn, write } = createLog({ GENE_ROUTER_LOG_LEVEL: "debug" }, stderr);
  const telemetry: Telemetry = await createTelemetry({
    settings: config.settings,
    version: "0.0.0",
    states: () => router.states(),
    write,
    warn,
    now: Date.now,
  });
  const router: Router = createRouter({
    config,
    observers: telemetry.observers,
    openSource: async (name) => embeddedSource(name),
    clock: createSystemClock(),
    warn,
    cacheDir: null,
    version: "0.0.0",
  });
  await router.start();
  await router.settled();
  const serving = await serveHttp(router, telemetry);
  return {
    serving,
    router,
    telemetry,
    log: () => text,
    events: () =>
      text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line)),
    async close() {
      await serving.close(0);
      await telemetry.close();
    },
  };
}
