import { describe, expect, it } from "vitest";
import { headerValue, mirroredHeaders } from "./mirrored-headers.ts";

describe("headers that mirror a body", () => {
  it.each([
    ["plain text", "katG", "katG"],
    ["text beyond ASCII", "é", "=?base64?w6k=?="],
    ["outer space", " a", "=?base64?IGE=?="],
    ["a line break", "a\nb", "=?base64?YQpi?="],
    ["nothing", "", "=?base64??="],
    ["what looks like the sentinel", "=?base64?eA==?=", "=?base64?PT9iYXNlNjQ/ZUE9PT89?="],
  ])("carry %s", (_, text, expected) => {
    expect(headerValue(text)).toBe(expected);
  });

  const schema = {
    properties: {
      region: { type: "string", "x-mcp-header": "Region" },
      deep: { type: "object", properties: { count: { type: "integer", "x-mcp-header": "Count" } } },
      flag: { type: "boolean", "x-mcp-header": "Flag" },
    },
  };

  it("are derived from the source's own name and schema", () => {
    expect(
      mirroredHeaders(
        "tools/call",
        { name: "t", arguments: { region: "EU", deep: { count: 3 }, flag: false } },
        schema,
      ),
    ).toEqual({
      "mcp-method": "tools/call",
      "mcp-name": "t",
      "mcp-param-region": "EU",
      "mcp-param-count": "3",
      "mcp-param-flag": "false",
    });
  });

  it("are left out for values that are absent, null or not primitive", () => {
    expect(
      mirroredHeaders(
        "tools/call",
        { name: "t", arguments: { region: null, deep: { count: 2 ** 60 }, flag: {} } },
        schema,
      ),
    ).toEqual({
      "mcp-method": "tools/call",
      "mcp-name": "t",
    });
  });

  it.each([
    ["prompts/get", { name: "p" }, "p"],
    ["resources/read", { uri: "test://a" }, "test://a"],
    ["tools/list", {}, undefined],
  ])("name what %s is about", (method, params, name) => {
    expect(mirroredHeaders(method, params, undefined)["mcp-name"]).toBe(name);
  });
});
