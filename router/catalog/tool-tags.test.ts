import { expect, it } from "vitest";
import { ownTags } from "./tool-tags.ts";

it.each([
  ["the newer key", { fastmcp: { tags: ["variant", "frequency"] } }, ["variant", "frequency"]],
  ["the older key", { _fastmcp: { tags: ["variant"] } }, ["variant"]],
  ["no tags", { other: 1 }, []],
  ["tags that are none", { fastmcp: { tags: [1, "", "x".repeat(51), "gene"] } }, ["gene"]],
  ["tags in no list", { fastmcp: { tags: "gene" } }, []],
  ["a null", { fastmcp: null }, []],
])("reads tags under %s", (_what, _meta, tags) => expect(ownTags({ _meta })).toEqual(tags));

it("reads no more than a search can use", () => {
  expect(ownTags({ _meta: { fastmcp: { tags: Array.from({ length: 100 }, (_, n) => `t${n}`) } } })).toHaveLength(20);
});
