import fc from "fast-check";
import { expect, it } from "vitest";
import { parseGeneName } from "./gene-name.ts";

it.each([
  ["katG", { kind: "plain", name: "katG" }],
  ["  Rv1908c\n", { kind: "plain", name: "Rv1908c" }],
  ["mtu:Rv1908c", { kind: "qualified", organism: "mtu", locusTag: "Rv1908c", id: "mtu:Rv1908c" }],
  ["MTU:Rv1908c", { kind: "qualified", organism: "mtu", locusTag: "Rv1908c", id: "mtu:Rv1908c" }],
  ["hsa:7157", { kind: "qualified", organism: "hsa", locusTag: "7157", id: "hsa:7157" }],
  ["cel:CELE_Y110A7A.10", expect.objectContaining({ kind: "qualified", locusTag: "CELE_Y110A7A.10" })],
  ["mtu: Rv1908c", { kind: "plain", name: "mtu: Rv1908c" }],
  ["T00015:Rv1908c", { kind: "plain", name: "T00015:Rv1908c" }],
  ["HLA-DRB1*03:01", { kind: "plain", name: "HLA-DRB1*03:01" }],
])("reads %j", (text, expected) => {
  expect(parseGeneName(text)).toEqual(expected);
});

it.each(["path", "map", "ko", "ec", "rn", "rc", "cpd", "gl", "dr", "ds", "br", "kot", "KO", "Path"])(
  "refuses the prefix of a database, %s:",
  (prefix) => {
    expect(parseGeneName(`${prefix}:Rv1908c`).kind).toBe("refused");
  },
);

it.each([
  "",
  "   ",
  "a".repeat(101),
  "kat\u0000G",
  "kat\u0085G",
  "mtu:../x",
  "mtu:%2e%2e",
  "mtu:a+mtu:b",
  "mtu:a/b",
  "mtu:a?b",
])("refuses %j", (text) => {
  expect(parseGeneName(text).kind).toBe("refused");
});

it("lets nothing into an id that a path could read otherwise", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const name = parseGeneName(`mtu:${text}`);
      if (name.kind === "qualified") expect(name.id).toMatch(/^mtu:[A-Za-z0-9_][A-Za-z0-9_.-]*$/);
    }),
  );
});
