import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { fingerprint } from "./digest.ts";
import { BadInput } from "./fault.ts";

// The same cursors in every run.
fc.configureGlobal({ seed: 8_141 });

const hash = fc.string({ maxLength: 20 }).map(fingerprint);
const cursor = fc.record({
  tool: fc.stringMatching(/^[a-z][a-z0-9_]{0,49}$/),
  query: hash,
  list: hash,
  offset: fc.integer({ min: 1, max: 1_000_000_000 }),
});

const codeOf = (text: string, expected: { tool: string; query: string }): string => {
  try {
    decodeCursor(text, expected);
    return "accepted";
  } catch (error) {
    return error instanceof BadInput ? (error.faults[0]?.code ?? "none") : "thrown";
  }
};

it("comes back as it went in, printable and short", () => {
  fc.assert(
    fc.property(cursor, (given) => {
      const text = encodeCursor(given);
      expect(text).toMatch(/^[\w-]{1,400}$/);
      expect(decodeCursor(text, given)).toEqual(given);
    }),
  );
});

it("is refused once any byte of it is another, missing or twice there", () => {
  fc.assert(
    fc.property(
      cursor,
      fc.nat(),
      fc.integer({ min: 0x20, max: 0x7e }),
      fc.constantFrom("change", "drop", "double"),
      (given, place, code, how) => {
        const text = encodeCursor(given);
        const at = place % text.length;
        const here = text[at] as string;
        const instead = { change: String.fromCharCode(code), drop: "", double: here + here }[how];
        fc.pre(instead !== here);
        expect(codeOf(text.slice(0, at) + instead + text.slice(at + 1), given)).toBe("cursor_invalid");
      },
    ),
    { numRuns: 2_000 },
  );
});

it("is refused once any byte of what it says is another", () => {
  fc.assert(
    fc.property(cursor, fc.nat(), fc.nat(255), (given, place, byte) => {
      const said = Buffer.from(encodeCursor(given), "base64url");
      const at = place % said.length;
      fc.pre(said[at] !== byte);
      said[at] = byte;
      expect(codeOf(said.toString("base64url"), given)).toBe("cursor_invalid");
    }),
    { numRuns: 2_000 },
  );
});

it("is refused by every other tool and query", () => {
  fc.assert(
    fc.property(cursor, cursor, (given, other) => {
      fc.pre(given.tool !== other.tool && given.query !== other.query);
      expect(codeOf(encodeCursor(given), { tool: other.tool, query: given.query })).toBe("cursor_invalid");
      expect(codeOf(encodeCursor(given), { tool: given.tool, query: other.query })).toBe("cursor_invalid");
    }),
  );
});

it("refuses any text that is no cursor, without ever throwing anything else", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString("base64url")),
      ),
      (text) => {
        expect(codeOf(text, { tool: "list", query: "q" })).toBe("cursor_invalid");
      },
    ),
  );
});
