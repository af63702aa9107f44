import type { Router } from "../../router/router.ts";
import type { HttpServing } from "../../router/serve-http.ts";
import { freePort } from "../support/router/free-port.ts";
import { modernHeaders, modernRequest, post, type RawAnswer } from "../support/router/raw-client.ts";
import { type StartOptions, startServing } from "../support/router/start-router.ts";
import { type TokenIssuer, tokenIssuer } from "../support/token-issuer.ts";

export interface GuardedRouter {
  readonly url: string;
  readonly issuer: TokenIssuer;
  readonly router: Router;
  /** A good token with these scopes. */
  token(scope?: string, claims?: Record<string, unknown>): Promise<string>;
  /** One request of 2026-07-28 with that token, or without any. */
  ask(token: string | null, method: string, params?: Record<string, unknown>): Promise<RawAnswer>;
  close(): Promise<void>;
}

/** A router that wants tokens of an issuer of its own. */
export async function guardedRouter(options: Omit<StartOptions, "settle">): Promise<GuardedRouter> {
  const issuer = await tokenIssuer();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const serving: HttpServing & { router: Router } = await startServing({
    ...options,
    environment: {
      GENE_ROUTER_PORT: String(port),
      GENE_ROUTER_AUTH: "jwt",
      GENE_ROUTER_ISSUER: issuer.issuer,
      GENE_ROUTER_JWKS_URL: issuer.jwksUrl,
      ...options.environment,
    },
  });
  return {
    url,
    issuer,
    router: serving.router,
    token: (scope = "", claims = {}) => issuer.token(url, { scope, ...claims }),
    ask(token, method, params = {}) {
      const name = params.name ?? params.uri;
      return post(url, modernRequest(method, params), {
        ...modernHeaders(method, typeof name === "string" ? name : undefined),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      });
    },
    async close() {
      await serving.close(0);
      await issuer.close();
    },
  };
}
