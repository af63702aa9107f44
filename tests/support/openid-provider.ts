import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration, type JWKS } from "oidc-provider";

export interface OpenIdProvider {
  readonly issuer: string;
  /** Follows an authorization URL as a person who agrees would, to the code that the client is given. */
  agree(url: URL): Promise<{ code: string; state: string | null; iss: string | null }>;
  close(): Promise<void>;
}

/**
 * A real OpenID provider on loopback: dynamic registration, PKCE, resource indicators, access tokens as JWT. Whoever is sent
 * to it is known and has agreed.
 */
export async function openIdProvider(scopes: readonly string[], keys?: JWKS): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(scopes, keys));
  const callback = provider.callback();
  server.on("request", (request, response) => {
    const interaction = /^\/interaction\/([\w-]+)$/.exec(request.url ?? "");
    if (interaction === null) return void callback(request, response);
    void (async () => {
      const details = await provider.interactionDetails(request, response);
      const accountId = "someone";
      if (details.prompt.name === "login") {
        return provider.interactionFinished(request, response, { login: { accountId } });
      }
      const grant = new provider.Grant({ accountId, clientId: String(details.params.client_id) });
      grant.addOIDCScope(`openid offline_access ${scopes.join(" ")}`);
      for (const resource of [details.params.resource].flat()) {
        if (typeof resource === "string") grant.addResourceScope(resource, String(details.params.scope));
      }
      const grantId = await grant.save();
      return provider.interactionFinished(
        request,
        response,
        { consent: { grantId } },
        { mergeWithLastSubmission: true },
      );
    })();
  });
  return { issuer, agree: (url) => followed(url), close: () => closed(server) };
}

function configuration(scopes: readonly string[], keys?: JWKS): Configuration {
  return {
    ...(keys && { jwks: keys }),
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope: scopes.join(" "),
          audience: resource,
          accessTokenFormat: "jwt",
          accessTokenTTL: 300,
        }),
        defaultResource: () => "urn:none",
        useGrantedResource: () => true,
      },
    },
    pkce: { required: () => true },
    scopes: ["openid", "offline_access", ...scopes],
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 300, AuthorizationCode: 60 },
    cookies: { keys: ["only for tests"] },
  };
}

const MOST_STEPS = 10;

async function followed(start: URL): Promise<{ code: string; state: string | null; iss: string | null }> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]!.split("=");
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`${response.status} at ${url.pathname}: ${await response.text()}`);
    url = new URL(location, url);
    const code = url.searchParams.get("code");
    if (code !== null) return { code, state: url.searchParams.get("state"), iss: url.searchParams.get("iss") };
    if (url.searchParams.has("error")) throw new Error(url.search);
  }
  throw new Error("The provider sends in circles");
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
