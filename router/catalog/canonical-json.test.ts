import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import { fingerprintOf } from "./fingerprint.ts";

describe("canonical JSON", () => {
  it("sorts keys at every depth and drops what JSON does not have", () => {
    expect(canonicalJson({ b: [{ d: 1, c: undefined }], a: "é" })).toBe('{"a":"é","b":[{"d":1}]}');
  });

  it("sorts by UTF-16 unit as RFC 8785 asks", () => {
    expect(canonicalJson({ "\u20ac": 1, "\ud83d\ude02": 2, "\ufb33": 3, "1": 4 })).toBe(
      '{"1":4,"\u20ac":1,"\ud83d\ude02":2,"\ufb33":3}',
    );
  });

  it("means the same as the JSON it came from, whatever it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("gives equal values equal fingerprints, and others others", () => {
    expect(fingerprintOf({ a: 1, b: 2 })).toBe(fingerprintOf({ b: 2, a: 1 }));
    expect(fingerprintOf({ a: 1 })).not.toBe(fingerprintOf({ a: "1" }));
  });
});
