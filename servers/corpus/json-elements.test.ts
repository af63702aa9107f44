import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonElements, type JsonPart, JsonSyntaxError } from "./json-elements.ts";

const scan = (text: string, pieces: readonly string[] = [text]): JsonPart[] => {
  const parts: JsonPart[] = [];
  const elements = new JsonElements(new Set(["papers", "passages"]), (part) => parts.push(part));
  for (const piece of pieces) elements.push(piece);
  elements.finish();
  return parts;
};

const lineOf = (text: string): number => {
  try {
    scan(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.line;
    throw error;
  }
  throw new Error("accepted");
};

describe("JSON elements", () => {
  it("hands members over whole and streamed arrays element by element, with their lines", () => {
    const text = '{\n"tag": "tb",\n"papers": [\n{"a":"}]\\""},\n{"b":[1,{}]}\n],\n"passages": [], "n": -1.5e3}';
    expect(scan(text)).toEqual([
      { key: "tag", index: null, text: '"tb"', line: 2 },
      { key: "papers", index: 0, text: '{"a":"}]\\""}', line: 4 },
      { key: "papers", index: 1, text: '{"b":[1,{}]}', line: 5 },
      { key: "n", index: null, text: "-1.5e3", line: 7 },
    ]);
  });

  it("gives the same parts however the text is cut into pieces", () => {
    fc.assert(
      fc.property(
        fc.record({ tag: fc.string({ unit: "binary" }), papers: fc.array(fc.jsonValue()), x: fc.jsonValue() }),
        fc.constantFrom(undefined, 1),
        fc.integer({ min: 1, max: 7 }),
        (value, indent, size) => {
          const text = JSON.stringify(value, null, indent);
          const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
          const parts = scan(text, pieces);
          expect(parts).toEqual(scan(text));
          expect(parts.filter((part) => part.key === "papers").map((part) => JSON.parse(part.text))).toEqual(
            JSON.parse(JSON.stringify(value.papers)),
          );
        },
      ),
    );
  });

  it.each([
    ["an array instead of an object", "[]", 1],
    ["a missing comma between elements", '{"papers": [\n{"a":1}\n{"a":2}]}', 3],
    ["a cut inside an element", '{"papers": [\n{"a":1},\n{"a":', 3],
    ["a cut after an element", '{"papers": [\n{"a":1}\n', 3],
    ["a trailing comma", '{"papers": [\n{"a":1},\n]}', 3],
    ["a trailing comma after a member", '{"a": 1,\n}', 2],
    ["a missing colon", '{"a"\n1}', 2],
    ["text after the end", '{"a": 1}\n\n{}', 3],
    ["an empty file", "", 1],
  ])("refuses %s and names the line", (_, text, line) => {
    expect(lineOf(text)).toBe(line);
  });
});
