import type { IncomingMessage } from "node:http";
import { rpcError } from "../../../servers/kit/http/rpc-error.ts";
import type { ProtectedResource } from "./resource.ts";
import { type TokenCheck, type TokenVerdict, verifyToken } from "./verify-token.ts";

/** Who calls, or the answer that refuses the call. */
export type Admission =
  | Extract<TokenVerdict, { kind: "valid" }>
  | { readonly kind: "refused"; readonly response: Response };

const RETRY_AFTER_S = "5";
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** Admits holders of a valid token. A token counts only in the one `Authorization` header: never in the URL or a body. */
export async function admit(
  incoming: IncomingMessage,
  resource: ProtectedResource,
  requiredScopes: readonly string[],
  check: TokenCheck,
): Promise<Admission> {
  const sent = authorizations(incoming);
  const refuse = (response: Response): Admission => ({ kind: "refused", response });
  if (sent.length === 0) return refuse(unauthorized(resource, requiredScopes, null));
  const token = sent.length === 1 ? BEARER.exec(sent[0]!)?.[1] : undefined;
  const verdict: TokenVerdict = token === undefined ? { kind: "invalid" } : await verifyToken(token, check);
  if (verdict.kind === "invalid") return refuse(unauthorized(resource, requiredScopes, "invalid_token"));
  if (verdict.kind === "unavailable") return refuse(unavailable());
  const { scopes } = verdict.principal;
  if (!requiredScopes.every((scope) => scopes?.has(scope))) return refuse(insufficientScope(resource, requiredScopes));
  return verdict;
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
