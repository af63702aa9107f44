import type { Implementation } from "@modelcontextprotocol/server";
import { canonicalJson } from "../catalog/canonical-json.ts";
import type { SourceDefinition } from "../catalog/definition.ts";
import { fingerprintOf } from "../catalog/fingerprint.ts";

/** Parts of a source's definition that a baseline holds. Single resources are data and come and go; they are not pinned. */
export type PinnedPart = "instructions" | "prompt" | "resource_template" | "server_info" | "tool";

/** One thing that a source says of itself, as it says it. */
export interface Entry {
  readonly part: PinnedPart;
  /** The source's own name; the URI template of a resource template; "" for instructions and server info. */
  readonly name: string;
  readonly definition: unknown;
}

/**
 * Keys of `_meta` that differ from one answer to the next and say nothing of the tool: the stamp of the server, the id of
 * a subscription, trace context. Everything else in `_meta` counts.
 */
const VOLATILE_META: ReadonlySet<string> = new Set([
  "io.modelcontextprotocol/serverInfo",
  "io.modelcontextprotocol/subscriptionId",
  "traceparent",
  "tracestate",
  "baggage",
]);

/** A definition less the volatile keys of its `_meta`: what is fingerprinted, pinned and, under `enforce`, served. */
export function steady<D extends object>(definition: D): D {
  const { _meta: meta, ...rest } = definition as D & { _meta?: unknown };
  if (meta === null || typeof meta !== "object" || !Object.keys(meta).some((key) => VOLATILE_META.has(key)))
    return definition;
  const kept = Object.entries(meta).filter(([key]) => !VOLATILE_META.has(key));
  return { ...rest, ...(kept.length > 0 && { _meta: Object.fromEntries(kept) }) } as D;
}

/** Everything of a definition that is pinned, in the order in which a baseline lists it. */
export function entriesOf(definition: SourceDefinition): Entry[] {
  const { tools, prompts, resourceTemplates, instructions, serverInfo } = definition;
  const entries: Entry[] = [
    { part: "instructions", name: "", definition: instructions },
    { part: "server_info", name: "", definition: serverInfo satisfies Implementation },
    ...prompts.map((prompt) => ({ part: "prompt" as const, name: prompt.name, definition: steady(prompt) })),
    ...resourceTemplates.map((template) => ({
      part: "resource_template" as const,
      name: template.uriTemplate,
      definition: steady(template),
    })),
    ...tools.map((tool) => ({ part: "tool" as const, name: tool.name, definition: steady(tool) })),
  ];
  return entries.sort(byKey);
}

export const entryKey = ({ part, name }: Pick<Entry, "part" | "name">): string => `${part} ${name}`;

export const byKey = (a: Pick<Entry, "part" | "name">, b: Pick<Entry, "part" | "name">): number => {
  const [left, right] = [entryKey(a), entryKey(b)];
  return left < right ? -1 : left > right ? 1 : 0;
};

/**
 * SHA-256 over the canonical JSON of a definition. The whole definition counts, whatever its members, so that nothing
 * reaches a host that was not looked at; only the order of `required` and `enum` in schemas does not.
 */
export const entryFingerprint = ({ definition }: Pick<Entry, "definition">): string =>
  fingerprintOf(withOrderlessSchemas(definition));

function withOrderlessSchemas(definition: unknown): unknown {
  if (definition === null || typeof definition !== "object") return definition;
  const { inputSchema, outputSchema } = definition as { inputSchema?: unknown; outputSchema?: unknown };
  return {
    ...definition,
    ...(inputSchema !== undefined && { inputSchema: orderless(inputSchema) }),
    ...(outputSchema !== undefined && { outputSchema: orderless(outputSchema) }),
  };
}

/** Keywords whose values are data: what stands in them is no schema. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set(["const", "default", "examples"]);
/** Keywords whose values are schemas by name: the names are no keywords. */
const NAMED_SCHEMAS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);

/** A schema with `required` and `enum` sorted wherever they are keywords. */
function orderless(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(orderless);
  if (schema === null || typeof schema !== "object") return schema;
  return fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if ((keyword === "required" || keyword === "enum") && Array.isArray(value)) return [keyword, sorted(value)];
      if (DATA_KEYWORDS.has(keyword)) return [keyword, value];
      if (NAMED_SCHEMAS.has(keyword) && value !== null && typeof value === "object" && !Array.isArray(value))
        return [keyword, fromEntries(Object.entries(value).map(([name, inner]) => [name, orderless(inner)]))];
      return [keyword, orderless(value)];
    }),
  );
}

const fromEntries = (entries: readonly (readonly [string, unknown])[]): unknown => Object.fromEntries(entries);

const sorted = (values: readonly unknown[]): unknown[] =>
  values
    .map((value) => ({ value, key: canonicalJson(value) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ value }) => value);
