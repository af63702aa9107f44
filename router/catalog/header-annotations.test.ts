import { describe, expect, it } from "vitest";
import { headerAnnotations } from "./header-annotations.ts";

const property = (schema: object) => ({ type: "object", properties: { a: schema } });

describe("x-mcp-header", () => {
  it("is found at any depth of properties", () => {
    const schema = {
      properties: { outer: { type: "object", properties: { region: { type: "string", "x-mcp-header": "Region" } } } },
    };
    expect(headerAnnotations(schema)).toEqual({
      legal: true,
      annotations: [{ header: "Region", path: ["outer", "region"] }],
    });
  });

  it("is nothing special as the name or the value of data", () => {
    expect(headerAnnotations({ properties: { "x-mcp-header": { type: "string" } } })).toEqual({
      legal: true,
      annotations: [],
    });
    expect(headerAnnotations({ properties: { a: { default: { "x-mcp-header": 5 } } } })).toEqual({
      legal: true,
      annotations: [],
    });
  });

  it.each([
    ["a name with a space", property({ type: "string", "x-mcp-header": "My Region" })],
    ["an empty name", property({ type: "string", "x-mcp-header": "" })],
    ["a name that is no string", property({ type: "string", "x-mcp-header": 5 })],
    ["a number", property({ type: "number", "x-mcp-header": "A" })],
    ["an object", property({ type: "object", "x-mcp-header": "A" })],
    ["no type", property({ "x-mcp-header": "A" })],
    ["the root", { type: "string", "x-mcp-header": "A" }],
    ["list items", property({ type: "array", items: { type: "string", "x-mcp-header": "A" } })],
    ["an alternative", property({ anyOf: [{ type: "string", "x-mcp-header": "A" }] })],
    [
      "a definition",
      { $defs: { d: { type: "string", "x-mcp-header": "A" } }, properties: { a: { $ref: "#/$defs/d" } } },
    ],
    [
      "two properties, in other case",
      { properties: { a: { type: "string", "x-mcp-header": "R" }, b: { type: "string", "x-mcp-header": "r" } } },
    ],
  ])("is illegal on %s", (_, schema) => {
    expect(headerAnnotations(schema)).toMatchObject({ legal: false });
  });
});
