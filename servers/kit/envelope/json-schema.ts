import { z } from "zod";
import { envelopeOf } from "./envelope.ts";

/** JSON Schema of the envelope with any tool's `query`, `resolved` and `detail`: what all sources share, in full. */
export function envelopeJsonSchema(): Record<string, unknown> {
  const own = z.record(z.string(), z.unknown());
  const schema = z.toJSONSchema(envelopeOf("source", { query: own, resolved: own, detail: own }), {
    target: "draft-2020-12",
    io: "output",
  }) as { properties: Record<string, unknown> };
  const anySource = { type: "string", description: "Namespace of the source that answered" };
  const records = schema.properties.records as { items: { properties: Record<string, unknown> } };
  records.items.properties.source = anySource;
  return { ...schema, title: "gene-router result envelope", properties: { ...schema.properties, source: anySource } };
}
