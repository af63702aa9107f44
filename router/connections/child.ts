import type { Implementation } from "@modelcontextprotocol/client";
import { getDefaultEnvironment } from "@modelcontextprotocol/client/stdio";
import type { Environment } from "../../servers/kit/settings.ts";
import type { Clock } from "../../servers/kit/upstream/upstream.ts";
import type { EraVerdict } from "../catalog/last-known.ts";
import type { SourceConfig } from "../config/config.ts";
import { answerCap, MAX_TABLE_BYTES } from "./answer-cap.ts";
import { ChildTransport } from "./child-transport.ts";
import type { Connection, ConnectionEvents } from "./connection.ts";
import { ConnectionFailure } from "./connection-failure.ts";
import { askableCapabilities, type HostLink } from "./host-link.ts";
import { HostSessions } from "./host-sessions.ts";
import { connectSdk, type SdkSession } from "./sdk-session.ts";

export interface ChildConnectionOptions {
  readonly command: readonly string[];
  readonly environment: Record<string, string>;
  readonly maxBytes: number;
  readonly client: Implementation;
  readonly clock: Clock;
  readonly verdict: EraVerdict | null;
  readonly events: ConnectionEvents;
}

const VERDICT_MS = 24 * 3600 * 1000;
/** JSON-RPC framing around a result. */
const FRAME_BYTES = 64 * 1024;

/** A source as a child process over stdio. Its end is reported by `onClosed`; `definition` starts it anew. */
export function childConnection(options: ChildConnectionOptions): Connection {
  const { command, environment, maxBytes, client, clock, events } = options;
  let verdict = options.verdict;
  let session: SdkSession | null = null;
  let transport: ChildTransport | null = null;
  // A process each: over stdio a source knows one host only.
  const hostSessions = new HostSessions((host, signal) => start(signal, host));

  async function start(signal: AbortSignal, host?: HostLink): Promise<SdkSession> {
    // One pipe for everything: a table must fit through it; other answers are measured when they are read.
    const maxMessageBytes = Math.max(maxBytes, MAX_TABLE_BYTES) + FRAME_BYTES;
    transport = new ChildTransport({ command, environment, maxMessageBytes });
    const fresh = verdict !== null && clock.now() - verdict.probedAt < VERDICT_MS;
    const onClosed = (): void => {
      if (host !== undefined) return;
      session = null;
      events.onClosed();
    };
    try {
      const connected = await connectSdk(
        transport,
        {
          client,
          mode: fresh && verdict !== null ? verdict.era : "auto",
          events: { ...events, onClosed },
          ...(host && { host }),
        },
        signal,
      );
      if (!fresh || connected.era !== verdict?.era) verdict = { era: connected.era, probedAt: clock.now() };
      return connected;
    } catch (error) {
      verdict = null;
      throw faultOf(transport, error);
    }
  }

  return {
    async definition(signal) {
      session ??= await start(signal);
      return session.definition(signal);
    },
    async call(method, params, callOptions) {
      if (session === null)
        throw new ConnectionFailure("source_down", "The source's process is not running", { unreachable: true });
      try {
        const { host = null } = callOptions;
        const asked = session.era === "legacy" && host !== null && askableCapabilities(host) !== null ? host : null;
        const result = await (asked === null
          ? session.call(method, params, callOptions)
          : hostSessions.call(asked, method, params, callOptions));
        if (Buffer.byteLength(JSON.stringify(result)) > answerCap(method, params, maxBytes)) throw tooLarge();
        return result;
      } catch (error) {
        throw faultOf(transport, error);
      }
    },
    async watch(uris, signal) {
      if (session === null)
        throw new ConnectionFailure("source_down", "The source's process is not running", { unreachable: true });
      // Each process knows its own doings only.
      if (session.era === "legacy") hostSessions.watch(uris);
      return session.watch(uris, signal);
    },
    era: () => verdict,
    revision: () => session?.revision ?? null,
    async close() {
      await Promise.all([hostSessions.close(), session?.close()]);
      session = null;
    },
  };
}

/** The failure behind an error, when the child was ended for what it said. A caller's own reason stays. */
function faultOf(transport: ChildTransport | null, error: unknown): unknown {
  if (!(error instanceof ConnectionFailure)) return error;
  switch (transport?.fault) {
    case "message_too_large":
      return tooLarge();
    case "noise":
      return new ConnectionFailure("source_protocol_error", "The source's process writes what is no MCP message");
    case "not_reading":
      return new ConnectionFailure("source_protocol_error", "The source's process does not read its requests");
    default:
      return error;
  }
}

const tooLarge = (): ConnectionFailure =>
  new ConnectionFailure("result_too_large", "The source's answer is larger than max_result_bytes of this source");

/**
 * What a child sees of the environment: the platform's basics, the settings of this project, and the one credential that
 * is configured for it.
 */
export function childEnvironment(source: SourceConfig, environment: Environment): Record<string, string> {
  const settings = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[0].startsWith("GENE_ROUTER_") && entry[1] !== undefined,
  );
  const token = source.tokenVariable !== null && source.token !== null ? { [source.tokenVariable]: source.token } : {};
  return { ...getDefaultEnvironment(), ...Object.fromEntries(settings), ...token };
}
