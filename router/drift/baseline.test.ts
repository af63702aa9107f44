import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Baseline, type PinnedEntry, pinsOf, readBaseline, writeBaseline } from "./baseline.ts";
import { type Entry, entryFingerprint } from "./entries.ts";

const pinned = (entry: Entry): PinnedEntry => ({
  ...entry,
  fingerprint: entryFingerprint(entry),
  hiddenTextAccepted: false,
});
const tool = (name: string, description = "Gets.") =>
  pinned({ part: "tool", name, definition: { name, description, inputSchema: { type: "object" } } });

const baseline = (): Baseline => ({
  capturedAt: "2026-01-02T03:04:05.000Z",
  namespaces: new Map([
    ["b", pinsOf([tool("z"), tool("a"), tool("__proto__")])],
    ["a", pinsOf([pinned({ part: "instructions", name: "", definition: null })])],
  ]),
});

describe("the file of a baseline", () => {
  it("is read back as it was written, names of any kind included", () => {
    const read = readBaseline(writeBaseline(baseline()));
    expect(read.namespaces.get("b")).toEqual(baseline().namespaces.get("b"));
    expect([...(read.namespaces.get("b")?.keys() ?? [])]).toEqual(["tool __proto__", "tool a", "tool z"]);
    expect(writeBaseline(read)).toBe(writeBaseline(baseline()));
  });

  it("has one line a definition, sorted, whatever came first", () => {
    const lines = writeBaseline(baseline())
      .split("\n")
      .filter((line) => line.startsWith('{"part"'));
    expect(lines.map((line) => /"name":"(.*?)"/.exec(line)?.[1])).toEqual(["", "__proto__", "a", "z"]);
  });

  it("may have gone through a checkout with the line ends of Windows", () => {
    expect(() => readBaseline(writeBaseline(baseline()).replaceAll("\n", "\r\n"))).not.toThrow();
  });

  const text = writeBaseline(baseline());
  const print = tool("a").fingerprint;
  it.each([
    ["a word of a description", text.replace("Gets.", "Sets."), "it was edited by hand"],
    ["a fingerprint", text.replace(print, "0".repeat(64)), "it was edited by hand"],
    ["a definition with a fitting fingerprint", forged(text), "does not fit its integrity hash"],
    ["the date", text.replace("2026-01-02", "2026-01-03"), "does not fit its integrity hash"],
    ["the integrity hash", text.replace(/"integrity": "./, '"integrity": "g'), "not a file of the form"],
    [
      "a line that was taken out",
      text
        .split("\n")
        .filter((line) => !line.includes('"name":"z"'))
        .join("\n")
        .replace("}},\n]", "}}\n]")
        .replace(/,\n\]/, "\n]"),
      "does not fit its integrity hash",
    ],
    [
      "hidden text accepted by hand",
      text.replace(`"fingerprint":"${print}",`, `"fingerprint":"${print}","hidden_text":"accepted",`),
      "does not fit its integrity hash",
    ],
    ["the layout, with a new hash", rehashed(JSON.stringify(JSON.parse(text), null, 2)), "not laid out"],
    [
      "a key that stands twice, with a new hash",
      rehashed(text.replace('"source": "live",', '"source": "dead",\n"source": "live",')),
      "not laid out",
    ],
    [
      "the order of lines, with a new hash",
      rehashed(text.replace(/(\{"part":"tool","name":"a".*),\n(.*)\n\]/, "$2,\n$1\n]")),
      "not laid out",
    ],
    ["the name of a line", text.replace('"name":"z","f', '"name":"y","f'), "it was edited by hand"],
    ["an unknown key", text.replace('"source"', '"more": 1,\n"source"'), "not a file of the form"],
    ["another format", text.replace("baseline/1", "baseline/2"), "not a file of the form"],
    ["half of the file", text.slice(0, 300), "not a file of the form"],
    ["everything", "", "not a file of the form"],
  ])("is refused when someone changed %s", (_, edited, reason) => {
    expect(edited).not.toBe(text);
    expect(() => readBaseline(edited)).toThrow(reason);
  });

  /** As someone would who knows how the hash is made. */
  function rehashed(edited: string): string {
    const above = edited.slice(0, edited.lastIndexOf('"integrity": "'));
    const hash = createHash("sha256").update(above).digest("hex");
    return `${above}"integrity": "${hash}"\n}\n`;
  }

  function forged(original: string): string {
    const other = tool("a", "Sets.");
    return original
      .split("\n")
      .map((line) =>
        line.includes('"name":"a","f') ? line.replace("Gets.", "Sets.").replace(print, other.fingerprint) : line,
      )
      .join("\n");
  }
});
