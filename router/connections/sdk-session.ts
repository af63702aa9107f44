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
import { askableCapabilities, type HostLink } from "./host-link.ts";
import { MODERN_VERSION } from "./modern-version.ts";
import { handOnPushedRequests } from "./pushed-requests.ts";
import { createSdkWatch } from "./sdk-watch.ts";
import { unreachable } from "./unreachable.ts";
import { untilAborted } from "./until-aborted.ts";

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
  /** The one host that the session belongs to, and that its source may ask something. */
  readonly host?: HostLink;
}

/** A connected SDK client: for sources of the 2025 revisions and for children over stdio. */
export interface SdkSession {
  readonly era: "modern" | "legacy";
  readonly revision: string | null;
  definition(signal: AbortSignal): Promise<SourceDefinition>;
  call(method: ForwardedMethod, params: JsonObject, options: CallOptions): Promise<JsonObject>;
  watch(uris: readonly string[], signal: AbortSignal): Promise<void>;
  /** Resolves when the session is gone, whoever ended it. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** The source does not know the session any more, and did nothing with the request: it may be asked again in another. */
export class SessionLost extends ConnectionFailure {
  constructor() {
    super("source_down", "The source has forgotten the router's session", { beforeAnswer: true });
  }
}

/** The first is what the revision asks for; many servers on the first SDK answer the second after a restart. */
const SESSION_LOST_STATUSES = [404, 400];

/** Longer than any call: the router's own signal ends calls. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** Connects a client. Throws `ConnectionFailure`. */
export async function connectSdk(
  transport: Transport,
  options: SdkSessionOptions,
  signal: AbortSignal,
): Promise<SdkSession> {
  const { events, host = null } = options;
  const client = new Client(options.client, {
    capabilities: askableCapabilities(host) ?? {},
    versionNegotiation: { mode: options.mode === "modern" ? { pin: MODERN_VERSION } : options.mode },
    inputRequired: { autoFulfill: false },
  });
  // Log messages carry no request; with one call in flight there is no doubt whose they are.
  const listening = new Set<NonNullable<CallOptions["onNotification"]>>();
  // The client forgets a request's progress when the answer comes, even if the report before it is still on its way.
  const progressing = new Map<unknown, NonNullable<CallOptions["onNotification"]>>();
  let nextToken = 1;
  for (const change of CHANGES) client.setNotificationHandler(change, () => events.onChanged());
  client.setNotificationHandler("notifications/message", ({ params }) => {
    const [only, ...others] = listening;
    if (others.length === 0) only?.({ method: "notifications/message", params: params as JsonObject });
  });
  client.setNotificationHandler("notifications/progress", ({ params: { progressToken, ...params } }) => {
    progressing.get(progressToken)?.({ method: "notifications/progress", params });
  });
  client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
    events.onResourceUpdated?.(params.uri),
  );
  if (host !== null) handOnPushedRequests(client, host);
  try {
    // The client's question which revision is spoken has a time limit of its own and does not hear the signal.
    await untilAborted(client.connect(transport, { signal }), signal);
  } catch (error) {
    // While the client still asks which revision is spoken, the transport is not yet its own to close.
    await Promise.all([client.close(), transport.close()].map((closing) => closing.catch(() => {})));
    throw translated(error, signal);
  }
  const ended = new Promise<void>((resolve) => {
    client.onclose = () => {
      resolve();
      events.onClosed();
    };
  });
  client.onerror = () => {};
  const modern = client.getProtocolEra() === "modern";
  if (modern) await listenForChanges(client);

  async function ask(method: string, params: JsonObject, askSignal: AbortSignal): Promise<JsonObject> {
    try {
      const options = { signal: askSignal, timeout: NO_TIMEOUT_MS, allowInputRequired: true };
      return await client.request({ method, params }, ANY_RESULT, options);
    } catch (error) {
      throw translated(error, askSignal);
    }
  }

  return {
    era: modern ? "modern" : "legacy",
    revision: client.getNegotiatedProtocolVersion() ?? null,
    definition: (asking) => collectDefinition(greetingOf(client), (method, params) => ask(method, params, asking)),
    async call(method, params, options) {
      const token = nextToken;
      nextToken += 1;
      // One listener a call, even when a caller passes the same function twice.
      const listener: CallOptions["onNotification"] = (notification) => options.onNotification?.(notification);
      listening.add(listener);
      if (options.wantsProgress) progressing.set(token, listener);
      const _meta = {
        ...options.meta,
        ...envelopeOf(options, modern),
        ...(options.wantsProgress && { progressToken: token }),
      };
      try {
        return await ask(method, Object.keys(_meta).length > 0 ? { ...params, _meta } : params, options.signal);
      } finally {
        listening.delete(listener);
        progressing.delete(token);
      }
    },
    watch: createSdkWatch(client, modern),
    ended,
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

/** What a source of 2026-07-28 must know of the caller with every request. */
const envelopeOf = ({ capabilities, logLevel }: CallOptions, modern: boolean): JsonObject =>
  modern
    ? { [CLIENT_CAPABILITIES_META_KEY]: capabilities, ...(logLevel !== null && { [LOG_LEVEL_META_KEY]: logLevel }) }
    : {};

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
  if (error instanceof SdkHttpError && SESSION_LOST_STATUSES.includes(error.status ?? 0)) return new SessionLost();
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
