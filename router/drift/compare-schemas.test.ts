import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareSchemas } from "./compare-schemas.ts";

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const risks = (before: unknown, after: unknown): string[] =>
  [...new Set(compareSchemas(before, after, "s").flatMap((change) => change.risks))].sort();

const W = ["schema-widened"];
const N = ["schema-narrowed"];
const BOTH = ["schema-narrowed", "schema-widened"];

describe("what a change of a schema lets in", () => {
  it.each<[string, unknown, unknown, string[]]>([
    ["an optional property more", object({ a: {} }), object({ a: {}, b: {} }), W],
    ["a required property more", object({}), object({ b: {} }, { required: ["b"] }), BOTH],
    ["a property less", object({ a: {}, b: {} }), object({ a: {} }), N],
    ["required added", object({ a: {} }), object({ a: {} }, { required: ["a"] }), N],
    ["required lost", object({ a: {} }, { required: ["a"] }), object({ a: {} }), W],
    ["required swapped", object({}, { required: ["a"] }), object({}, { required: ["b"] }), BOTH],
    ["required in another order", object({}, { required: ["a", "b"] }), object({}, { required: ["b", "a"] }), []],
    ["a value gained", { enum: ["a"] }, { enum: ["a", "b"] }, W],
    ["a value lost", { enum: ["a", "b"] }, { enum: ["a"] }, N],
    ["a value replaced", { enum: ["a"] }, { enum: ["b"] }, BOTH],
    ["values in another order", { enum: ["a", "b"] }, { enum: ["b", "a"] }, []],
    ["an enum that is gone", { enum: ["a"] }, {}, W],
    ["an enum that came", {}, { enum: ["a"] }, N],
    ["another constant", { const: 1 }, { const: 2 }, BOTH],
    ["integer to number", { type: "integer" }, { type: "number" }, W],
    ["number to integer", { type: "number" }, { type: "integer" }, N],
    ["string to string or null", { type: "string" }, { type: ["string", "null"] }, W],
    ["string to number", { type: "string" }, { type: "number" }, BOTH],
    ["a type written as a list", { type: "string" }, { type: ["string"] }, ["cosmetic"]],
    ["a larger maximum", { maximum: 5 }, { maximum: 9 }, W],
    ["a smaller maximum", { maximum: 9 }, { maximum: 5 }, N],
    ["a larger minimum", { minimum: 1 }, { minimum: 2 }, N],
    ["a smaller minimum", { minLength: 2 }, { minLength: 1 }, W],
    ["a maximum that is gone", { maxLength: 5 }, {}, W],
    ["a minimum that came", {}, { minItems: 1 }, N],
    ["a bound that is no number", { exclusiveMaximum: true }, { exclusiveMaximum: 4 }, BOTH],
    ["a pattern that came", {}, { pattern: "a" }, N],
    ["a pattern that is gone", { pattern: "a" }, {}, W],
    ["another pattern", { pattern: "a" }, { pattern: "b" }, BOTH],
    ["uniqueness asked for", {}, { uniqueItems: true }, N],
    ["an object that opens", object({}, { additionalProperties: false }), object({}), W],
    ["an object that closes", object({}), object({}, { additionalProperties: false }), N],
    ["an object whose extras get a schema", object({}), object({}, { additionalProperties: { type: "string" } }), N],
    ["additionalProperties: true said aloud", object({}), object({}, { additionalProperties: true }), ["cosmetic"]],
    ["items, inside", { items: { enum: [1] } }, { items: { enum: [1, 2] } }, W],
    ["an alternative more", { anyOf: [{ type: "string" }] }, { anyOf: [{ type: "string" }, { type: "null" }] }, W],
    ["an alternative less", { anyOf: [{ type: "string" }, { type: "null" }] }, { anyOf: [{ type: "string" }] }, N],
    ["alternatives that came", {}, { anyOf: [{ type: "string" }] }, N],
    ["one of several, more", { oneOf: [{}] }, { oneOf: [{}, { type: "null" }] }, BOTH],
    ["a demand more", { allOf: [{}] }, { allOf: [{}, { type: "string" }] }, N],
    ["a change inside an alternative", { anyOf: [{ maximum: 1 }] }, { anyOf: [{ maximum: 2 }] }, W],
    ["a negation", { not: { enum: [1] } }, { not: { enum: [1, 2] } }, BOTH],
    ["words inside a negation", { not: { description: "a" } }, { not: { description: "b" } }, ["text"]],
    ["a description at depth", object({ a: { description: "x" } }), object({ a: { description: "y" } }), ["text"]],
    ["a default", { default: 1 }, { default: 2 }, ["schema-widened", "text"]],
    ["a header that mirrors an argument", {}, { "x-mcp-header": "Key" }, BOTH],
    ["a reference", { $ref: "#/a" }, { $ref: "#/b" }, BOTH],
    ["a definition, inside", { $defs: { a: { maximum: 1 } } }, { $defs: { a: { maximum: 2 } } }, W],
    ["a keyword that nobody knows", {}, { odd: 1 }, BOTH],
    [
      "a property called like a keyword",
      object({ enum: { type: "string" } }),
      object({ enum: { type: "string", maxLength: 1 } }),
      N,
    ],
    ["a schema that allows nothing", {}, false, N],
    ["a schema that is none", {}, "x", BOTH],
  ])("%s", (_, before, after, expected) => expect(risks(before, after)).toEqual(expected));

  it("is said where it happened", () => {
    const [change] = compareSchemas(
      object({ gene: { enum: ["a"] } }),
      object({ gene: { enum: ["a", "b"] } }),
      "inputSchema",
    );
    expect(change).toMatchObject({ path: "inputSchema.properties.gene.enum", before: ["a"], after: ["a", "b"] });
  });

  it("swaps wider and narrower when old and new change places", () => {
    const schema = fc.record(
      {
        type: fc.constantFrom("string", "number", "integer", ["string", "null"]),
        enum: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1 }),
        maximum: fc.integer({ min: 0, max: 3 }),
        minLength: fc.integer({ min: 0, max: 3 }),
        required: fc.uniqueArray(fc.constantFrom("a", "b", "c")),
        additionalProperties: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const swapped = (names: string[]): string[] =>
      names
        .map((name) =>
          name === "schema-widened" ? "schema-narrowed" : name === "schema-narrowed" ? "schema-widened" : name,
        )
        .sort();
    fc.assert(
      fc.property(schema, schema, (one, two) => {
        expect(risks(one, two)).toEqual(swapped(risks(two, one)));
        expect(compareSchemas(one, one, "")).toEqual([]);
      }),
    );
  });
});
