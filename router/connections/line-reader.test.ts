import { expect, it } from "vitest";
import { LineReader } from "./line-reader.ts";

const texts = (reader: LineReader, ...chunks: string[]): string[] =>
  chunks.flatMap((chunk) => reader.push(Buffer.from(chunk)).map(({ text }) => text));

it("gives lines as their ends arrive, whatever the chunks", () => {
  expect(texts(new LineReader(100), "a", "b\nc\r", "\n", "\nd")).toEqual(["ab", "c", ""]);
});

it("keeps a letter whole that two chunks divide", () => {
  const reader = new LineReader(100);
  const [first, second] = [Buffer.from("ä\n").subarray(0, 1), Buffer.from("ä\n").subarray(1)];
  expect([...reader.push(first), ...reader.push(second)].map(({ text }) => text)).toEqual(["ä"]);
});

it("reads no line beyond its cap, and nothing after it", () => {
  const reader = new LineReader(4);
  expect(texts(reader, "abcd\n")).toEqual(["abcd"]);
  expect(texts(reader, "ab", "cde", "\nx\n")).toEqual([]);
  expect(reader.overflowed).toBe(true);
});
