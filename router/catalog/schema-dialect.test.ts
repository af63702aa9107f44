import { describe, expect, it } from "vitest";
import { withoutDraft07Stamp } from "./schema-dialect.ts";

const DRAFT_07 = "http://json-schema.org/draft-07/schema#";

describe("the draft-07 stamp", () => {
  it("is dropped when every keyword means the same in 2020-12", () => {
    const schema = {
      $schema: DRAFT_07,
      type: "object",
      properties: { definitions: { type: "string" } },
      required: ["definitions"],
    };
    const { $schema: _, ...rest } = schema;
    expect(withoutDraft07Stamp(schema)).toEqual(rest);
  });

  it.each([
    ["a tuple", { type: "array", items: [{ type: "string" }] }],
    ["definitions", { definitions: { a: {} }, $ref: "#/definitions/a" }],
    ["dependencies", { dependencies: { a: ["b"] } }],
    ["a keyword beside $ref", { $ref: "#", minLength: 1 }],
    ["a tuple deep inside", { properties: { a: { anyOf: [{ items: [{}] }] } } }],
  ])("stays on %s, whose meaning changed", (_, keywords) => {
    const schema = { $schema: DRAFT_07, ...keywords };
    expect(withoutDraft07Stamp(schema)).toBe(schema);
  });

  it("leaves other dialects alone", () => {
    const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" };
    expect(withoutDraft07Stamp(schema)).toBe(schema);
  });
});
