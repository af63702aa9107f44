import type { IncomingMessage } from "node:http";
import type { RouterSettings } from "../../config/router-settings.ts";
import { permits } from "../../policy/needed-scopes.ts";
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
  /** The refusal of a message whose tool the caller's token does not reach; null when it does. */
  refusal(message: unknown, principal: Principal, snapshot: Snapshot): Response | null;
}

/** null: everyone may call. */
export function createGate(settings: RouterSettings, now: () => number): Gate | null {
  const { auth, issuer, jwksUrl, requiredScopes } = settings;
  if (auth === "none" || issuer === null) return null;
  const resource = protectedResource(settings);
  const keys = jwksUrl === null ? discoveredKeys(issuer, now) : keysAt(jwksUrl);
  const check = { issuer, audience: resource.uri, keys, now };
  return {
    metadataPaths: resource.metadataPaths,
    metadata: (snapshot) => ({
      resource: resource.uri,
      authorization_servers: [issuer],
      bearer_methods_supported: ["header"],
      scopes_supported: scopesOf(requiredScopes, snapshot),
      resource_name: "gene-router",
    }),
    admit: (incoming) => admit(incoming, resource, requiredScopes, check),
    refusal(message, principal, { catalogue }) {
      const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
      if (method !== "tools/call" || typeof params?.name !== "string") return null;
      const tool = catalogue.toolsByName.get(params.name);
      if (tool === undefined || permits(principal, tool.scopes)) return null;
      return insufficientScope(resource, [...new Set([...requiredScopes, ...tool.scopes])]);
    },
  };
}

const scopesOf = (required: readonly string[], { catalogue: { sources, tools } }: Snapshot): string[] =>
  [...new Set([...required, ...[...sources, ...tools].flatMap(({ scopes }) => scopes)])].sort();
