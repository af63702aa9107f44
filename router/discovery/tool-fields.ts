import type { CatalogueTool } from "../catalog/catalogue.ts";

export const FIELDS = ["name", "namespace", "title", "tags", "description", "parameters", "values"] as const;
export type Field = (typeof FIELDS)[number];

/** How much a word counts where it stands. The name was chosen to be found by; an enum value is one of many. */
export const FIELD_WEIGHTS: Readonly<Record<Field, number>> = {
  name: 3,
  namespace: 3,
  title: 2,
  tags: 1.2,
  description: 1.4,
  parameters: 0.6,
  values: 0.3,
};

/** The words of one tool, by field. Everything here was written by the source; it is sought in, never shown as advice. */
export function toolFields({ name, namespace, definition, tags }: CatalogueTool): Record<Field, string> {
  const leaf = name.startsWith(`${namespace}_`) ? name.slice(namespace.length + 1) : name;
  const parameters: string[] = [];
  const values: string[] = [];
  collect(definition.inputSchema, parameters, values, 0);
  return {
    name: leaf,
    namespace,
    title: definition.title ?? definition.annotations?.title ?? "",
    tags: tags.join(" "),
    description: definition.description ?? "",
    parameters: parameters.join(" "),
    values: values.join(" "),
  };
}

/** Deeper than this no parameter name helps to choose a tool. */
const MAX_DEPTH = 6;

function collect(schema: unknown, parameters: string[], values: string[], depth: number): void {
  if (schema === null || typeof schema !== "object" || depth > MAX_DEPTH) return;
  const node = schema as Record<string, unknown>;
  if (Array.isArray(node.enum)) values.push(...node.enum.filter((value) => typeof value === "string"));
  if (typeof node.description === "string" && depth > 0) parameters.push(node.description);
  if (node.properties !== null && typeof node.properties === "object") {
    for (const [name, child] of Object.entries(node.properties)) {
      parameters.push(name);
      collect(child, parameters, values, depth + 1);
    }
  }
  for (const keyword of ["items", "anyOf", "oneOf", "allOf"]) {
    const below = node[keyword];
    for (const child of Array.isArray(below) ? below : [below]) collect(child, parameters, values, depth + 1);
  }
}
