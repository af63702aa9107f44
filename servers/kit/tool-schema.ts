import type { Tool as McpTool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { Candidate, envelopeOf, Refused } from "./envelope/envelope.ts";
import { MAX_BYTES_RANGE } from "./kit-settings.ts";
import { type AdvertiseOutput, compactJsonSchema } from "./output-schema.ts";
import type { BareTool, Tool } from "./tool.ts";

/** Notes that the kit itself may add to any answer. */
export const KIT_NOTES = {
  partial_list: "More exists than is shown; absence from this list proves nothing.",
  fields_cut: "A text was too large for max_bytes; what is shown of it is a verbatim beginning.",
  stale_served: "An older stored answer was used, since the service was not reached.",
} as const;

const PAGING = {
  cursor: z.string().max(2_000).optional().describe("next_cursor of the page before; leave out for the first page"),
  max_bytes: z
    .int()
    .min(MAX_BYTES_RANGE.min)
    .max(MAX_BYTES_RANGE.max)
    .optional()
    .describe("Size limit of this result in bytes; whole records are dropped from the end to fit"),
};

/** A tool with everything that is derived from its shape, made once. */
export interface CompiledTool {
  readonly tool: Tool;
  /** The tool's parameters and, for list tools, `cursor` and `max_bytes`. */
  readonly input: z.ZodObject;
  /** The full schema that every answer is checked against. */
  readonly envelope: () => z.ZodType;
  /** Keys of `resolved` with the value that stands for "absent". */
  readonly absent: Readonly<Record<string, unknown>>;
  readonly sentKeys: readonly string[];
  readonly definition: McpTool;
}

export function compileTool(source: string, tool: Tool, advertise: AdvertiseOutput): CompiledTool {
  const input = tool.list ? tool.input.extend(PAGING) : tool.input;
  const sentKeys = Object.keys(tool.sent ?? {});
  const resolved = resolvedSchema(tool.resolved ?? {});
  const output = advertise({ query: [...Object.keys(input.shape), ...sentKeys], resolved, detail: tool.detail });
  let envelope: z.ZodType | null = null;
  return {
    tool,
    input,
    // Made with the first answer: a listing needs only the definition.
    envelope: () => {
      envelope ??= envelopeOf(source, {
        query: querySchema(input, tool.sent ?? {}),
        resolved,
        detail: tool.detail,
      });
      return envelope;
    },
    absent: Object.fromEntries(Object.entries(tool.resolved ?? {}).map(([key, field]) => [key, absentOf(field)])),
    sentKeys,
    definition: defineForMcp(tool, input, output),
  };
}

/** The definition of a tool with its own output. */
export const compileBareTool = (tool: BareTool): McpTool =>
  defineForMcp(tool, tool.input, compactJsonSchema(tool.output, "output"));

function defineForMcp(tool: Tool | BareTool, input: z.ZodObject, output: Record<string, unknown>): McpTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(input) as McpTool["inputSchema"],
    outputSchema: output as McpTool["outputSchema"],
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: tool.openWorld ?? true,
    },
    // Lenient: the server itself coerces losslessly and refuses with a typed result, so nobody need check before it.
    _meta: { "gene-router/untrusted": [...tool.untrusted], "gene-router/lenient": true },
  };
}

/** A refused value is shown as shortened text, an absent one as null: `query` validates in every outcome. */
function querySchema(input: z.ZodObject, sent: z.ZodRawShape): z.ZodType {
  const fields = Object.entries(input.shape).map(([key, field]) => [
    key,
    z.union([echoed(field as z.ZodType), z.string().max(200), z.null()]),
  ]);
  const extra = Object.entries(sent).map(([key, field]) => [key, nullable(field as z.ZodType)]);
  return z.strictObject(Object.fromEntries([...fields, ...extra]));
}

function resolvedSchema(shape: z.ZodRawShape): z.ZodType {
  const own = Object.entries(shape).map(([key, field]) => [key, nullable(field as z.ZodType)]);
  return z.strictObject({
    matched_by: z.string(),
    ...Object.fromEntries(own),
    candidates: z.array(Candidate),
    refused: z.array(Refused),
  });
}

type Def = { type: string; innerType?: z.ZodType; in?: z.ZodType; out?: z.ZodType };
const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;

/** The value after defaults: what stands in `query` is never absent. */
function echoed(schema: z.ZodType): z.ZodType {
  const def = defOf(schema);
  return ["optional", "default", "prefault"].includes(def.type) ? echoed(def.innerType!) : schema;
}

const nullable = (schema: z.ZodType): z.ZodType => {
  const inner = echoed(schema);
  return defOf(inner).type === "nullable" ? inner : inner.nullable();
};

function absentOf(field: unknown): unknown {
  const type = defOf(echoed(field as z.ZodType)).type;
  if (type === "array") return [];
  if (type === "record") return {};
  return null;
}

/** Parameters keep their descriptions: a model writes calls from them. */
function inputSchema(input: z.ZodObject): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { target: "draft-2020-12", io: "input", reused: "inline" });
  return schema;
}
