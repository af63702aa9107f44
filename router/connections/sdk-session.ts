import {
  Client,
  type Implementation,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type StandardSchemaV1,
  type Transport,
} from "@modelcontextprotocol/client";
import {
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  ProtocolError,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import type { SourceDefinition } from "../catalog/definition.ts";
import { streamFailure } from "./capped-fetch.ts";
import { collectDefinition, type Greeting, hintOf } from "./collect-definition.ts";
import type { CallOptions, ConnectionEvents, ForwardedMethod, JsonObject } from "./connection.ts";
import { ConnectionFailure } from "./connection-failure.ts";
import { MODERN_VERSION } from "./stateless.ts";

/** Accepts any result: what a source says is passed on, not judged. */
const ANY_RESULT: StandardSchemaV1<unknown, JsonObject> = {
  "~standard": { version: 1, vendor: "gene-router", validate: (value) => ({ value: value as JsonObject }) },
};

const CHANGES = [
  "notifications/tools/list_changed",
  "notifications/prompts/list_changed",
  "notifications/resources/list_changed",
] as const;

export interface SdkSessionOptions {
  readonly client: Implementation;
  /** The 2025 handshake at once, the modern question alone, or whichever the server answers. */
  readonly mode: "legacy" | "modern" | "auto";
  readonly events: ConnectionEvents;
}

/** A connected SDK client: for sources of the 2025 revisions and for children over stdio. */
export interface SdkSession {
  readonly era: "modern" | "legacy";
  definition(signal: AbortSignal): Promise<SourceDefinition>;
  call(method: ForwardedMethod, params: JsonObject, options: CallOptions): Promise<JsonObject>;
  close(): Promise<void>;
}

/** Longer than any call: the router's own signal ends calls. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** Connects a client. Throws `ConnectionFailure`. */
export async function connectSdk(
  transport: Transport,
  options: SdkSessionOptions,
  signal: AbortSignal,
): Promise<SdkSession> {
  const { events } = options;
  const client = new Client(options.client, {
    capabilities: {},
    versionNegotiation: { mode: options.mode === "modern" ? { pin: MODERN_VERSION } : options.mode },
    inputRequired: { autoFulfill: false },
  });
  // Log messages carry no request; with one call in flight there is no doubt whose they are.
  const listening = new Set<NonNullable<CallOptions["onNotification"]>>();
  for (const change of CHANGES) client.setNotificationHandler(change, () => events.onChanged());
  client.setNotificationHandler("notifications/message", ({ params }) => {
    const [only, ...others] = listening;
    if (others.length === 0) only?.({ method: "notifications/message", params: params as JsonObject });
  });
  try {
    await client.connect(transport, { signal });
  } catch (error) {
    await client.close().catch(() => {});
    throw translated(error, signal);
  }
  client.onclose = events.onClosed;
  client.onerror = () => {};
  const modern = client.getProtocolEra() === "modern";
  if (modern) await listenForChanges(client);

  async function ask(method: string, params: JsonObject, requestOptions: AskOptions): Promise<JsonObject> {
    const { signal: callSignal, onprogress } = requestOptions;
    try {
      return await client.request({ method, params }, ANY_RESULT, {
        signal: callSignal,
        timeout: NO_TIMEOUT_MS,
        allowInputRequired: true,
        ...(onprogress && { onprogress }),
      });
    } catch (error) {
      throw translated(error, callSignal);
    }
  }

  return {
    era: modern ? "modern" : "legacy",
    definition: (definitionSignal) =>
      collectDefinition(greetingOf(client), (method, params) => ask(method, params, { signal: definitionSignal })),
    async call(method, params, { signal: callSignal, onNotification, wantsProgress, capabilities, logLevel, meta }) {
      const envelope = modern
        ? { [CLIENT_CAPABILITIES_META_KEY]: capabilities, ...(logLevel !== null && { [LOG_LEVEL_META_KEY]: logLevel }) }
        : {};
      const onprogress = (progress: unknown): void =>
        onNotification?.({ method: "notifications/progress", params: progress as JsonObject });
      const listener = onNotification && ((note: { method: string; params: JsonObject }) => onNotification(note));
      if (listener) listening.add(listener);
      try {
        const _meta = { ...meta, ...envelope };
        const sent = Object.keys(_meta).length > 0 ? { ...params, _meta } : params;
        return await ask(method, sent, { signal: callSignal, ...(wantsProgress && { onprogress }) });
      } finally {
        if (listener) listening.delete(listener);
      }
    },
    async close() {
      client.onclose = () => {};
      await client.close().catch(() => {});
    },
  };
}

/** Modern sources tell of changes only to those who listen; one that will not be listened to is refreshed by time. */
async function listenForChanges(client: Client): Promise<void> {
  const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
  if (!tools?.listChanged && !prompts?.listChanged && !resources?.listChanged) return;
  await client
    .listen({ toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true })
    .catch(() => undefined);
}

interface AskOptions {
  readonly signal: AbortSignal;
  readonly onprogress?: (progress: unknown) => void;
}

function greetingOf(client: Client): Greeting {
  const discover = client.getDiscoverResult() as JsonObject | undefined;
  const stamp = (discover?._meta as JsonObject | undefined)?.[SERVER_INFO_META_KEY] as Implementation | undefined;
  return {
    serverInfo: client.getServerVersion() ?? stamp ?? { name: "unknown", version: "unknown" },
    instructions: client.getInstructions() ?? null,
    capabilities: client.getServerCapabilities() ?? {},
    ...hintOf(discover ?? {}),
  };
}

function translated(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof ConnectionFailure) return error;
  if (signal.aborted) return signal.reason;
  if (error instanceof ProtocolError) return streamFailure(error) ?? error;
  if (error instanceof SdkHttpError && (error.status === 401 || error.status === 403)) {
    return new ConnectionFailure("source_protocol_error", "The source refuses the router's credentials");
  }
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.InvalidResult || error.code === SdkErrorCode.UnsupportedResultType) {
      return new ConnectionFailure("source_protocol_error", "The source's answer is not what the protocol asks for");
    }
    if (error.code === SdkErrorCode.RequestTimeout) {
      return new ConnectionFailure("source_timeout", "The source did not answer in time");
    }
  }
  // `fetch` wraps what a capped reader or the transport threw.
  const cause = (error as { cause?: unknown } | null)?.cause;
  if (cause instanceof ConnectionFailure) return cause;
  return new ConnectionFailure("source_down", "The connection to the source failed", {
    unreachable: unreachable(error),
  });
}

const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "EACCES",
]);

function unreachable(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return (typeof code === "string" && UNREACHABLE.has(code)) || (cause !== undefined && unreachable(cause));
}
