import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { entryFingerprint, steady } from "./entries.ts";

const fingerprint = (definition: unknown): string => entryFingerprint({ definition });
const tool = {
  name: "get",
  title: "Get",
  description: "Gets.",
  inputSchema: {
    type: "object",
    properties: { b: { enum: ["x", "y"] }, a: { type: "string" } },
    required: ["a", "b"],
  },
  annotations: { readOnlyHint: true },
  execution: { taskSupport: "forbidden" },
};

describe("a fingerprint", () => {
  it("is the SHA-256 of the canonical JSON of the definition", () => {
    const canonical =
      '{"annotations":{"readOnlyHint":true},"description":"Gets.","name":"get","title":"Get","inputSchema":{"type":"object"}}';
    const sorted =
      '{"annotations":{"readOnlyHint":true},"description":"Gets.","inputSchema":{"type":"object"},"name":"get","title":"Get"}';
    expect(fingerprint(JSON.parse(canonical))).toBe(createHash("sha256").update(sorted).digest("hex"));
  });

  it("does not mind the order of keys, of required and of enum, at any depth", () => {
    const other = {
      execution: { taskSupport: "forbidden" },
      annotations: { readOnlyHint: true },
      inputSchema: {
        required: ["b", "a"],
        properties: { a: { type: "string" }, b: { enum: ["y", "x"] } },
        type: "object",
      },
      description: "Gets.",
      title: "Get",
      name: "get",
    };
    expect(fingerprint(other)).toBe(fingerprint(tool));
  });

  it.each([
    ["the name", { name: "got" }],
    ["the title", { title: "Got" }],
    ["the description", { description: "Gets.\u200B" }],
    ["an added member that no specification knows", { "x-odd": 1 }],
    ["annotations", { annotations: {} }],
    ["icons", { icons: [{ src: "a" }] }],
    ["_meta", { _meta: { a: 1 } }],
    ["execution", { execution: { taskSupport: "optional" } }],
    ["an output schema", { outputSchema: { type: "object" } }],
    ["a draft stamp", { inputSchema: { ...tool.inputSchema, $schema: "http://json-schema.org/draft-07/schema#" } }],
    [
      "how often a value stands in enum",
      { inputSchema: { ...tool.inputSchema, properties: { b: { enum: ["x", "y", "y"] } } } },
    ],
  ])("differs with %s", (_, change) => expect(fingerprint({ ...tool, ...change })).not.toBe(fingerprint(tool)));

  it.each([
    ["a default", { default: { required: ["a", "b"] } }, { default: { required: ["b", "a"] } }],
    ["an example", { examples: [{ enum: [1, 2] }] }, { examples: [{ enum: [2, 1] }] }],
    ["the items of a tuple", { prefixItems: [{ type: "string" }, {}] }, { prefixItems: [{}, { type: "string" }] }],
  ])("minds the order inside %s, which is data", (_, one, two) => {
    const withSchema = (schema: object) => fingerprint({ ...tool, inputSchema: schema });
    expect(withSchema(one)).not.toBe(withSchema(two));
  });

  it("takes a property that is called required or enum for a property", () => {
    const named = (order: string[]) =>
      fingerprint({ inputSchema: { properties: { required: { enum: order }, enum: { const: order } } } });
    expect(named(["a", "b"])).not.toBe(named(["b", "a"]));
  });
});

describe("the steady part of a definition", () => {
  it("is without what differs from answer to answer, and otherwise the same object", () => {
    expect(steady(tool)).toBe(tool);
    const stamped = { name: "a", _meta: { traceparent: "00", "io.modelcontextprotocol/serverInfo": {}, kept: 1 } };
    expect(steady(stamped)).toEqual({ name: "a", _meta: { kept: 1 } });
    expect(steady({ name: "a", _meta: { traceparent: "00" } })).toEqual({ name: "a" });
  });
});
