import { describe, expect, it } from "vitest";
import { MAX_DEPTH, parseJsonBody } from "./json-body.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("a request body", () => {
  it("is JSON", () => {
    expect(parseJsonBody(bytes('{"a":[1]}'))).toEqual({ ok: true, value: { a: [1] }, bytes: 9 });
  });

  it.each([
    ["nothing", ""],
    ["half an object", '{"a":'],
    ["two values", "{} {}"],
    ["a page", "<html>"],
  ])("that is %s is a parse error", (_, text) => {
    expect(parseJsonBody(bytes(text))).toMatchObject({ ok: false, refusal: { status: 400, code: -32700 } });
  });

  it("that is not UTF-8 is a parse error", () => {
    expect(parseJsonBody(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject({
      ok: false,
      refusal: { status: 400, code: -32700 },
    });
  });

  it("may be nested so deep and no deeper, brackets in strings apart", () => {
    const nested = (depth: number) => bytes("[".repeat(depth) + "]".repeat(depth));
    expect(parseJsonBody(nested(MAX_DEPTH))).toMatchObject({ ok: true });
    expect(parseJsonBody(nested(MAX_DEPTH + 1))).toMatchObject({ ok: false, refusal: { status: 400, code: -32600 } });
    expect(parseJsonBody(bytes(JSON.stringify({ a: `"${"[{".repeat(500)}\\` })))).toMatchObject({ ok: true });
    expect(parseJsonBody(bytes(`${'{"a":'.repeat(200_000)}1`))).toMatchObject({ ok: false, refusal: { code: -32600 } });
  });

  it("holds no more than a handful of batched messages", () => {
    expect(parseJsonBody(bytes(JSON.stringify(Array(50).fill({}))))).toMatchObject({ ok: true });
    expect(parseJsonBody(bytes(JSON.stringify(Array(51).fill({}))))).toMatchObject({
      ok: false,
      refusal: { status: 400 },
    });
  });
});
