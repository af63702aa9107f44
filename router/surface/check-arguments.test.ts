import type { Tool } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { createArgumentCheck } from "./check-arguments.ts";

const tool = (inputSchema: object): Tool => ({
  name: "t",
  inputSchema: { type: "object", ...inputSchema } as Tool["inputSchema"],
});

const strict = tool({
  properties: {
    genes: { type: "array", items: { type: "string", maxLength: 5 }, minItems: 1 },
    mode: { enum: ["a", "b"] },
    limit: { type: "integer", maximum: 20 },
  },
  required: ["genes"],
  additionalProperties: false,
});

describe("the check of arguments", () => {
  it("passes what fits", () => {
    expect(createArgumentCheck()(strict, { genes: ["katG"], mode: "a" })).toEqual([]);
  });

  it("names every problem at once, by path, with the allowed values", () => {
    expect(createArgumentCheck()(strict, { genes: ["katG", 5], mode: "c", limit: 21, more: 1 })).toEqual(
      expect.arrayContaining([
        { path: "genes[1]", problem: "is not of type string" },
        { path: "mode", problem: "is not one of the allowed values", allowed: ["a", "b"] },
        { path: "limit", problem: "must be <= 20" },
        { path: "more", problem: "is not an argument of this tool" },
      ]),
    );
    expect(createArgumentCheck()(strict, {})).toEqual([{ path: "genes", problem: "is missing" }]);
  });

  it("cleans and bounds a name that the caller made up", () => {
    const [problem] = createArgumentCheck()(strict, { genes: ["a"], ["<b>\n".repeat(50)]: 1 });
    expect(problem?.path).toMatch(/^[A-Za-z?]{64}$/);
  });

  it("understands keywords of 2020-12 and both dialect stamps", () => {
    const newest = tool({
      properties: { pair: { type: "array", prefixItems: [{ type: "string" }], items: { type: "number" } } },
    });
    expect(createArgumentCheck()(newest, { pair: ["a", 1] })).toEqual([]);
    expect(createArgumentCheck()(newest, { pair: [1, 1] })).toHaveLength(1);
    for (const $schema of ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"]) {
      expect(createArgumentCheck()(tool({ $schema, properties: { a: { type: "string" } } }), { a: 1 })).toHaveLength(1);
    }
  });

  it.each([
    ["a reference into the network", { properties: { a: { $ref: "https://example.org/schema.json" } } }],
    ["a broken pattern", { properties: { a: { type: "string", pattern: "(" } } }],
  ])("leaves a schema with %s to its source", (_, schema) => {
    expect(createArgumentCheck()(tool(schema), { a: 5 })).toEqual([]);
  });

  it("compiles the same schema id again after a refresh", () => {
    const check = createArgumentCheck();
    const schema = () => tool({ $id: "https://example.org/t", properties: { a: { type: "string" } } });
    expect(check(schema(), { a: 1 })).toHaveLength(1);
    expect(check(schema(), { a: 1 })).toHaveLength(1);
  });
});
