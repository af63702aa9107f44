import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HttpServing } from "../../router/serve-http.ts";
import { type OpenIdProvider, openIdProvider } from "../support/openid-provider.ts";
import { freePort } from "../support/router/free-port.ts";
import { startServing } from "../support/router/start-router.ts";

/** What a host keeps of its dealings with a provider. */
function memory() {
  const kept: { client?: object; tokens?: object; verifier?: string; sentTo?: URL } = {};
  const keep = (more: typeof kept): void => void Object.assign(kept, more);
  const provider = {
    redirectUrl: "http://127.0.0.1:9/callback",
    clientMetadata: {
      client_name: "a host",
      redirect_uris: ["http://127.0.0.1:9/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client: object) => keep({ client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens: object) => keep({ tokens }),
    redirectToAuthorization: (sentTo: URL) => keep({ sentTo }),
    saveCodeVerifier: (verifier: string) => keep({ verifier }),
    codeVerifier: () => kept.verifier ?? "",
  };
  return { kept, provider };
}

describe("a real client that knows only the URL of the endpoint", () => {
  let issuer: OpenIdProvider;
  let serving: HttpServing;
  let url: string;
  beforeAll(async () => {
    issuer = await openIdProvider(["genes:read"]);
    const port = await freePort();
    url = `http://127.0.0.1:${port}/mcp`;
    serving = await startServing({
      servers: { kegg: { embed: "kegg", scopes: ["genes:read"] } },
      environment: {
        GENE_ROUTER_PORT: String(port),
        GENE_ROUTER_AUTH: "oauth",
        GENE_ROUTER_ISSUER: issuer.issuer,
        GENE_ROUTER_REQUIRED_SCOPES: "genes:read",
      },
    });
  });
  afterAll(async () => {
    await serving?.close(0);
    await issuer?.close();
  });

  const call = { name: "kegg_get_pathways", arguments: { gene: "katG" } };

  it("finds its way from a 401 to a working call (SDK v2)", async () => {
    const { kept, provider } = memory();
    const transport = () => new StreamableHTTPClientTransport(new URL(url), { authProvider: provider as never });
    const first = transport();
    const refused = new Client({ name: "host", version: "1" }, { versionNegotiation: { mode: "auto" } });
    await expect(refused.connect(first)).rejects.toThrow(UnauthorizedError);
    const { code, iss } = await issuer.agree(kept.sentTo!);
    await first.finishAuth(new URLSearchParams({ code, ...(iss !== null && { iss }) }) as never);
    const client = new Client({ name: "host", version: "1" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(transport());
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain(call.name);
    expect(await client.callTool(call)).toMatchObject({ structuredContent: { outcome: "found" } });
    await client.close();
  });

  it("finds its way from a 401 to a working call (SDK v1)", async () => {
    const { kept, provider } = memory();
    const transport = () => new TransportV1(new URL(url), { authProvider: provider as never });
    const first = transport();
    await expect(new ClientV1({ name: "host", version: "1" }).connect(first)).rejects.toThrow(/Unauthorized/);
    await first.finishAuth((await issuer.agree(kept.sentTo!)).code);
    const client = new ClientV1({ name: "host", version: "1" });
    await client.connect(transport());
    expect(await client.callTool(call)).toMatchObject({ structuredContent: { outcome: "found" } });
    await client.close();
  });
});
