import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HttpServing } from "../../router/serve-http.ts";
import { type OpenIdProvider, openIdProvider } from "../support/openid-provider.ts";
import { freePort } from "../support/router/free-port.ts";
import { type RemoteSource, remoteSource } from "../support/router/remote-source.ts";
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

/** A client that was registered by hand, for everything that the provider has to give. */
async function registered(
  issuer: string,
  { client_name, redirect_uris, ...rest }: Record<string, unknown>,
): Promise<object> {
  const { registration_endpoint } = await metadataOf(issuer);
  const response = await fetch(registration_endpoint!, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      ...rest,
      client_name,
      redirect_uris,
      scope: "openid offline_access genes:read genes:write",
    }),
  });
  return { ...((await response.json()) as object), issuer };
}

const metadataOf = async (issuer: string): Promise<Record<string, string>> =>
  (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Record<string, string>;

describe("a real client that knows only the URL of the endpoint", () => {
  let issuer: OpenIdProvider;
  let serving: HttpServing;
  let url: string;
  let source: RemoteSource;
  beforeAll(async () => {
    issuer = await openIdProvider(["genes:read", "genes:write"]);
    source = await remoteSource();
    const port = await freePort();
    url = `http://127.0.0.1:${port}/mcp`;
    serving = await startServing({
      servers: {
        kegg: { embed: "kegg", scopes: ["genes:read"] },
        rem: { url: source.url, scopes: ["genes:read"], tools: { scopes: { big: ["genes:write"] } } },
      },
      environment: {
        GENE_ROUTER_PORT: String(port),
        GENE_ROUTER_AUTH: "oauth",
        GENE_ROUTER_ISSUER: issuer.issuer,
      },
    });
  });
  afterAll(async () => {
    await serving?.close(0);
    await issuer?.close();
    await source?.kill();
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

  it("asks for no more than reading at first, and for more when a tool needs it (SDK v2)", async () => {
    const { kept, provider } = memory();
    provider.saveClientInformation(await registered(issuer.issuer, provider.clientMetadata));
    const transport = () => new StreamableHTTPClientTransport(new URL(url), { authProvider: provider as never });
    const connected = () => new Client({ name: "host", version: "1" }, { versionNegotiation: { mode: "auto" } });
    const agreed = async (to: StreamableHTTPClientTransport): Promise<void> => {
      const { code, iss } = await issuer.agree(kept.sentTo!);
      await to.finishAuth(new URLSearchParams({ code, ...(iss !== null && { iss }) }) as never);
    };
    const first = transport();
    await expect(connected().connect(first)).rejects.toThrow(UnauthorizedError);
    expect(kept.sentTo!.searchParams.get("scope")!.split(" ")).not.toContain("genes:write");
    expect(kept.sentTo!.searchParams.get("resource")).toBe(url);
    await agreed(first);
    const second = transport();
    const reading = connected();
    await reading.connect(second);
    expect((await reading.listTools()).tools.map(({ name }) => name)).not.toContain("rem_big");
    const write = { name: "rem_big", arguments: { size: 3 } };
    await expect(reading.callTool(write)).rejects.toThrow(UnauthorizedError);
    expect(kept.sentTo!.searchParams.get("scope")!.split(" ")).toEqual(
      expect.arrayContaining(["genes:read", "genes:write"]),
    );
    await agreed(second);
    const writing = connected();
    await writing.connect(transport());
    expect(await writing.callTool(write)).toMatchObject({ content: [{ text: "xxx" }] });
    await Promise.all([reading.close(), writing.close()]);
  });

  it("is refused with the provider's token for another resource, and with its ID token", async () => {
    const { kept, provider } = memory();
    provider.saveClientInformation(await registered(issuer.issuer, provider.clientMetadata));
    const first = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider as never });
    await expect(new Client({ name: "host", version: "1" }).connect(first)).rejects.toThrow(UnauthorizedError);
    const elsewhere = new URL(kept.sentTo!);
    elsewhere.searchParams.set("resource", "https://other.example/mcp");
    elsewhere.searchParams.set("scope", "openid genes:read");
    const { code } = await issuer.agree(elsewhere);
    const granted = await fetch((await metadataOf(issuer.issuer)).token_endpoint!, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code,
        client_id: (kept.client as { client_id: string }).client_id,
        code_verifier: kept.verifier!,
        redirect_uri: provider.redirectUrl,
        resource: "https://other.example/mcp",
      }),
    });
    const { access_token, id_token } = (await granted.json()) as { access_token: string; id_token: string };
    for (const token of [access_token, id_token]) {
      expect(token.split(".")).toHaveLength(3);
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const refused = await fetch(url, { method: "POST", headers, body: "{}" });
      expect(refused.status).toBe(401);
      expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
    }
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
