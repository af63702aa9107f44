import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseLine } from "../kit/text.ts";
import { flatten, hasSuperscriptNumber, joinTexts } from "./flat-text.ts";
import { parseXml, rawText } from "./xml.ts";

const flat = (inner: string) => flatten(parseXml(`<t>${inner}</t>`));
const scripts = (inner: string) => {
  const { text, spans } = flat(inner);
  return spans.map(({ start, end, script }) => `${script}:${text.slice(start, end)}`);
};

describe("flat text", () => {
  it.each([
    ["italics in the middle", "Loss of <i>katG</i> in <i>M. tuberculosis</i>.", "Loss of katG in M. tuberculosis."],
    ["nested markup", "<b>a <i>b<sub>2</sub></i></b> c", "a b2 c"],
    ["white space of every kind", "\n  a\u00a0 b\u2009c\t", "a b c"],
    ["an entity, decoded once", "p &lt; 0.05 &amp;lt; q", "p < 0.05 &lt; q"],
  ])("keeps %s", (_name, inner, text) => {
    expect(flat(inner).text).toBe(text);
  });

  it("counts the invisible characters that it removes", () => {
    expect(flat("kat\u202EG \u2066 x")).toEqual({ text: "katG x", spans: [], removed: 2 });
  });

  it.each([
    ["plain ones", "10<sup>5</sup> CO<sub>2</sub>", ["sup:5", "sub:2"]],
    ["white space around and inside", "a <sup> b </sup> c", ["sup:b"]],
    ["markup inside", "x<sup>a<i>b</i></sup>", ["sup:ab"]],
    ["one in another", "x<sup>a<sub>1</sub></sup>", ["sup:a1", "sub:1"]],
    ["empty ones, which are none", "x<sup> </sup><sub/>", []],
    ["characters outside the basic plane before", "𝛽<sup>2</sup>", ["sup:2"]],
    ["removed characters before", "\u202E\u0007a<sup>2</sup>", ["sup:2"]],
    ["MathML powers", "<mml:math><mml:msup><mml:mn>10</mml:mn><mml:mn>6</mml:mn></mml:msup></mml:math>", ["sup:6"]],
    ["MathML indices", "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", ["sub:1", "sup:2"]],
    ["MathML limits", "<munderover><mo>∑</mo><mn>1</mn><mn>9</mn></munderover>", ["sub:1", "sup:9"]],
    ["MathML fractions", "<mfrac><mn>1</mn><mn>2</mn></mfrac>", ["sup:1", "sub:2"]],
    ["the index of a MathML root", "<m:mroot><m:mn>8</m:mn><m:mn>3</m:mn></m:mroot>", ["sup:3"]],
    ["MathML accents", "<mover><mi>V</mi><mo>.</mo></mover><munder><mi>x</mi><mo>_</mo></munder>", ["sup:.", "sub:_"]],
    [
      "MathML isotopes",
      "<mml:mmultiscripts><mml:mi>C</mml:mi><mml:mprescripts/><mml:none/><mml:mn>14</mml:mn></mml:mmultiscripts>",
      ["sup:14"],
    ],
  ])("gives the range of %s", (_name, inner, expected) => {
    expect(scripts(inner)).toEqual(expected);
  });

  it.each([
    ["10<sup>5</sup> cells", true],
    ["<sup>13</sup>5", true],
    ["<mfrac><mn>1</mn><mn>2</mn></mfrac>", true],
    ["10<sup>-5</sup>", false],
    ["CO<sub>2</sub> 5", false],
    ["cited 5 <sup>2</sup>", false],
    ["105", false],
  ])("says of %s whether digits meet at a script: %s", (inner, meets) => {
    expect(hasSuperscriptNumber(flat(inner))).toBe(meets);
  });

  const node: fc.Arbitrary<string> = fc.letrec<{ node: string; leaf: string; tree: string }>((tie) => ({
    node: fc.oneof({ maxDepth: 3 }, tie("leaf"), tie("tree")),
    leaf: fc.stringMatching(/^[a-z0-9 \n\u00a0\u202E𝛽]{0,8}$/u),
    tree: fc
      .tuple(fc.constantFrom("i", "sup", "sub", "b"), fc.array(tie("node"), { maxLength: 4 }))
      .map(([tag, inner]) => `<${tag}>${inner.join("")}</${tag}>`),
  })).node;

  it("is the normalised whole of all text, with every range exact, whatever the markup", () => {
    fc.assert(
      fc.property(fc.array(node, { maxLength: 6 }), (parts) => {
        const element = parseXml(`<t>${parts.join("")}</t>`);
        const { text, spans } = flatten(element);
        expect(text).toBe(normaliseLine(rawText(element)));
        for (const { start, end } of spans) {
          expect(text.slice(start, end)).toBe(normaliseLine(text.slice(start, end)));
          expect(end).toBeGreaterThan(start);
        }
      }),
    );
  });

  it("moves ranges along when texts are joined", () => {
    const joined = joinTexts([flat("a<sup>1</sup>"), flat(""), flat("b<sub>2</sub>")], "\n\n");
    expect(joined.text).toBe("a1\n\nb2");
    expect(joined.spans.map(({ start, end }) => joined.text.slice(start, end))).toEqual(["1", "2"]);
  });
});
