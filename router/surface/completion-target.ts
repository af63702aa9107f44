import type { Catalogue } from "../catalog/catalogue.ts";
import type { JsonObject } from "../connections/connection.ts";

/** Whose prompt or resource template a completion is for, under the source's own name; null when nobody has it. */
export function completionTarget(
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
