import type { Catalogue } from "../catalog/catalogue.ts";
import type { JsonObject } from "../connections/connection.ts";
import { completionTarget } from "../surface/completion-target.ts";
import type { Principal } from "../surface/principal.ts";
import { resourceOwners } from "../surface/resource-owners.ts";
import { permits } from "./needed-scopes.ts";

/**
 * All scopes that a request needs when its caller lacks one of them; null when it may go on, or asks for nothing that is
 * served. What a request names inside its arguments (`call_tool`) is judged where it is called.
 */
export function missingScopes(message: unknown, principal: Principal, catalogue: Catalogue): readonly string[] | null {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: JsonObject };
  const wanted = scopesOfEach(method, params ?? {}, catalogue);
  if (wanted.some((scopes) => permits(principal, scopes))) return null;
  return wanted[0] ?? null;
}

/** Of each source that could serve the request. */
function scopesOfEach(method: unknown, params: JsonObject, catalogue: Catalogue): (readonly string[])[] {
  const ofSource = (namespace: string): readonly string[] =>
    catalogue.sources.find((source) => source.namespace === namespace)?.scopes ?? [];
  switch (method) {
    case "tools/call": {
      const tool = catalogue.toolsByName.get(String(params.name));
      return tool === undefined ? [] : [tool.scopes];
    }
    case "prompts/get": {
      const prompt = catalogue.promptsByName.get(String(params.name));
      return prompt === undefined ? [] : [ofSource(prompt.namespace)];
    }
    case "resources/read":
    case "resources/subscribe":
      return resourceOwners(catalogue, String(params.uri)).map(({ namespace }) => ofSource(namespace));
    case "completion/complete": {
      const target = completionTarget(catalogue, (params.ref ?? {}) as JsonObject);
      return target === null ? [] : [ofSource(target.namespace)];
    }
    default:
      return [];
  }
}
