import type { RouterSettings } from "../../config/router-settings.ts";

/** The endpoint as a protected resource (RFC 9728): one identifier, for metadata, challenges and the audience of tokens. */
export interface ProtectedResource {
  readonly uri: string;
  /** What tokens must be meant for: the URI, in each way of writing it that clients have no choice in. */
  readonly audience: readonly string[];
  /** Where a client that was refused reads which issuer to ask. */
  readonly metadataUrl: string;
  /** Paths below which the metadata is served. */
  readonly metadataPaths: readonly string[];
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** Never from a request: a caller's Host header must not choose what a token is meant for. */
export function protectedResource({ publicUrl, host, port, path }: RouterSettings): ProtectedResource {
  const shownHost = host.includes(":") ? `[${host}]` : host;
  const url = new URL(publicUrl ?? `http://${shownHost}:${port}${path}`);
  const suffix = url.pathname.replace(/\/+$/, "");
  const uri = `${url.origin}${suffix}`;
  return {
    uri,
    // Whoever reads a URL without path as a URL writes it with a slash.
    audience: suffix === "" ? [uri, `${uri}/`] : [uri],
    // The well-known part stands between host and path (RFC 9728 §3.1).
    metadataUrl: `${url.origin}${WELL_KNOWN}${suffix}`,
    metadataPaths: [...new Set([WELL_KNOWN, `${WELL_KNOWN}${suffix}`, `${WELL_KNOWN}${path}`])],
  };
}

/** Names that the Host header may carry besides loopback: those listed, and the one in the public URL. */
export const servedHosts = ({ allowedHosts, publicUrl }: RouterSettings): readonly string[] =>
  publicUrl === null ? allowedHosts : [...allowedHosts, new URL(publicUrl).hostname];
