import type { Implementation } from "@modelcontextprotocol/client";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import { Agent, type Dispatcher } from "undici";
import type { SourceConfig } from "../config/config.ts";
import { MODERN_VERSION } from "../connections/modern-version.ts";
import { networkFinding, slowFinding, statusFinding } from "./contact-findings.ts";
import type { DoctorFinding } from "./finding.ts";

export interface Contact {
  /** Any HTTP answer came back. */
  readonly answered: boolean;
  /** What seems to stand in the way; an answer that looks wrong may still come from a server that can be talked to. */
  readonly problem: DoctorFinding | null;
  /** What the source's clock says, epoch milliseconds; null when it does not say. */
  readonly sourceTime: number | null;
}

export interface ContactOptions {
  readonly client: Implementation;
  readonly signal: AbortSignal;
  /** For name, connection and the head of the answer together, milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Knocks once at a remote source and tells apart what a connection only knows as down: the name, the port, the
 * certificate, the credentials, the path. The body of the answer is not looked at.
 */
export async function contactUrl(source: SourceConfig, url: string, options: ContactOptions): Promise<Contact> {
  const { client, signal, timeoutMs } = options;
  const patience = AbortSignal.timeout(timeoutMs);
  const agent = new Agent({ connectTimeout: timeoutMs });
  try {
    const answer = await knock(agent, source, new URL(url), AbortSignal.any([signal, patience]), client);
    answer.body.on("error", () => {}).destroy();
    const time = Date.parse(String(answer.headers.date));
    const sourceTime = Number.isNaN(time) ? null : time;
    return { answered: true, problem: statusFinding(source, answer.statusCode), sourceTime };
  } catch (error) {
    signal.throwIfAborted();
    const problem = patience.aborted ? slowFinding(source) : networkFinding(source, new URL(url), error);
    return { answered: false, problem, sourceTime: null };
  } finally {
    await agent.destroy();
  }
}

function knock(
  agent: Agent,
  { token }: SourceConfig,
  { origin, pathname, search }: URL,
  signal: AbortSignal,
  client: Implementation,
): Promise<Dispatcher.ResponseData> {
  const _meta = {
    [PROTOCOL_VERSION_META_KEY]: MODERN_VERSION,
    [CLIENT_INFO_META_KEY]: client,
    [CLIENT_CAPABILITIES_META_KEY]: {},
  };
  return agent.request({
    origin,
    path: pathname + search,
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": MODERN_VERSION,
      "mcp-method": "server/discover",
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta } }),
    signal,
  });
}
