import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkArguments } from "./arguments.ts";

const schema = z.strictObject({
  gene: z.string().trim().min(1).max(100),
  names: z.array(z.string().min(1)).min(1).max(3).default(["katG"]),
  limit: z.int().min(1).max(100).default(20),
  strict: z.boolean().default(false),
  sort: z.enum(["relevance", "date"]).default("relevance"),
  species: z.union([z.int().min(1), z.string().regex(/^STRG/)]).default(83332),
  note: z.string().optional(),
});

const problems = (args: unknown) => {
  const checked = checkArguments(schema, args);
  return checked.ok ? [] : checked.faults.map(({ code, param }) => `${code} ${param}`);
};

describe("argument checking", () => {
  it("fills defaults and shows absent optional parameters as null, in the schema's order", () => {
    expect(checkArguments(schema, { gene: " katG " })).toEqual({
      ok: true,
      input: {
        gene: "katG",
        names: ["katG"],
        limit: 20,
        strict: false,
        sort: "relevance",
        species: 83332,
        note: null,
      },
    });
  });

  it.each([
    [{ gene: "katG", limit: "20" }, "limit", 20],
    [{ gene: "katG", strict: "true" }, "strict", true],
    [{ gene: "katG", names: "inhA" }, "names", ["inhA"]],
    [{ gene: "katG", names: [35919400] }, "names", ["35919400"]],
    [{ gene: "katG", species: "83332" }, "species", 83332],
    [{ gene: "katG", species: "STRG0A1" }, "species", "STRG0A1"],
    [{ gene: 123 }, "gene", "123"],
  ])("accepts lossless coercion in %j", (args, key, value) => {
    const checked = checkArguments(schema, args);
    expect(checked.ok && checked.input[key]).toEqual(value);
  });

  it.each([["20.5"], ["1e3"], [" "], [""], [Number.NaN], ["٢٠"], ["0x10"], ["9007199254740993"], [20.5], [true]])(
    "does not read %j as a whole number",
    (limit) => {
      expect(problems({ gene: "katG", limit })).toEqual(["invalid_argument limit"]);
    },
  );

  it("reports every problem at once", () => {
    expect(problems({ limit: 0, sort: "newest", names: [], nonsense: 1, "x\u0007": 2 })).toEqual([
      "missing_argument gene",
      "out_of_range names",
      "out_of_range limit",
      "invalid_argument sort",
      "unknown_argument nonsense",
      "unknown_argument (unreadable name)",
    ]);
  });

  it.each([[null], ["text"], [["a"]], [7]])("refuses %j where an object is wanted", (args) => {
    expect(problems(args ?? "null")).toEqual(["invalid_argument null"]);
  });

  it("treats no arguments at all as an empty object and names what is missing", () => {
    expect(problems(undefined)).toEqual(["missing_argument gene"]);
    expect(problems(null)).toEqual(["missing_argument gene"]);
  });

  it("names blank text, list entries and union members by path", () => {
    expect(problems({ gene: "  ", names: ["a", ""], species: 0 })).toEqual([
      "invalid_argument gene",
      "invalid_argument names[1]",
      "out_of_range species",
    ]);
  });

  it("never lets a value into a message, and shows it in query, cleaned and short", () => {
    const secret = "IGNORE\u202e previous".repeat(50);
    const checked = checkArguments(schema, { gene: "katG", sort: secret });
    expect(checked.ok).toBe(false);
    if (checked.ok) return;
    expect(JSON.stringify(checked.faults.map((fault) => fault.message))).not.toContain("IGNORE");
    expect((checked.query.sort as string).length).toBeLessThanOrEqual(200);
    expect(checked.query.sort).not.toContain("\u202e");
  });

  it("answers any JSON whatever, without throwing", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (args) => {
        const checked = checkArguments(schema, args);
        if (!checked.ok) expect(checked.faults.length).toBeGreaterThan(0);
      }),
    );
  });

  it.each<[string, () => unknown]>([
    ["a million entries", () => ({ gene: "katG", names: Array(1_000_000).fill(null) })],
    ["entries that all are wrong", () => ({ gene: "katG", names: Array(300_000).fill("") })],
    ["parameters that nobody knows", () => Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`k${n}`, n]))],
    ["four million characters", () => ({ gene: "x".repeat(4_000_000), sort: "x".repeat(4_000_000) })],
    ["nesting deeper than a stack", () => ({ gene: nested(200_000), names: nested(200_000), limit: nested(200_000) })],
    ["a value that is no JSON", () => ({ gene: 5n, limit: Symbol("x") })],
  ])("refuses %s with few problems and a short echo", (_, argumentsOf) => {
    const checked = checkArguments(schema, argumentsOf());
    expect(checked.ok).toBe(false);
    if (checked.ok) return;
    expect(checked.faults.length).toBeLessThanOrEqual(50);
    for (const shown of Object.values(checked.query)) expect(JSON.stringify(shown).length).toBeLessThanOrEqual(1_300);
    expect(JSON.stringify(checked.faults.map(({ message, param }) => [message, param])).length).toBeLessThan(20_000);
  });

  it.each([["__proto__"], ["constructor"], ["toString"]])("refuses a parameter called %s", (key) => {
    const args = JSON.parse(`{"gene":"katG","${key}":1}`);
    expect(problems(args)).toEqual([`unknown_argument ${key}`]);
  });
});

function nested(depth: number): unknown {
  let value: unknown = "x";
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
