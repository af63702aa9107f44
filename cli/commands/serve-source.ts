import { closeOnSignals } from "../../router/shutdown.ts";
import { isLoopback } from "../../servers/kit/http/listen.ts";
import { serveSourceHttp, serveSourceStdio } from "../../servers/kit/serve-source.ts";
import { loadConfig, withReplay } from "../context.ts";
import { UsageError } from "../exit-codes.ts";
import { createInstallation } from "../installation.ts";
import { createLog } from "../log.ts";
import type { Program } from "../program.ts";
import { serveUntilClosed } from "../serve-until-closed.ts";
import type { SourceName } from "../sources.ts";

export interface SourceFlags {
  readonly http: string | null;
  readonly host?: string;
  readonly replay?: string;
  readonly servers?: string;
}

/** One source alone, over stdio or HTTP, with the same settings as inside the router. */
export async function serveSource(name: SourceName, flags: SourceFlags, program: Program): Promise<void> {
  const { output, process } = program;
  const port = flags.http === null ? null : portOf(flags.http);
  const { host, servers } = flags;
  const config = await loadConfig({ host, servers }, withReplay(program.environment, flags.replay));
  const { settings, environment } = config;
  // The router asks callers who they are; a source alone never does.
  if (port !== null && !isLoopback(settings.host) && !settings.allowInsecure) {
    throw new UsageError(
      "A source alone serves everyone who reaches it: bind 127.0.0.1, or set GENE_ROUTER_ALLOW_INSECURE=1 where only the router can reach it",
    );
  }
  const installation = createInstallation({
    environment,
    exposure: port === null || isLoopback(settings.host) ? "local" : "public",
    warn: createLog(environment, program.stderr, { source: name }).warn,
  });
  const source = await installation.openSource(name);
  const close = async (serving: { close(): Promise<void> }): Promise<void> => {
    await serving.close();
    await source.close();
    await installation.close();
  };
  if (port === null) {
    const serving = serveSourceStdio(source);
    return serveUntilClosed(program, () => close(serving));
  }
  const serving = await serveSourceHttp(
    source,
    { hostname: settings.host, port },
    { hosts: settings.allowedHosts, origins: settings.allowedOrigins },
  ).catch((error: { code?: string }) => {
    throw error.code === "EADDRINUSE" ? new UsageError(`Port ${port} is taken; choose another with --http`) : error;
  });
  closeOnSignals(process, () => close(serving));
  const shown = settings.host.includes(":") ? `[${settings.host}]` : settings.host;
  output.err(`gene-router ${name}: ${source.tools.length} tools at http://${shown}:${serving.port}/mcp`);
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65_535) throw new UsageError("--http takes a port from 0 to 65535");
  return port;
}
