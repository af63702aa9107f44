import { ProtocolError, type ReadResourceResult, type ResourceTemplateType } from "@modelcontextprotocol/server";
import type { SourceServer } from "./source-server.ts";

const SCHEME = "gene-router-body://";
const INVALID_PARAMS = -32602;

/** The one resource that every source has: the bytes behind an exchange that an envelope names. */
export const BODY_TEMPLATE: ResourceTemplateType = {
  uriTemplate: `${SCHEME}{sha256}`,
  name: "upstream_body",
  title: "Body of an upstream answer",
  description: "The bytes behind a content_sha256 in requests, as the service sent them.",
};

/** What a URI may look like to be shown again: printable, without spaces, no longer than a citation. */
const SHOWABLE = /^[A-Za-z][A-Za-z0-9+.-]{0,31}:[\x21-\x7e]{0,300}$/;

/** The protocol's answer to a URI that nobody has. It names the URI only when that is harmless to repeat. */
export const resourceNotFound = (uri: string): ProtocolError =>
  new ProtocolError(INVALID_PARAMS, "Resource not found", SHOWABLE.test(uri) ? { uri } : undefined);

/** Reads it. Throws the protocol's error for a hash that is unknown, or whose licence forbids it here. */
export async function readBodyResource(source: SourceServer, uri: string): Promise<ReadResourceResult> {
  const sha256 = uri.startsWith(SCHEME) ? uri.slice(SCHEME.length) : "";
  const body = /^[0-9a-f]{64}$/.test(sha256) ? await source.readBody(sha256) : null;
  if (body === null) throw resourceNotFound(uri);
  return { contents: [{ uri, mimeType: body.mimeType, text: body.text }] };
}
