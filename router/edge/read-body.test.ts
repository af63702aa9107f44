import { expect, it } from "vitest";
import { MAX_BODY_BYTES } from "../../servers/kit/http/json-body.ts";
import { withinItsSize } from "./read-body.ts";

const call = (params: unknown, bytes: number, method = "tools/call") =>
  withinItsSize({ ok: true, value: { method, params }, bytes }).ok;

it.each([
  ["a call of the tool that takes texts", { name: "corpus_rank_evidence" }, true],
  ["the same by name", { name: "call_tool", arguments: { name: "corpus_rank_evidence" } }, true],
  ["a call of any other", { name: "kegg_get_gene" }, false],
  ["another by name", { name: "call_tool", arguments: { name: "kegg_get_gene" } }, false],
  ["a call of nothing", null, false],
  ["a call by name of nothing", { name: "call_tool", arguments: null }, false],
])("takes a body over the common limit for %s: %s", (_, params, taken) => {
  expect(call(params, MAX_BODY_BYTES + 1)).toBe(taken);
  expect(call(params, MAX_BODY_BYTES)).toBe(true);
  expect(call(params, MAX_BODY_BYTES + 1, "prompts/get")).toBe(false);
});
