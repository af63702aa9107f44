import { describe, expect, it } from "vitest";
import { ConfigError } from "./config-problem.ts";
import { servesThisMachineOnly } from "./exposure.ts";
import { parseConfig } from "./parse-config.ts";

const OAUTH = { GENE_ROUTER_AUTH: "oauth", GENE_ROUTER_ISSUER: "https://id.example/" };
const PUBLIC = { GENE_ROUTER_PUBLIC_URL: "https://genes.example/mcp" };
const config = (environment: Record<string, string>) =>
  parseConfig({ file: "servers.yaml", text: "servers: {}", dotenv: null, environment });
const complaint = (environment: Record<string, string>): string => {
  try {
    config(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
};

describe("authentication as configured", () => {
  it.each([
    ["an open address is open to holders of tokens", { ...OAUTH, ...PUBLIC, GENE_ROUTER_HOST: "0.0.0.0" }],
    ["loopback knows its own URL", OAUTH],
    [
      "jwt needs to be told where the keys are",
      { ...OAUTH, GENE_ROUTER_AUTH: "jwt", GENE_ROUTER_JWKS_URL: "https://id.example/keys" },
    ],
    ["an issuer on this machine may speak in the clear", { ...OAUTH, GENE_ROUTER_ISSUER: "http://127.0.0.1:9000" }],
  ])("is taken: %s", (_what, environment) => expect(complaint(environment)).toBe(""));

  it.each([
    ["no issuer", { GENE_ROUTER_AUTH: "oauth" }, /GENE_ROUTER_ISSUER: GENE_ROUTER_AUTH=oauth needs it; set it to/],
    ["no keys", { ...OAUTH, GENE_ROUTER_AUTH: "jwt" }, /GENE_ROUTER_JWKS_URL: GENE_ROUTER_AUTH=jwt needs it/],
    ["no name of its own", { ...OAUTH, GENE_ROUTER_HOST: "0.0.0.0" }, /GENE_ROUTER_PUBLIC_URL: .* needs it/],
    ["a port that is not known yet", { ...OAUTH, GENE_ROUTER_PORT: "0" }, /GENE_ROUTER_PUBLIC_URL: .* needs it/],
    [
      "an issuer in the clear",
      { ...OAUTH, GENE_ROUTER_ISSUER: "http://id.example" },
      /GENE_ROUTER_ISSUER: expected https/,
    ],
    ["a name that is no loopback", { ...OAUTH, GENE_ROUTER_HOST: "127.evil.example" }, /GENE_ROUTER_PUBLIC_URL/],
    [
      "a URL with a secret",
      { ...OAUTH, GENE_ROUTER_PUBLIC_URL: "https://a:hunter2@genes.example/mcp" },
      /without user/,
    ],
    [
      "a URL with a query",
      { ...OAUTH, GENE_ROUTER_PUBLIC_URL: "https://genes.example/mcp?key=hunter2" },
      /without user/,
    ],
    ["another kind", { GENE_ROUTER_AUTH: "basic" }, /GENE_ROUTER_AUTH: expected one of none, jwt, oauth/],
    ["a scope that is none", { GENE_ROUTER_REQUIRED_SCOPES: 'a"b' }, /GENE_ROUTER_REQUIRED_SCOPES: expected scopes/],
    ["another store", { GENE_ROUTER_REDIS_URL: "http://:hunter2@redis" }, /GENE_ROUTER_REDIS_URL: expected redis:/],
  ])("is refused with %s", (_what, environment, expected) => {
    expect(complaint(environment)).toMatch(expected);
    expect(complaint(environment)).not.toContain("hunter2");
  });

  it("keeps the issuer letter by letter", () => {
    expect(config({ ...OAUTH, GENE_ROUTER_ISSUER: "https://ID.example/Realm/" }).settings.issuer).toBe(
      "https://ID.example/Realm/",
    );
  });

  it("says so when an issuer is named and nobody is asked for a token", () => {
    const { GENE_ROUTER_AUTH: _, ...rest } = OAUTH;
    expect(config(rest).warnings.join()).toMatch(/GENE_ROUTER_ISSUER.* no effect: GENE_ROUTER_AUTH is none/);
    expect(config(OAUTH).warnings).toEqual([]);
  });

  it("shows no password of a store", () => {
    const shown = config({ GENE_ROUTER_REDIS_URL: "redis://:hunter2@redis:6379" }).explained;
    expect(JSON.stringify(shown)).not.toContain("hunter2");
  });
});

it.each([
  [true, {}],
  [true, { GENE_ROUTER_PUBLIC_URL: "http://localhost:8000/mcp" }],
  [false, PUBLIC],
  [false, { GENE_ROUTER_TRUSTED_HOPS: "1" }],
  [false, { GENE_ROUTER_HOST: "0.0.0.0", GENE_ROUTER_ALLOW_INSECURE: "1" }],
])("only this machine can call: %s with %j", (expected, environment) => {
  expect(servesThisMachineOnly(config(environment).settings)).toBe(expected);
});
