import { UriTemplate } from "@modelcontextprotocol/server";
import type { Catalogue } from "../catalog/catalogue.ts";

export interface ResourceOwner {
  readonly namespace: string;
  /** The URI as the source knows it. */
  readonly uri: string;
}

/**
 * Which sources may hold a URI, in the order in which to ask them: one that lists it, one whose template fits it, the one
 * whose namespace stands in front (`kegg+scheme://…`), or the only one that has resources at all.
 */
export function resourceOwners(
  { resources, resourceTemplates, sources }: Catalogue,
  uri: string,
): readonly ResourceOwner[] {
  const listed = resources.filter(({ sourceUri }) => sourceUri === uri).map(({ namespace }) => ({ namespace, uri }));
  if (listed.length > 0) return listed;
  const plus = uri.indexOf("+");
  const prefix = plus === -1 ? "" : uri.slice(0, plus);
  if (sources.some(({ namespace }) => namespace === prefix)) return [{ namespace: prefix, uri: uri.slice(plus + 1) }];
  const fitting = resourceTemplates
    .filter(({ sourceUri }) => fits(sourceUri, uri))
    .map(({ namespace }) => ({ namespace, uri }));
  if (fitting.length > 0) return fitting;
  const able = sources.filter(({ definition }) => definition.capabilities.resources !== undefined);
  return able.length === 1 ? able.map(({ namespace }) => ({ namespace, uri })) : [];
}

/** Whether a template, as its source wrote it, can make this URI. */
export function fits(template: string, uri: string): boolean {
  try {
    return new UriTemplate(template).match(uri) !== null;
  } catch {
    return false;
  }
}
