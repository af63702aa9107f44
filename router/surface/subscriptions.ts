import { ProtocolError } from "@modelcontextprotocol/server";
import { resourceNotFound } from "../../servers/kit/body-resource.ts";
import type { MountedSource } from "../connections/mounted-source.ts";
import { protocolErrorOf } from "./forward.ts";
import type { Principal } from "./principal.ts";
import { servedOwners } from "./quarantine.ts";
import { resourceOwners } from "./resource-owners.ts";
import { errorContent, routerErrorOf } from "./router-error.ts";
import type { Snapshot } from "./snapshot.ts";

/** Told of the URI as the subscriber would write it. */
export type OnResourceUpdated = (uri: string) => void;

export interface SubscriptionParts {
  /** The snapshot as far as a caller may see it. */
  readonly view: (principal: Principal) => Snapshot;
  readonly sourceOf: (namespace: string) => MountedSource;
}

/** Who wants to be told. */
export interface SubscriptionAsker {
  readonly requestId: string;
  readonly principal: Principal;
}

const METHOD_NOT_FOUND = -32601;

/**
 * Subscribes to one resource at the source that owns it, and returns how to stop. Of several owners the first that
 * tells of changes is asked. Throws the protocol's error when no source has the resource, or none tells.
 */
export function createSubscribe({ view, sourceOf }: SubscriptionParts) {
  return async (
    uri: string,
    onUpdated: OnResourceUpdated,
    { requestId, principal }: SubscriptionAsker,
  ): Promise<() => void> => {
    const { catalogue, quarantine } = view(principal);
    const { owners } = servedOwners(resourceOwners(catalogue, uri), catalogue, quarantine);
    if (owners.length === 0) throw resourceNotFound(uri);
    const telling = owners.filter(
      ({ namespace }) => sourceOf(namespace).definition?.capabilities.resources?.subscribe === true,
    );
    let refusal: unknown = new ProtocolError(METHOD_NOT_FOUND, "No source tells of changes of this resource");
    for (const owner of telling) {
      // Everything below a resource is named as the resource itself was: with the namespace in front, or without.
      const prefix = uri.slice(0, uri.length - owner.uri.length);
      try {
        return await sourceOf(owner.namespace).subscribe(owner.uri, (updated) => onUpdated(prefix + updated));
      } catch (error) {
        const known = routerErrorOf(error, owner.namespace);
        refusal = known === null ? error : protocolErrorOf(known, errorContent(known, requestId));
      }
    }
    throw refusal;
  };
}
