import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkArguments } from "./arguments.ts";
import { coerce } from "./coerce.ts";

// The same arguments in every run.
fc.configureGlobal({ seed: 8_141 });

/** One field of every kind that tools have. */
const SHAPE = {
  text: z.string().min(1).max(20),
  count: z.int().min(-5).max(100).default(3),
  score: z.number().min(0).max(1).optional(),
  flag: z.boolean().default(false),
  word: z.enum(["yes", "no", "7"]).optional(),
  names: z.array(z.string()).min(1).max(3).optional(),
  numbers: z.array(z.int()).optional(),
  either: z.union([z.int().min(1), z.string().regex(/^STRG\d{1,5}$/)]).optional(),
  nested: z.array(z.strictObject({ year: z.string().default(""), page: z.int().optional() })).optional(),
};
const SCHEMA = z.strictObject(SHAPE);

const scalar = fc.oneof(
  fc.constantFrom(
    "20",
    "-3",
    "0",
    "007",
    "+5",
    "20.5",
    "1e3",
    " 20",
    "20 ",
    "",
    " ",
    "NaN",
    "Infinity",
    "true",
    "false",
    "True",
  ),
  fc.constantFrom(
    "9007199254740993",
    "9007199254740991",
    "0x10",
    "1_000",
    "0.1",
    ".5",
    "5.",
    "-0",
    "1.0",
    "STRG12",
    "yes",
    "７",
    "𝒳".repeat(15),
    "𝒳".repeat(21),
  ),
  fc.integer({ min: -10, max: 110 }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: "binary", maxLength: 25 }),
);
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }), fc.jsonValue());
const given = fc.record(
  {
    ...Object.fromEntries(Object.keys(SHAPE).map((key) => [key, value])),
    nested: fc.oneof(
      value,
      fc.array(fc.record({ year: scalar, page: scalar }, { requiredKeys: [] }), { maxLength: 3 }),
    ),
    unknown: value,
  },
  { requiredKeys: [] },
);

/** Is one the other, written in another of the ways that lose nothing? */
function saysTheSame(before: unknown, after: unknown): boolean {
  if (Object.is(before, after) || (before === 0 && after === 0)) return true;
  if (Array.isArray(after)) {
    const list = Array.isArray(before) ? before : [before];
    return list.length === after.length && list.every((each, index) => saysTheSame(each, after[index]));
  }
  if (typeof before === "object" && before !== null && typeof after === "object" && after !== null) {
    const keys = Object.keys(before);
    return (
      keys.length === Object.keys(after).length &&
      keys.every((key) =>
        saysTheSame((before as Record<string, unknown>)[key], (after as Record<string, unknown>)[key]),
      )
    );
  }
  if (typeof before === "string" && typeof after === "number") {
    // Exactly the digits that the number is written with, but for zeros after a point.
    return /^-?\d+(?:\.\d+)?$/.test(before) && !/^-?0\d/.test(before) && decimal(before) === decimal(String(after));
  }
  if (typeof before === "string" && typeof after === "boolean") return before === String(after);
  return (
    typeof before === "number" && typeof after === "string" && Number.isSafeInteger(before) && String(before) === after
  );
}

const decimal = (text: string): string =>
  text
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "")
    .replace(/^-0$/, "0");

describe("coercion", () => {
  it("changes how a value is written, never what it says", () => {
    fc.assert(
      fc.property(given, (args) => {
        const coerced = coerce(SCHEMA, args) as Record<string, unknown>;
        for (const [key, before] of Object.entries(args)) {
          const isDigits = typeof before === "string" && before.length > 15;
          if (!isDigits)
            expect(saysTheSame(before, coerced[key]), `${key}: ${JSON.stringify([before, coerced[key]])}`).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it("leaves alone what fits already, and what it has changed once", () => {
    fc.assert(
      fc.property(given, (args) => {
        const once = coerce(SCHEMA, args);
        expect(coerce(SCHEMA, once)).toEqual(once);
        if (SCHEMA.safeParse(args).success) expect(once).toEqual(args);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["20.5", "a whole number"],
    ["1e3", "a whole number"],
    [" ", "a whole number"],
    ["NaN", "a whole number"],
    [Number.NaN, "a whole number"],
    ["9007199254740993", "a whole number that fits"],
  ] as [unknown, string][])("does not take %j for %s", (count) => {
    expect(checkArguments(SCHEMA, { text: "a", count }).ok).toBe(false);
  });
});

describe("arguments and the schema that is advertised", () => {
  const advertised = new AjvJsonSchemaValidator().getValidator(
    z.toJSONSchema(SCHEMA, { target: "draft-2020-12", io: "input" }) as object,
  );

  it("agree: what fits the advertised schema is accepted, what is accepted fits it once coerced", () => {
    fc.assert(
      fc.property(given, (args) => {
        const json = JSON.parse(JSON.stringify(args));
        const checked = checkArguments(SCHEMA, json);
        if (advertised(json).valid) expect(checked.ok, JSON.stringify(json)).toBe(true);
        if (checked.ok) expect(advertised(coerce(SCHEMA, json)).valid, JSON.stringify(json)).toBe(true);
        expect(SCHEMA.safeParse(json).success).toBe(advertised(json).valid);
      }),
      { numRuns: 3_000 },
    );
  });

  /** Arguments that are taken, each in one of the ways in which it may be written. */
  const taken = fc.record(
    {
      text: fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.integer()),
      count: fc.oneof(fc.integer({ min: -5, max: 100 }), fc.integer({ min: -5, max: 100 }).map(String)),
      score: fc.constantFrom(0, 1, 0.25, "0.25", "1", "0.50"),
      flag: fc.constantFrom(true, false, "true", "false"),
      word: fc.constantFrom("yes", "7", 7),
      names: fc.oneof(fc.string(), fc.integer(), fc.array(fc.string(), { minLength: 1, maxLength: 3 })),
      numbers: fc.oneof(fc.integer(), fc.integer().map(String), fc.array(fc.integer())),
      either: fc.constantFrom(83332, "83332", "STRG12"),
      nested: fc.array(fc.record({ year: fc.constantFrom("2024", 2024), page: fc.constantFrom(1, "1") })),
    },
    { requiredKeys: ["text"] },
  );

  it("echo each accepted value as it was read, absent ones as null, in the schema's order", () => {
    fc.assert(
      fc.property(taken, (args) => {
        const checked = checkArguments(SCHEMA, args);
        expect(checked.ok, JSON.stringify(args)).toBe(true);
        if (!checked.ok) return;
        const coerced = coerce(SCHEMA, args) as Record<string, unknown>;
        expect(Object.keys(checked.input)).toEqual(Object.keys(SHAPE));
        for (const [key, shown] of Object.entries(checked.input)) {
          const fallback = { count: 3, flag: false }[key] ?? null;
          expect(shown).toEqual(coerced[key] ?? fallback);
        }
      }),
    );
  });

  it("refuse with one named problem or more, and never show a value in a message", () => {
    const marked = fc.constantFrom("Zq7x", "Zq7x9", "\u202eZq7x");
    fc.assert(
      fc.property(given, marked, fc.constantFrom(...Object.keys(SHAPE), "Zq7x name", "\u0000"), (args, mark, key) => {
        const checked = checkArguments(SCHEMA, { ...args, [key]: mark.repeat(200) });
        if (checked.ok) return;
        expect(checked.faults.length).toBeGreaterThan(0);
        for (const { message, param, code } of checked.faults) {
          expect(`${message} ${param}`).not.toContain("Zq7x");
          expect(code).toMatch(/^(?:missing_argument|unknown_argument|invalid_argument|out_of_range)$/);
        }
        for (const shown of Object.values(checked.query)) {
          if (typeof shown === "string") expect(shown.length).toBeLessThanOrEqual(200);
        }
      }),
    );
  });

  it("are never thrown at", () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        expect(typeof checkArguments(SCHEMA, anything).ok).toBe("boolean");
      }),
    );
  });
});
