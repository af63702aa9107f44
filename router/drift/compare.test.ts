import { describe, expect, it } from "vitest";
import { type PinnedEntry, pinsOf } from "./baseline.ts";
import { type Change, compareToPins } from "./compare.ts";
import { type Entry, entryFingerprint, type PinnedPart } from "./entries.ts";

const pinned = (entry: Entry): PinnedEntry => ({
  ...entry,
  fingerprint: entryFingerprint(entry),
  hiddenTextAccepted: false,
});

function changeOf(part: PinnedPart, before: unknown, after: unknown): Change | undefined {
  const entry = (definition: unknown): Entry => ({ part, name: "x", definition });
  return compareToPins([entry(after)], pinsOf([pinned(entry(before))]))[0];
}

const tool = { name: "x", description: "Gets.", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } };

describe("how bad a change is", () => {
  it.each<[string, object, string, string[]]>([
    ["read-only lost", { annotations: { readOnlyHint: false } }, "critical", ["annotation"]],
    ["read-only no longer said", { annotations: {} }, "critical", ["annotation"]],
    ["no annotations at all any more", { annotations: undefined }, "critical", ["annotation"]],
    ["a promise that nobody knows", { annotations: { readOnlyHint: true, odd: 1 } }, "critical", ["annotation"]],
    [
      "a promise not to destroy",
      { annotations: { readOnlyHint: true, destructiveHint: false } },
      "medium",
      ["annotation"],
    ],
    ["the title among annotations", { annotations: { readOnlyHint: true, title: "T" } }, "high", ["text"]],
    ["other words", { description: "Gets it." }, "high", ["text"]],
    ["a title", { title: "T" }, "high", ["text"]],
    ["a property more", { inputSchema: { type: "object", properties: { a: {} } } }, "high", ["schema-widened"]],
    ["a demand more", { inputSchema: { type: "object", required: ["a"] } }, "medium", ["schema-narrowed"]],
    ["an icon", { icons: [] }, "low", ["cosmetic"]],
    ["how it runs", { execution: { taskSupport: "required" } }, "high", ["annotation"]],
    ["a key of _meta", { _meta: { ui: 1 } }, "critical", ["annotation"]],
    ["a member that nobody knows", { odd: 1 }, "critical", ["annotation"]],
  ])("%s", (_, change, severity, risks) => {
    expect(changeOf("tool", tool, { ...tool, ...change })).toMatchObject({ status: "changed", severity, risks });
  });

  it.each<[string, object, object, string]>([
    ["gained read-only", {}, { readOnlyHint: true }, "high"],
    ["not destructive, no longer said", { destructiveHint: false }, {}, "high"],
    ["destructive said aloud", {}, { destructiveHint: true }, "medium"],
    ["idempotent lost", { idempotentHint: true }, { idempotentHint: false }, "high"],
    ["a closed world opened", { openWorldHint: false }, { openWorldHint: true }, "high"],
  ])("annotations: %s", (_, before, after, severity) => {
    expect(changeOf("tool", { annotations: before }, { annotations: after })).toMatchObject({ severity });
  });

  it("is as bad as its worst field, which stands first", () => {
    const change = changeOf("tool", tool, { ...tool, icons: [], annotations: {}, description: "Other." });
    expect(change).toMatchObject({ severity: "critical", risks: ["annotation", "text", "cosmetic"] });
    expect(change?.fields.map(({ path }) => path)).toEqual(["annotations.readOnlyHint", "description", "icons"]);
  });

  it.each<[PinnedPart, unknown, unknown, string, string[]]>([
    ["instructions", "a", "b", "high", ["text"]],
    ["instructions", null, "b", "high", ["text"]],
    ["server_info", { name: "a", version: "1" }, { name: "a", version: "2" }, "low", ["cosmetic"]],
    ["server_info", { name: "a" }, { name: "a", description: "b" }, "high", ["text"]],
    ["resource_template", { uriTemplate: "a" }, { uriTemplate: "a", description: "b" }, "high", ["text"]],
    [
      "prompt",
      { arguments: [{ name: "a" }] },
      { arguments: [{ name: "a" }, { name: "b" }] },
      "high",
      ["text", "schema-widened"],
    ],
    [
      "prompt",
      { arguments: [{ name: "a" }] },
      { arguments: [{ name: "a", required: true }] },
      "medium",
      ["schema-narrowed"],
    ],
    ["prompt", { arguments: [{ name: "a" }] }, {}, "medium", ["schema-narrowed"]],
    [
      "prompt",
      { arguments: [{ name: "a" }, { name: "b" }] },
      { arguments: [{ name: "b" }, { name: "a" }] },
      "low",
      ["cosmetic"],
    ],
  ])("of a %s: %j → %j", (part, before, after, severity, risks) => {
    expect(changeOf(part, before, after)).toMatchObject({ severity, risks });
  });

  it("counts a new tool that does not promise to read only as critical", () => {
    const added = (annotations: object) =>
      compareToPins([{ part: "tool", name: "n", definition: { name: "n", annotations } }], new Map())[0];
    expect(added({})).toMatchObject({ status: "added", severity: "critical" });
    expect(added({ readOnlyHint: true })).toMatchObject({ status: "added", severity: "high" });
  });

  it("never calls two definitions equal whose fingerprints differ", () => {
    const enumOf = (values: string[]) => ({ inputSchema: { properties: { a: { enum: values } } } });
    expect(changeOf("tool", enumOf(["a", "a"]), enumOf(["a"]))).toMatchObject({
      status: "changed",
      severity: "critical",
    });
  });
});
