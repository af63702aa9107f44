import { describe, expect, it } from "vitest";
import { MAX_BODY_BYTES, MAX_DEPTH, parseBody } from "./read-body.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const call = (params: object, size: number) =>
  bytes(JSON.stringify({ method: "tools/call", params, pad: "x".repeat(size) }));

describe("a request body", () => {
  it("is JSON", () => {
    expect(parseBody(bytes('{"a":[1]}'))).toEqual({ ok: true, value: { a: [1] } });
  });

  it.each([
    ["nothing", ""],
    ["half an object", '{"a":'],
    ["two values", "{} {}"],
    ["a page", "<html>"],
  ])("that is %s is a parse error", (_, text) => {
    expect(parseBody(bytes(text))).toMatchObject({ ok: false, refusal: { status: 400, code: -32700 } });
  });

  it("that is not UTF-8 is a parse error", () => {
    expect(parseBody(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject({
      ok: false,
      refusal: { status: 400, code: -32700 },
    });
  });

  it("may be nested so deep and no deeper, brackets in strings apart", () => {
    const nested = (depth: number) => bytes("[".repeat(depth) + "]".repeat(depth));
    expect(parseBody(nested(MAX_DEPTH))).toMatchObject({ ok: true });
    expect(parseBody(nested(MAX_DEPTH + 1))).toMatchObject({ ok: false, refusal: { status: 400, code: -32600 } });
    expect(parseBody(bytes(JSON.stringify({ a: `"${"[{".repeat(500)}\\` })))).toMatchObject({ ok: true });
    expect(parseBody(bytes(`${'{"a":'.repeat(200_000)}1`))).toMatchObject({ ok: false, refusal: { code: -32600 } });
  });

  it("has a common limit, and a larger one for the tool that takes texts", () => {
    const over = MAX_BODY_BYTES;
    expect(parseBody(call({ name: "kegg_get_gene" }, over))).toMatchObject({ ok: false, refusal: { status: 413 } });
    expect(parseBody(call({ name: "corpus_rank_evidence" }, over))).toMatchObject({ ok: true });
    expect(parseBody(call({ name: "call_tool", arguments: { name: "corpus_rank_evidence" } }, over))).toMatchObject({
      ok: true,
    });
    expect(parseBody(call({ name: "kegg_get_gene" }, over - 200))).toMatchObject({ ok: true });
  });

  it("holds no more than a handful of batched messages", () => {
    expect(parseBody(bytes(JSON.stringify(Array(50).fill({}))))).toMatchObject({ ok: true });
    expect(parseBody(bytes(JSON.stringify(Array(51).fill({}))))).toMatchObject({ ok: false, refusal: { status: 400 } });
  });
});
