import { expect, it } from "vitest";
import { returnsSummary } from "./returns-summary.ts";

it.each([
  ["nothing declared", undefined, null],
  [
    "an object of lists",
    {
      type: "object",
      properties: {
        outcome: {},
        records: { type: "array", items: { properties: { id: {}, name: {} } } },
        notes: { type: "array" },
      },
    },
    "outcome, records[] of {id, name}, notes[]",
  ],
  ["a list", { type: "array", items: { type: "string" } }, "list of string"],
  ["a scalar", { type: "number" }, "number"],
  ["anything", {}, "any JSON"],
])("summarises %s in one line", (_, schema, expected) => {
  expect(returnsSummary(schema)).toBe(expected);
});

it("keeps to one short line whatever the schema", () => {
  const properties = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`property_number_${at}`.repeat(3), {}]));
  expect(returnsSummary({ properties })?.length).toBeLessThanOrEqual(240);
});
