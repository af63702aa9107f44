import type { Implementation } from "@modelcontextprotocol/client";
import type { Environment } from "../../servers/kit/settings.ts";
import type { SourceServer } from "../../servers/kit/source-server.ts";
import type { Clock } from "../../servers/kit/upstream/upstream.ts";
import type { EraVerdict } from "../catalog/last-known.ts";
import type { SourceConfig } from "../config/config.ts";
import type { Connection, ConnectionEvents } from "./connection.ts";
import { embeddedConnection } from "./embedded.ts";

export interface ConnectionContext {
  readonly openSource: (name: string) => Promise<SourceServer>;
  readonly environment: Environment;
  readonly client: Implementation;
  readonly clock: Clock;
}

/**
 * The connection that a configured source asks for. Nothing is opened yet. What only remote sources and child processes
 * need is loaded for them alone: an installation with everything embedded starts in half the time.
 */
export async function openConnection(
  source: SourceConfig,
  context: ConnectionContext,
  verdict: EraVerdict | null,
  events: ConnectionEvents,
): Promise<Connection> {
  const { link, token, concurrency, maxResultBytes: maxBytes } = source;
  const { client, clock } = context;
  switch (link.kind) {
    case "embed":
      return embeddedConnection(() => context.openSource(link.source));
    case "url": {
      const { httpConnection } = await import("./http.ts");
      return httpConnection({ url: link.url, token, concurrency, maxBytes, client, clock, verdict, events });
    }
    case "command": {
      const { childConnection, childEnvironment } = await import("./child.ts");
      const environment = childEnvironment(source, context.environment);
      return childConnection({ command: link.command, environment, maxBytes, client, clock, verdict, events });
    }
  }
}
