import { describe, expect, it } from "vitest";
import { createGeneIndex } from "./gene-index.ts";
import { parseGeneName } from "./gene-name.ts";
import { parseGeneList } from "./parse/gene-list.ts";
import { resolveInList } from "./resolve.ts";

const index = createGeneIndex(
  parseGeneList(
    [
      "mtu:Rv0001\tCDS\t1..9\tdnaA; initiator",
      "mtu:Rv0063\tCDS\t10..19\toxidoreductase",
      "mtu:Rv0063a\tCDS\t20..29\thypothetical protein",
      "mtu:Rv0100\tCDS\t30..39\tpks, pksA; synthase",
      "mtu:Rv0101\tCDS\t40..49\tpks; synthase",
      "mtu:Rv0102\tCDS\t50..59\tRv0001, ABC; tricky",
      "mtu:Rv0103\tCDS\t60..69\tabc; transporter",
      "mtu:Rv0104\tCDS\t70..79\tSig1; x",
      "mtu:Rv0105\tCDS\t80..89\tSIG1; y",
      "mtu:Rv0107c\tCDS\t90..99\tv",
      "mtu:RV0107C\tCDS\t90..99\tw",
    ].join("\n"),
  ),
);

const resolve = (text: string) => {
  const name = parseGeneName(text);
  if (name.kind === "refused") throw new Error("a test name is malformed");
  return resolveInList(name, index);
};
const found = (id: string, matchedBy: string) =>
  expect.objectContaining({ kind: "gene", matchedBy, gene: expect.objectContaining({ id }) });

describe("a name is looked up step by step, and the first step with hits decides", () => {
  it.each([
    ["an id", "mtu:Rv0001", "mtu:Rv0001", "qualified_id"],
    ["an id in another case", "MTU:rv0001", "mtu:Rv0001", "qualified_id"],
    ["a locus tag before a symbol", "Rv0001", "mtu:Rv0001", "locus_tag"],
    ["a locus tag without case before a symbol", "RV0001", "mtu:Rv0001", "locus_tag"],
    ["a symbol", "dnaA", "mtu:Rv0001", "symbol"],
    ["a symbol without case", "DNAA", "mtu:Rv0001", "symbol"],
    ["a symbol in its own case before another's", "ABC", "mtu:Rv0102", "symbol"],
    ["a further symbol", "pksA", "mtu:Rv0100", "symbol"],
    ["a locus tag with its last letter", "Rv0063a", "mtu:Rv0063a", "locus_tag"],
    ["a locus tag without that letter", "Rv0063", "mtu:Rv0063", "locus_tag"],
    ["a tag in its own case beside its twin", "RV0107C", "mtu:RV0107C", "locus_tag"],
  ])("%s", (_name, text, id, matchedBy) => {
    expect(resolve(text)).toEqual(found(id, matchedBy));
  });
});

it.each([
  ["a symbol on two genes", "pks", ["mtu:Rv0100", "mtu:Rv0101"]],
  ["a symbol that two genes carry apart from case", "sig1", ["mtu:Rv0104", "mtu:Rv0105"]],
  ["a locus tag of two genes apart from case", "rv0107c", ["mtu:Rv0107c", "mtu:RV0107C"]],
])("%s is several, never the first", (_name, text, ids) => {
  expect(resolve(text)).toMatchObject({ kind: "several", genes: ids.map((id) => ({ id })) });
});

it.each(["Rv0001x", "Rv000", "hypothetical protein", "oxidoreductase", "Rv0107", "constructor", "__proto__"])(
  "knows no %s",
  (text) => {
    expect(resolve(text)).toEqual({ kind: "unknown", symbolAfterColon: false });
  },
);

it("sees when the part after the colon is a symbol", () => {
  expect(resolve("mtu:dnaA")).toEqual({ kind: "unknown", symbolAfterColon: true });
});

it("counts locus tags as the genome size", () => {
  expect(index.size).toBe(11);
});
