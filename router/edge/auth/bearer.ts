import type { IncomingMessage } from "node:http";
import { rpcError } from "../../../servers/kit/http/rpc-error.ts";
import { permits } from "../../policy/needed-scopes.ts";
import { ISSUER_REST_MS } from "./issuer-keys.ts";
import type { ProtectedResource } from "./resource.ts";
import { type TokenCheck, type TokenVerdict, verifyToken } from "./verify-token.ts";

/** Who calls, or the answer that refuses the call. */
export type Admission =
  | (Extract<TokenVerdict, { kind: "valid" }> & { readonly token: string })
  | { readonly kind: "refused"; readonly response: Response };

const RETRY_AFTER_S = String(ISSUER_REST_MS / 1000);
const SCHEME = /^Bearer\b/i;
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/**
 * Admits holders of a valid token. A token counts only in the one `Authorization` header: never in the URL or a body.
 *
 * @param scopes `required` of everyone; `usual`: what a client should ask its token for, to begin with.
 */
export async function admit(
  incoming: IncomingMessage,
  resource: ProtectedResource,
  scopes: { readonly required: readonly string[]; readonly usual: readonly string[] },
  check: TokenCheck,
): Promise<Admission> {
  const sent = authorizations(incoming);
  const refuse = (response: Response): Admission => ({ kind: "refused", response });
  // Another scheme brings no token, and is told how to get one.
  if (!sent.some((each) => SCHEME.test(each))) return refuse(unauthorized(resource, scopes.usual, null));
  const token = sent.length === 1 ? BEARER.exec(sent[0]!)?.[1] : undefined;
  const verdict: TokenVerdict = token === undefined ? { kind: "invalid" } : await verifyToken(token, check);
  if (token === undefined || verdict.kind === "invalid")
    return refuse(unauthorized(resource, scopes.usual, "invalid_token"));
  if (verdict.kind === "unavailable") return refuse(unavailable());
  if (!permits(verdict.principal, scopes.required)) return refuse(insufficientScope(resource, scopes.required));
  return { ...verdict, token };
}

/** Node joins repeated headers; the raw ones show that there were two. */
function authorizations({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === "authorization");
}

function unauthorized(
  { metadataUrl }: ProtectedResource,
  scopes: readonly string[],
  error: "invalid_token" | null,
): Response {
  return challenged(401, error === null ? "A token is needed" : "The token is not valid here", [
    ...(error === null ? [] : [`error="${error}"`]),
    `resource_metadata="${metadataUrl}"`,
    ...(scopes.length > 0 ? [`scope="${scopes.join(" ")}"`] : []),
  ]);
}

/** The token is good and does not reach: the answer names every scope that the operation needs. */
export function insufficientScope({ metadataUrl }: ProtectedResource, scopes: readonly string[]): Response {
  return challenged(403, `The token lacks a scope. Needed: ${scopes.join(" ")}`, [
    'error="insufficient_scope"',
    `scope="${scopes.join(" ")}"`,
    `resource_metadata="${metadataUrl}"`,
  ]);
}

function unavailable(): Response {
  const response = rpcError(503, "The token cannot be checked now: its issuer does not answer", -32603);
  response.headers.set("retry-after", RETRY_AFTER_S);
  return response;
}

function challenged(status: number, message: string, parameters: readonly string[]): Response {
  const response = rpcError(status, message);
  response.headers.set("www-authenticate", `Bearer ${parameters.join(", ")}`);
  return response;
}
