import type { Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { compactJsonSchema } from "../../servers/kit/output-schema.ts";

export const SEARCH_TOOLS = "search_tools";
export const CALL_TOOL = "call_tool";
export const META_TOOL_NAMES: readonly string[] = [SEARCH_TOOLS, CALL_TOOL];

export const SearchInput = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(400)
    .describe("What you want to do, in plain words; or name:<exact name> for one definition."),
  limit: z.int().min(1).max(20).default(5).describe("Most hits to return."),
  namespace: z.string().max(16).optional().describe("Only tools of this namespace."),
  tags: z.array(z.string().max(50)).max(20).optional().describe("Only tools that have all of these tags."),
  detail: z
    .enum(["compact", "full"])
    .default("compact")
    .describe("compact: first sentences and input schema; full: whole description and output schema too."),
  cursor: z.string().max(400).optional().describe("next_cursor of the page before."),
});

const Hit = z.strictObject({
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  inputSchema: z.looseObject({}),
  outputSchema: z.looseObject({}).optional(),
  returns: z.string().nullable(),
  annotations: z.looseObject({}).nullable(),
  score: z.number(),
  matched: z.record(z.string(), z.string()),
  pinned: z.boolean(),
});

export const SearchResult = z.strictObject({
  hits: z.array(Hit),
  total: z.int(),
  next_cursor: z.string().nullable(),
  suggestions: z.array(z.string()),
  notes: z.array(z.string()),
});

export type SearchInput = z.infer<typeof SearchInput>;
export type SearchHit = z.infer<typeof Hit>;
export type SearchResult = z.infer<typeof SearchResult>;

function inputSchemaOf(schema: z.ZodType): Tool["inputSchema"] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input" }) as Record<string, unknown>;
  return rest as Tool["inputSchema"];
}

/** The two tools that the router itself serves. */
export function metaTools(): readonly [search: Tool, call: Tool] {
  const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
  return [
    {
      name: SEARCH_TOOLS,
      title: "Find a tool",
      description:
        "Finds tools by what they do. Describe the task in plain words; each hit comes with its input schema, ready for call_tool " +
        "or for a direct call by its full name. Searches definitions only, never the databases.",
      inputSchema: inputSchemaOf(SearchInput),
      outputSchema: compactJsonSchema(SearchResult, "output") as Tool["inputSchema"],
      annotations: { ...readOnly, openWorldHint: false },
    },
    {
      name: CALL_TOOL,
      title: "Call a tool by name",
      description:
        "Calls any tool by its full name, listed or not, with the arguments of its input schema. The answer is the tool's own.",
      inputSchema: {
        type: "object",
        properties: {
          name: { type: "string", minLength: 1, maxLength: 128, description: "Full name as search_tools gives it." },
          arguments: { type: "object", description: "Arguments of that tool.", additionalProperties: true },
        },
        required: ["name"],
        additionalProperties: false,
      },
      // What is called decides; a host that gates by hints must assume the most.
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
  ];
}
