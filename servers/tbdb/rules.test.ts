import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { parseRules } from "./rules.ts";

describeCaptured("the rules of tbdb", () => {
  it("say what loss of mmpL5 and of eis cancels", () => {
    const { epistasis, other } = parseRules(capturedText("tbdb/rules.yml"));
    expect(epistasis).toEqual([
      { rule: "mmpR5_rule", sourceGene: "mmpL5", sourceType: "LoF", targetGene: "mmpR5", drugs: ["bedaquiline"] },
      { rule: "eis_rule", sourceGene: "eis", sourceType: "LoF", targetGene: "eis", drugs: ["kanamycin", "amikacin"] },
    ]);
    expect(other).toBe(0);
  });
});

describe("parseRules", () => {
  it("counts entries of another kind and incomplete ones", () => {
    const text = "a:\n  type: somethingElse\nb:\n  type: epistasisRule\n  source: {gene_name: eis}\nc: text\n";
    expect(parseRules(text)).toEqual({ epistasis: [], other: 3 });
  });

  it("spreads a rule over several genes", () => {
    const text =
      "r:\n  type: epistasisRule\n  source: {gene_name: [a, b], type: LoF}\n  target: {gene_name: c, drug: d}\n";
    expect(parseRules(text).epistasis.map(({ sourceGene }) => sourceGene)).toEqual(["a", "b"]);
  });

  it.each(["", "# nothing yet\n"])("reads an empty file as no rule", (text) => {
    expect(parseRules(text)).toEqual({ epistasis: [], other: 0 });
  });

  it.each([
    ["broken YAML", "a: [1", "not valid YAML"],
    ["a list", "- a\n", "not a map of rules"],
    ["GitHub's words for a missing file", "404: Not Found", "not a map of rules"],
    ["an error report", '{"error":"busy","status":500}', "not a map of rules"],
    ["a file cut behind a name", "a:\n  type: x\nb:\n", "cut off"],
    ["a file cut inside a rule", "a:\n  type: epistasisRule\n  source: {gene_name: a, type: LoF}\n", "cut off"],
    ["a file cut inside a word", "a:\n  type: epista", "cut off"],
    ["an alias bomb", "a: &a [x]\nb: [*a]\n", "not valid YAML"],
  ])("refuses %s", (_what, text, message) => expect(() => parseRules(text)).toThrow(message));
});
