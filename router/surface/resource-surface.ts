import {
  type CompleteResult,
  type GetPromptResult,
  ProtocolError,
  type ReadResourceResult,
} from "@modelcontextprotocol/server";
import { resourceNotFound } from "../../servers/kit/body-resource.ts";
import type { Catalogue } from "../catalog/catalogue.ts";
import type { JsonObject } from "../connections/connection.ts";
import type { MountedSource } from "../connections/mounted-source.ts";
import type { Caller } from "./caller.ts";
import { forward, protocolErrorOf } from "./forward.ts";
import type { Principal } from "./principal.ts";
import { quarantinedError, servedOwners, type Withheld } from "./quarantine.ts";
import { resourceOwners } from "./resource-owners.ts";
import { errorContent, RouterError, routerErrorOf } from "./router-error.ts";
import type { Snapshot } from "./snapshot.ts";

export interface ResourceSurfaceParts {
  /** The snapshot as far as a caller may see it. */
  readonly view: (principal: Principal) => Snapshot;
  readonly sourceOf: (namespace: string) => MountedSource;
  readonly warn: (message: string) => void;
}

export interface ResourceSurface {
  getPrompt(name: string, args: unknown, caller: Caller): Promise<GetPromptResult>;
  readResource(uri: string, caller: Caller): Promise<ReadResourceResult>;
  complete(
    params: { readonly ref: unknown; readonly argument: unknown; readonly context?: unknown },
    caller: Caller,
  ): Promise<CompleteResult>;
}

const INVALID_PARAMS = -32602;
/** What sources of the older revisions say of a resource that they do not have. */
const RESOURCE_NOT_FOUND = -32002;
const NO_COMPLETION: CompleteResult = { completion: { values: [], total: 0, hasMore: false } };

/** Prompts, resources and completions: everything that is passed on and is no tool. */
export function createResourceSurface({ view, sourceOf, warn }: ResourceSurfaceParts): ResourceSurface {
  async function getPrompt(name: string, args: unknown, caller: Caller): Promise<GetPromptResult> {
    const { catalogue, quarantine } = view(caller.principal);
    const prompt = catalogue.promptsByName.get(name);
    const withheld = quarantine.prompts.get(name);
    if (prompt === undefined && withheld !== undefined) throw refused("prompt", withheld, caller);
    if (prompt === undefined) throw new ProtocolError(INVALID_PARAMS, "Unknown prompt");
    const params = { name: prompt.sourceName, ...(args !== undefined && { arguments: args }) };
    return ask(prompt.namespace, { method: "prompts/get", params, idempotent: true }, caller);
  }

  async function readResource(uri: string, caller: Caller): Promise<ReadResourceResult> {
    const { catalogue, quarantine } = view(caller.principal);
    const { owners, withheld } = servedOwners(resourceOwners(catalogue, uri), catalogue, quarantine);
    if (owners.length === 0 && withheld !== null) throw refused("resource", withheld, caller);
    let refusal: unknown = null;
    let unreachable: unknown = null;
    for (const owner of owners) {
      try {
        const request = { method: "resources/read", params: { uri: owner.uri }, idempotent: true } as const;
        return await ask(owner.namespace, request, caller);
      } catch (error) {
        const missing =
          error instanceof ProtocolError && (error.code === INVALID_PARAMS || error.code === RESOURCE_NOT_FOUND);
        if (missing) refusal = error;
        else unreachable = error;
      }
    }
    caller.signal.throwIfAborted();
    // Of a source that cannot be asked it is not known whether it has the resource.
    if (unreachable !== null) throw unreachable;
    // A source that was asked alone answers in its own words.
    throw owners.length === 1 ? refusal : resourceNotFound(uri);
  }

  async function complete(
    { ref, argument, context }: { readonly ref: unknown; readonly argument: unknown; readonly context?: unknown },
    caller: Caller,
  ): Promise<CompleteResult> {
    const { catalogue } = view(caller.principal);
    const target = completionTarget(catalogue, ref as JsonObject);
    if (target === null) throw new ProtocolError(INVALID_PARAMS, "Unknown reference");
    const owner = catalogue.sources.find(({ namespace }) => namespace === target.namespace);
    if (owner?.definition.capabilities.completions === undefined) return NO_COMPLETION;
    const params = { ref: target.ref, argument, ...(context !== undefined && { context }) };
    return ask(target.namespace, { method: "completion/complete", params, idempotent: true }, caller);
  }

  async function ask<R>(namespace: string, request: Parameters<typeof forward>[1], caller: Caller): Promise<R> {
    try {
      return (await forward(sourceOf(namespace), request, caller)) as R;
    } catch (error) {
      caller.signal.throwIfAborted();
      if (error instanceof ProtocolError) throw error;
      const known = routerErrorOf(error, namespace);
      if (known === null)
        warn(`a request failed inside the router: ${error instanceof Error ? error.name : "unknown"}`);
      const shown = known ?? new RouterError("internal", "The router failed", { source: namespace });
      throw protocolErrorOf(shown, errorContent(shown, caller.requestId));
    }
  }

  return { getPrompt, readResource, complete };
}

function refused(kind: "prompt" | "resource", withheld: Withheld, caller: Caller): ProtocolError {
  const error = quarantinedError(kind, withheld);
  return protocolErrorOf(error, errorContent(error, caller.requestId));
}

function completionTarget(
  { promptsByName, resourceTemplates }: Catalogue,
  ref: JsonObject,
): { namespace: string; ref: JsonObject } | null {
  if (ref.type === "ref/prompt") {
    const prompt = promptsByName.get(String(ref.name));
    return prompt === undefined ? null : { namespace: prompt.namespace, ref: { ...ref, name: prompt.sourceName } };
  }
  const template = resourceTemplates.find(
    ({ definition, sourceUri }) => definition.uriTemplate === ref.uri || sourceUri === ref.uri,
  );
  return template === undefined ? null : { namespace: template.namespace, ref: { ...ref, uri: template.sourceUri } };
}
