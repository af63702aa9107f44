import { type Setting, setting } from "../../servers/kit/settings.ts";

export interface AuthSettings {
  /** `none`: everyone may call. `jwt`: tokens of an issuer whose keys are named here. `oauth`: keys are found at the issuer. */
  readonly auth: "none" | "jwt" | "oauth";
  /** URL of the MCP endpoint as callers write it; the audience of every token. null: from host, port and path. */
  readonly publicUrl: string | null;
  /** Exactly as tokens state it in `iss`. */
  readonly issuer: string | null;
  readonly jwksUrl: string | null;
  /** What every caller must hold. */
  readonly requiredScopes: readonly string[];
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;

/** https, or plain http on loopback; kept letter by letter, since issuers are compared so (RFC 8414 §3.3). */
const exactUrl = (variable: string, purpose: string): Setting<string | null> => ({
  variable,
  purpose,
  fallback: null,
  parse: (text) => {
    let url: URL;
    try {
      url = new URL(text);
    } catch {
      throw new Error("expected a URL such as https://host/path");
    }
    if (url.protocol !== "https:" && !(url.protocol === "http:" && LOOPBACK.has(url.hostname)))
      throw new Error("expected https (plain http only for localhost)");
    if (url.username !== "" || url.password !== "" || url.hash !== "" || url.search !== "")
      throw new Error("expected a URL without user, query or fragment");
    return text;
  },
});

const scopes: Setting<readonly string[]> = {
  variable: "GENE_ROUTER_REQUIRED_SCOPES",
  purpose: "OAuth scopes that every caller needs, separated by blanks",
  fallback: [],
  parse: (text) => {
    const list = text.split(/[\s,]+/).filter((scope) => scope !== "");
    if (list.some((scope) => !SCOPE.test(scope))) throw new Error("expected scopes separated by blanks");
    return list;
  },
};

export const authSettingSpecs = {
  auth: {
    spec: setting.choice(
      "GENE_ROUTER_AUTH",
      "Who may call: everyone, or holders of a token",
      ["none", "jwt", "oauth"],
      "none",
    ),
    fileKey: "auth",
  },
  publicUrl: {
    spec: exactUrl(
      "GENE_ROUTER_PUBLIC_URL",
      "URL of the MCP endpoint as callers write it; tokens must be meant for it",
    ),
    fileKey: "public_url",
  },
  issuer: { spec: exactUrl("GENE_ROUTER_ISSUER", "Issuer of the tokens, exactly as they state it"), fileKey: "issuer" },
  jwksUrl: {
    spec: exactUrl("GENE_ROUTER_JWKS_URL", "Where the issuer's public keys are; with oauth found at the issuer"),
    fileKey: "jwks_url",
  },
  requiredScopes: { spec: scopes, fileKey: "required_scopes" },
} as const;
