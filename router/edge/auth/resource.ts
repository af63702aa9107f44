import type { RouterSettings } from "../../config/router-settings.ts";

/** The endpoint as a protected resource (RFC 9728): one identifier, for metadata, challenges and the audience of tokens. */
export interface ProtectedResource {
  /** What tokens must be meant for. */
  readonly uri: string;
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
  const suffix = url.pathname === "/" ? "" : url.pathname;
  return {
    uri: `${url.origin}${suffix}`,
    // The well-known part stands between host and path (RFC 9728 §3.1).
    metadataUrl: `${url.origin}${WELL_KNOWN}${suffix}`,
    metadataPaths: [...new Set([WELL_KNOWN, `${WELL_KNOWN}${suffix}`, `${WELL_KNOWN}${path}`])],
  };
}
