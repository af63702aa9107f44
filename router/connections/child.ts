import type { Implementation } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Environment } from "../../servers/kit/settings.ts";
import type { Clock } from "../../servers/kit/upstream/upstream.ts";
import type { EraVerdict } from "../catalog/last-known.ts";
import type { SourceConfig } from "../config/config.ts";
import { answerCap, MAX_TABLE_BYTES } from "./answer-cap.ts";
import type { Connection, ConnectionEvents } from "./connection.ts";
import { ConnectionFailure } from "./connection-failure.ts";
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
  let overflowed = false;

  async function start(signal: AbortSignal): Promise<SdkSession> {
    const [program = "", ...args] = command;
    overflowed = false;
    // One pipe for everything: a table must fit through it; other answers are measured when they are read.
    const maxBufferSize = Math.max(maxBytes, MAX_TABLE_BYTES) + FRAME_BYTES;
    // A child's standard error may hold what the router's log must not.
    const transport = new StdioClientTransport({
      command: program,
      args,
      env: environment,
      stderr: "ignore",
      maxBufferSize,
    });
    transport.onerror = (error) => {
      overflowed ||= /maximum size|exceed/i.test(error.message);
    };
    const fresh = verdict !== null && clock.now() - verdict.probedAt < VERDICT_MS;
    const onClosed = (): void => {
      session = null;
      events.onClosed();
    };
    try {
      const connected = await connectSdk(
        transport,
        { client, mode: fresh && verdict !== null ? verdict.era : "auto", events: { ...events, onClosed } },
        signal,
      );
      if (!fresh || connected.era !== verdict?.era) verdict = { era: connected.era, probedAt: clock.now() };
      return connected;
    } catch (error) {
      verdict = null;
      throw error;
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
        const result = await session.call(method, params, callOptions);
        if (Buffer.byteLength(JSON.stringify(result)) > answerCap(method, params, maxBytes)) throw tooLarge();
        return result;
      } catch (error) {
        throw overflowed && error instanceof ConnectionFailure ? tooLarge() : error;
      }
    },
    era: () => verdict,
    revision: () => session?.revision ?? null,
    async close() {
      await session?.close();
      session = null;
    },
  };
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
