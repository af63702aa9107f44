import { request } from "undici";
import type { DoctorFinding } from "./finding.ts";

type Reason = Pick<DoctorFinding, "code" | "message" | "cure">;

const TIMEOUT_MS = 10_000;

const reason = (code: string, message: string, cure: string): Reason => ({ code, message, cure });
const DNS = reason(
  "name_not_found",
  "its host name is not known",
  "check the host in its URL, and the name server of this machine",
);
const REFUSED = reason(
  "refused",
  "nobody listens at its address",
  "start the source, or correct host and port in its URL",
);
const UNROUTABLE = reason(
  "no_route",
  "its address cannot be reached from here",
  "check the network, the firewall, and whether a proxy is needed",
);
const TIMEOUT = reason(
  "timeout",
  "it did not answer in time",
  "look whether the source is overloaded or a firewall drops the packets",
);
const TLS = reason(
  "tls",
  "its certificate is not accepted",
  "check the certificate's name, date and issuer; NODE_EXTRA_CA_CERTS names an issuer of your own",
);
const HUNG_UP = reason(
  "hung_up",
  "it closed the connection without an answer",
  "check that the port speaks http or https as the URL says, and the log of the source",
);
const AUTH = reason(
  "refuses_credentials",
  "it refuses the router's credentials",
  "set the variable that its token_env names to a valid token of this source",
);
const NOT_FOUND = reason(
  "wrong_path",
  "nothing is served at its path",
  "correct the path in its URL; most sources serve /mcp",
);
const BROKEN = reason("server_error", "it answers with a server error", "look at the log of the source");
const NO_MCP = reason(
  "no_mcp",
  "what it answers is no MCP",
  "check that the URL is the MCP endpoint of the source and not a page or an older SSE address",
);

const BY_CODE: Readonly<Record<string, Reason>> = {
  ENOTFOUND: DNS,
  EAI_AGAIN: DNS,
  ECONNREFUSED: REFUSED,
  EHOSTUNREACH: UNROUTABLE,
  ENETUNREACH: UNROUTABLE,
  ETIMEDOUT: TIMEOUT,
  UND_ERR_CONNECT_TIMEOUT: TIMEOUT,
  UND_ERR_HEADERS_TIMEOUT: TIMEOUT,
  ECONNRESET: HUNG_UP,
  UND_ERR_SOCKET: HUNG_UP,
  EPROTO: TLS,
};

/** Why a remote source cannot be used: one plain request to it, looked at from the name server upwards. */
export async function whyUnreachable(url: string, token: string | null, signal: AbortSignal): Promise<Reason> {
  try {
    const { statusCode, body } = await request(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    body.on("error", () => {}).destroy();
    if (statusCode === 401 || statusCode === 403) return AUTH;
    if (statusCode === 404) return NOT_FOUND;
    return statusCode >= 500 ? BROKEN : NO_MCP;
  } catch (error) {
    signal.throwIfAborted();
    return ofError(error);
  }
}

function ofError(error: unknown): Reason {
  const { code, name, errors } = (error ?? {}) as { code?: unknown; name?: unknown; errors?: unknown };
  if (name === "TimeoutError") return TIMEOUT;
  if (typeof code === "string" && BY_CODE[code] !== undefined) return BY_CODE[code];
  if (typeof code === "string" && /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) return TLS;
  return Array.isArray(errors) && errors.length > 0 ? ofError(errors[0]) : HUNG_UP;
}
