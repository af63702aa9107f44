import type { IncomingMessage } from "node:http";
import type { Config } from "../../config/config.ts";
import { missingScopes } from "../../policy/missing-scopes.ts";
import type { Principal } from "../../surface/principal.ts";
import type { Snapshot } from "../../surface/snapshot.ts";
import { type Admission, admit, insufficientScope } from "./bearer.ts";
import { discoveredKeys, keysAt } from "./issuer-keys.ts";
import { protectedResource } from "./resource.ts";

/** What stands before the MCP endpoint when callers must show a token. */
export interface Gate {
  readonly metadataPaths: readonly string[];
  /** The document of RFC 9728. */
  metadata(snapshot: Snapshot): object;
  admit(incoming: IncomingMessage): Promise<Admission>;
  /** The refusal of a body that asks for what the caller's token does not reach; null when it does. */
  refusal(body: unknown, principal: Principal, snapshot: Snapshot): Response | null;
}

/** null: everyone may call. */
export function createGate(config: Config, now: () => number): Gate | null {
  const { settings } = config;
  const { auth, issuer, jwksUrl, requiredScopes } = settings;
  if (auth === "none" || issuer === null) return null;
  const resource = protectedResource(settings);
  const keys = jwksUrl === null ? discoveredKeys(issuer, now) : keysAt(jwksUrl, now);
  const usual = usualScopes(config);
  const check = { issuer, audience: resource.audience, keys, now };
  return {
    metadataPaths: resource.metadataPaths,
    metadata: (snapshot) => ({
      resource: resource.uri,
      authorization_servers: [issuer],
      bearer_methods_supported: ["header"],
      scopes_supported: scopesOf(requiredScopes, snapshot),
      resource_name: "gene-router",
    }),
    admit: (incoming) => admit(incoming, resource, { required: requiredScopes, usual }, check),
    refusal(body, principal, { catalogue }) {
      for (const message of Array.isArray(body) ? body : [body]) {
        const needed = missingScopes(message, principal, catalogue);
        if (needed !== null) return insufficientScope(resource, [...new Set([...requiredScopes, ...needed])]);
      }
      return null;
    },
  };
}

/** Writing is asked for when it is needed: a client begins with what reads. */
const usualScopes = ({ settings, sources }: Config): string[] => [
  ...new Set([...settings.requiredScopes, ...sources.flatMap(({ scopes }) => scopes)]),
];

const scopesOf = (required: readonly string[], { catalogue: { sources, tools } }: Snapshot): string[] =>
  [...new Set([...required, ...[...sources, ...tools].flatMap(({ scopes }) => scopes)])].sort();
