import type { SourceConfig } from "../config/config.ts";
import { type DoctorFinding, finding } from "./finding.ts";

/** What a status says of the way to a source; null for one that a server of MCP may answer. */
export function statusFinding(source: SourceConfig, status: number): DoctorFinding | null {
  const { namespace } = source;
  const key = `servers.${namespace}.url`;
  if (status === 401 || status === 403) return credentialsFinding(source, status);
  if (status >= 300 && status < 400) {
    const cure = `write the address that it sends on to into ${key}: a redirect is not followed, since it would take the token along`;
    return finding("redirects", namespace, `it sends the router somewhere else (status ${status})`, cure);
  }
  if (status === 404 || status === 410) {
    const message = `the server is there and has nothing at this path (status ${status})`;
    return finding("wrong_path", namespace, message, `correct the path in ${key}; most sources serve /mcp`);
  }
  if (status === 429) {
    const cure = "wait some minutes, or ask its operator for a higher limit";
    return finding("overloaded", namespace, `it asks for fewer calls (status ${status})`, cure);
  }
  if (status < 500) return null;
  return finding("server_error", namespace, `it fails by itself (status ${status})`, "read its log and start it anew");
}

function credentialsFinding({ namespace, token, tokenVariable }: SourceConfig, status: number): DoctorFinding {
  const variable = tokenVariable ?? `${namespace.toUpperCase()}_TOKEN`;
  if (token !== null) {
    const cure = `set ${variable} to a token that is valid there`;
    return finding("refuses_credentials", namespace, `it refuses the router's token (status ${status})`, cure);
  }
  const cure =
    tokenVariable === null
      ? `write token_env: ${variable} below servers.${namespace}, and set that variable`
      : `set ${variable} in the environment or in .env`;
  return finding(
    "refuses_credentials",
    namespace,
    `it wants a token, and the router has none (status ${status})`,
    cure,
  );
}

export const slowFinding = ({ namespace }: SourceConfig): DoctorFinding =>
  finding(
    "timeout",
    namespace,
    "it takes the connection and does not answer",
    `start it anew, or correct servers.${namespace}.url if another program listens there`,
  );

const DNS = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL"]);
const NO_ROUTE = new Set(["UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"]);
/** The peer speaks no TLS, or none that both know. */
const NOT_TLS = new Set(["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG"]);
/** Node's names for certificates that cannot be trusted. */
const CERTIFICATE = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** Why no answer came at all, from the name server upwards. */
export function networkFinding({ namespace }: SourceConfig, { host, hostname }: URL, error: unknown): DoctorFinding {
  const code = codeOf(error);
  const key = `servers.${namespace}.url`;
  if (DNS.has(code)) {
    const cure = `correct the host in ${key}, or see whether this machine can find it: getent hosts ${hostname}`;
    return finding("name_not_found", namespace, `the name ${hostname} is not known`, cure);
  }
  if (code === "ECONNREFUSED") {
    return finding(
      "refused",
      namespace,
      `nobody listens at ${host}`,
      `start the source, or correct the port in ${key}`,
    );
  }
  if (NO_ROUTE.has(code)) {
    const cure = `see whether a firewall or a missing route keeps this machine from ${host}`;
    return finding("no_route", namespace, `${host} cannot be reached from here`, cure);
  }
  if (NOT_TLS.has(code)) {
    const cure = `write http:// in ${key} if it is meant to be plain, or give it a certificate`;
    return finding("tls", namespace, `${host} does not speak TLS`, cure);
  }
  if (CERTIFICATE.test(code)) {
    const cure = "renew its certificate, or name the file of the authority that signed it in NODE_EXTRA_CA_CERTS";
    return finding("tls", namespace, `the certificate of ${host} is not accepted (${code})`, cure);
  }
  const cure = `see that the port in ${key} is an HTTP server's, and that http or https is as it speaks`;
  return finding("hung_up", namespace, `${host} ends the connection without an HTTP answer`, cure);
}

function codeOf(error: unknown): string {
  const { code, cause, errors } = (error ?? {}) as { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === "string") return code;
  if (Array.isArray(errors) && errors.length > 0) return codeOf(errors[0]);
  return cause === undefined ? "" : codeOf(cause);
}
