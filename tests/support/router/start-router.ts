import { fileURLToPath } from "node:url";
import { parseConfig } from "../../../router/config/parse-config.ts";
import { createRouter, type Router } from "../../../router/router.ts";
import { type HttpServing, serveHttp } from "../../../router/serve-http.ts";
import type { SourceServer } from "../../../servers/kit/source-server.ts";
import { createSystemClock } from "../../../servers/kit/upstream/system-clock.ts";
import { embeddedSource } from "./embedded-source.ts";

export interface StartOptions {
  /** Body of `servers:`; its lines are indented here. */
  readonly servers: Record<string, Record<string, unknown>>;
  readonly environment?: Record<string, string>;
  readonly openSource?: ((name: string) => Promise<SourceServer>) | undefined;
  readonly cacheDir?: string | null;
  /** Wait until every source has been tried once. Default true. */
  readonly settle?: boolean;
}

/** A router as configured, connected, without a transport. */
export async function startRouter({
  servers,
  environment = {},
  openSource,
  cacheDir = null,
  settle = true,
}: StartOptions): Promise<Router & { warnings: string[] }> {
  const config = parseConfig({
    file: "servers.yaml",
    text: JSON.stringify({ servers }),
    dotenv: null,
    environment: { GENE_ROUTER_PORT: "0", ...environment },
  });
  const warnings: string[] = [];
  const router = createRouter({
    config,
    openSource: openSource ?? (async (name) => embeddedSource(name)),
    clock: createSystemClock(),
    warn: (message) => warnings.push(message),
    cacheDir,
    version: "0.0.0",
  });
  await router.start();
  if (settle) await router.settled();
  return Object.assign(router, { warnings });
}

/** The same, over HTTP on a free loopback port. */
export async function startServing(options: StartOptions): Promise<HttpServing & { router: Router }> {
  const router = await startRouter(options);
  return Object.assign(await serveHttp(router), { router });
}

/** The command that runs one of the child fixtures. */
export const childCommand = (fixture: "legacy-child" | "modern-child"): string[] => [
  process.execPath,
  "--import",
  "tsx",
  fileURLToPath(new URL(`${fixture}.ts`, import.meta.url)),
];
