import { z } from "zod";

type Json = Record<string, unknown>;

/** Parts of the envelope that are the same for every tool: an entry's keys are named, its types are in the full schema. */
const SHARED_LISTS = ["items", "errors", "requests"];

/**
 * The output schema that a tool advertises. A model reads it with every listing, so it is kept short: closed where the
 * tool has its own fields (`query`, `resolved`, `records[].detail`), without descriptions, and naming only the keys of
 * what all tools share. `gene-router schema envelope` prints the shared parts in full, and every result is checked
 * against the full schema before it leaves.
 */
export function advertisedOutput(envelope: z.ZodType): Json {
  const schema = compact(z.toJSONSchema(envelope, { target: "draft-2020-12", io: "output", reused: "inline" })) as Json;
  const properties = { ...(schema.properties as Record<string, Json>) };
  // What was asked for is described by the input schema; a refused value may be of any type.
  properties.query = namesOnly(properties.query!);
  for (const key of SHARED_LISTS) keysOfList({ properties }, key);
  const record = (properties.records!.items as Json).properties as Record<string, Json>;
  const resolved = properties.resolved!.properties as Record<string, Json>;
  for (const key of ["candidates", "refused"]) resolved[key] = { type: "array", items: { type: "object" } };
  for (const own of [resolved, record.detail!.properties]) withoutNestedRequired(own);
  keysOfList(properties.records!.items as Json, "cut");
  properties.licences = {
    type: "object",
    additionalProperties: keysOnly(properties.licences!.additionalProperties as Json),
  };
  return { ...schema, properties };
}

/** Any schema without what costs more than it tells. */
export const compactJsonSchema = (schema: z.ZodType, io: "input" | "output"): Json =>
  compact(z.toJSONSchema(schema, { target: "draft-2020-12", io, reused: "inline" })) as Json;

const namesOnly = ({ properties }: Json): Json => ({
  type: "object",
  properties: Object.fromEntries(Object.keys(properties as Json).map((key) => [key, {}])),
  additionalProperties: false,
});

/** Below a tool's own fields it is enough to name and type the parts; all of them are always there. */
function withoutNestedRequired(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray((value as Json).required)) delete (value as Json).required;
  for (const inner of Object.values(value)) withoutNestedRequired(inner);
}

/** Replaces the items of one list property by their keys. */
function keysOfList(schema: Json, name: string): void {
  const properties = schema.properties as Record<string, Json>;
  properties[name] = { type: "array", items: keysOnly(properties[name]!.items as Json) };
}

const keysOnly = ({ required }: Json): Json => ({ type: "object", required });

function compact(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((each) => compact(each));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key, inner]) => isMap || !isNoise(key, inner));
  const schema: Json = Object.fromEntries(entries.map(([key, inner]) => [key, compact(inner, key === "properties")]));
  return isMap ? schema : simplified(schema);
}

/** Bounds of every integer, key types of every map, and words for people who read the documentation instead. */
const isNoise = (key: string, value: unknown): boolean =>
  key === "description" ||
  key === "$schema" ||
  key === "propertyNames" ||
  (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (key === "maximum" && value === Number.MAX_SAFE_INTEGER);

/** `anyOf` with null becomes a list of types; a type beside its own `enum` or `const` says nothing. */
function simplified(schema: Json): Json {
  if (schema.enum !== undefined || schema.const !== undefined) {
    const { type: _, ...rest } = schema;
    return rest;
  }
  const options = schema.anyOf as Json[] | undefined;
  if (options?.length !== 2 || options[1]?.type !== "null") return schema;
  const { anyOf: _, ...rest } = schema;
  const [option] = options as [Json];
  if (typeof option.type === "string") return { ...option, type: [option.type, "null"], ...rest };
  if (Array.isArray(option.enum)) return { enum: [...option.enum, null], ...rest };
  return schema;
}
