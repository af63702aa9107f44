import { z } from "zod";
import { envelopeOf } from "./envelope/envelope.ts";

type Json = Record<string, unknown>;

/** What of an envelope is a tool's own. */
export interface OwnParts {
  /** Names of the fields of `query`. */
  readonly query: readonly string[];
  readonly resolved: z.ZodType;
  readonly detail: z.ZodType;
}

export type AdvertiseOutput = (parts: OwnParts) => Json;

/** Parts of the envelope that are the same for every tool: an entry's keys are named, its types are in the full schema. */
const SHARED_LISTS = ["items", "errors", "requests"];

/**
 * Makes the output schemas that the tools of a source advertise. A model reads them with every listing, so they are kept short: closed where the
 * tool has its own fields (`query`, `resolved`, `records[].detail`), without descriptions, and naming only the keys of
 * what all tools share. `gene-router schema envelope` prints the shared parts in full, and every result is checked
 * against the full schema before it leaves.
 */
export function outputAdvertiser(source: string): AdvertiseOutput {
  const empty = z.strictObject({});
  // Converted once for all tools of a source: it is most of every schema, and start-up waits for it.
  const shell = compactJsonSchema(envelopeOf(source, { query: empty, resolved: empty, detail: empty }), "output");
  const shared = shell.properties as Record<string, Json>;
  for (const key of SHARED_LISTS) keysOfList(shared, key);
  shared.licences = { type: "object", additionalProperties: keysOnly(shared.licences!.additionalProperties as Json) };
  const record = shared.records!.items as Json;
  keysOfList(record.properties as Record<string, Json>, "cut");
  return ({ query, resolved, detail }) => {
    const facts = ownPart(resolved);
    const properties = facts.properties as Record<string, Json>;
    for (const key of ["candidates", "refused"]) properties[key] = { type: "array", items: { type: "object" } };
    const own = { ...record, properties: { ...(record.properties as Json), detail: ownPart(detail) } };
    return {
      ...shell,
      properties: { ...shared, query: namesOnly(query), resolved: facts, records: { type: "array", items: own } },
    };
  };
}

/** A part that is the tool's own, closed; what lies deeper is named and typed, and always there. */
function ownPart(schema: z.ZodType): Json {
  const part = compactJsonSchema(schema, "output");
  withoutNestedRequired(part.properties);
  return part;
}

/** Any schema without what costs more than it tells. */
export const compactJsonSchema = (schema: z.ZodType, io: "input" | "output"): Json =>
  compact(z.toJSONSchema(schema, { target: "draft-2020-12", io, reused: "inline" })) as Json;

/** What was asked for is described by the input schema; a refused value may be of any type. */
const namesOnly = (names: readonly string[]): Json => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, {}])),
  additionalProperties: false,
});

function withoutNestedRequired(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray((value as Json).required)) delete (value as Json).required;
  for (const inner of Object.values(value)) withoutNestedRequired(inner);
}

/** Replaces the items of one list property by their keys. */
function keysOfList(properties: Record<string, Json>, name: string): void {
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
