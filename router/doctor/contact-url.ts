import type { Implementation } from "@modelcontextprotocol/client";
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { Agent, type Dispatcher } from "undici";
import type { SourceConfig } from "../config/config.ts";
import { MODERN_VERSION } from "../connections/stateless.ts";
import { type DoctorFinding, type FindingCode, finding } from "./finding.ts";

export interface Contact {
  /** null: the source can be talked to, as far as HTTP goes. */
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
  const patience = AbortSignal.timeout(options.timeoutMs);
  const agent = new Agent({ connectTimeout: options.timeoutMs });
  try {
    const answer = await knock(agent, source, new URL(url), AbortSignal.any([options.signal, patience]), options.client);
    answer.body.on("error", () => {}).destroy();
    const problem = statusProblem(source, answer.statusCode);
    const time = Date.parse(String(answer.headers.date));
    return { problem, sourceTime: Number.isNaN(time) ? null : time };
  } catch (error) {
    options.signal.throwIfAborted();
    return { problem: patience.aborted ? tooSlow(source) : networkProblem(source, new URL(url), error), sourceTime: null };
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

function statusProblem({ namespace, token, tokenVariable }: SourceConfig, status: number): DoctorFinding | null {
  const problem = (code: FindingCode, message: string, cure: string): DoctorFinding =>
    finding(code, { source: namespace, message: `${message} (status ${status})`, cure });
  if (status === 401 || status === 403) {
    const variable = tokenVariable ?? `${namespace.toUpperCase()}_TOKEN`;
    return token === null
      ? problem(
          "credentials_refused",
          "it wants a token and the router has none for it",
          tokenVariable === null
            ? `write token_env: ${variable} below servers.${namespace} and set that variable`
            : `set ${variable} in the environment or in .env`,
        )
      : problem("credentials_refused", "it refuses the router's token", `set ${variable} to a token that is valid there`);
  }
  if (status >= 300 && status < 400) {
    const cure = `write the address that it sends on to as servers.${namespace}.url; credentials are never sent after a redirect`;
    return problem("redirected", "it sends the router somewhere else", cure);
  }
  if (status === 404 || status === 410) {
    const cure = `correct the path in servers.${namespace}.url; most servers have their endpoint at /mcp`;
    return problem("endpoint_missing", "the server is there, but has nothing at this path", cure);
  }
  if (status === 429) {
    return problem("rate_limited", "it asks for fewer calls", "wait some minutes, or ask its operator for a higher limit");
  }
  if (status >= 500) return problem("server_error", "it fails by itself", "read its log and restart it");
  return null;
}

const tooSlow = ({ namespace }: SourceConfig): DoctorFinding =>
  finding("answer_timeout", {
    source: namespace,
    message: "it takes the connection and does not answer",
    cure: `restart the server, or correct servers.${namespace}.url if that address is another program's`,
  });

const DNS = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL"]);
const TIMEOUTS = new Set(["UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"]);
/** OpenSSL's and Node's names for certificates that cannot be trusted, and for peers that speak no TLS. */
const TLS = /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA)/;
const PLAIN = new Set(["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG"]);

function networkProblem({ namespace }: SourceConfig, url: URL, error: unknown): DoctorFinding {
  const { host, hostname, port } = url;
  const code = codeOf(error);
  const problem = (kind: FindingCode, message: string, cure: string): DoctorFinding =>
    finding(kind, { source: namespace, message, cure });
  const key = `servers.${namespace}.url`;
  if (DNS.has(code)) {
    return problem("dns_failed", `the name ${hostname} is not known`, `correct the host in ${key}, or ask for its address with: getent hosts ${hostname}`);
  }
  if (code === "ECONNREFUSED") {
    return problem("connection_refused", `nobody listens at ${host}`, `start the server, or correct the port in ${key}`);
  }
  if (TIMEOUTS.has(code)) {
    return problem("connect_timeout", `${host} does not take the connection`, `see whether a firewall or a missing route keeps this machine from ${host}`);
  }
  if (PLAIN.has(code)) {
    return problem("tls_failed", `${host} does not speak TLS`, `write http:// in ${key} if the server is meant to be plain, or give it a certificate`);
  }
  if (TLS.test(code)) {
    const cure = `renew its certificate, or set NODE_EXTRA_CA_CERTS to the file of the authority that signed it`;
    return problem("tls_failed", `the certificate of ${host} is not accepted (${code})`, cure);
  }
  const cure = `see that an HTTP server, and not another program, listens at port ${port || "of the scheme"} of ${hostname}`;
  return problem("connection_failed", `${host} ends the connection without an HTTP answer`, cure);
}

function codeOf(error: unknown): string {
  const { code, cause, errors } = (error ?? {}) as { code?: unknown; cause?: unknown; errors?: readonly unknown[] };
  if (typeof code === "string") return code;
  if (Array.isArray(errors) && errors.length > 0) return codeOf(errors[0]);
  return cause === undefined ? "" : codeOf(cause);
}
