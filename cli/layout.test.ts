import { describe, expect, it } from "vitest";
import { table, wrapped } from "./layout.ts";

describe("a line of prose", () => {
  it("stays whole where no terminal limits it", () => {
    expect(wrapped("one two three", null)).toEqual(["one two three"]);
  });

  it("breaks between words, and the rest is indented", () => {
    expect(wrapped("note  one two three", 12, 6)).toEqual(["note  one", "      two", "      three"]);
  });

  it("never breaks an address", () => {
    const address = "https://example.org/a/long/address";
    expect(wrapped(`see ${address} there`, 10)).toEqual(["see", address, "there"]);
  });
});

describe("a table", () => {
  const rows = [
    ["kegg_get_pathways", "1019", "Lists the pathways of one gene, with each pathway's size."],
    ["tbdb", "7", "Short."],
  ];

  it("is one line a row in a pipe", () => {
    expect(table(rows)).toEqual([
      "kegg_get_pathways  1019  Lists the pathways of one gene, with each pathway's size.",
      "tbdb               7     Short.",
    ]);
  });

  it("wraps its last column under itself where there is room", () => {
    expect(table(rows, 70)).toEqual([
      "kegg_get_pathways  1019  Lists the pathways of one gene, with each",
      "                         pathway's size.",
      "tbdb               7     Short.",
    ]);
  });

  it.each([30, 50, 60])("puts the last column below the others where there is none: %i columns", (columns) => {
    const lines = table(rows, columns);
    expect(lines[0]).toBe("kegg_get_pathways  1019");
    expect(lines[1]).toMatch(/^ {4}Lists/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
  });

  it("puts an address that does not fit below, whole", () => {
    const address = `https://example.org/${"x".repeat(70)}`;
    expect(table([["id", "name", address]], 80)).toEqual(["id  name", `    ${address}`]);
  });
});
