import { describe, expect, it } from "vitest";
import { cutFacts, cutTexts, fittingRecords, sizeOf } from "./budget.ts";
import type { Envelope, EnvelopeRecord } from "./envelope.ts";

const recordOf = (detail: object, name = "n"): EnvelopeRecord =>
  ({ record_id: "r", name, cut: [], detail }) as unknown as EnvelopeRecord;
const envelopeOf = (record: EnvelopeRecord) => ({ records: [record] }) as Envelope;

/** What a record's texts are before and after they were cut to fit. */
function cut(detail: Record<string, unknown>, maxBytes: number, name?: string) {
  const before = structuredClone(detail);
  const record = recordOf(detail, name);
  const envelope = envelopeOf(record);
  const wasCut = cutTexts(record, envelope, maxBytes);
  return { before, record, wasCut, size: sizeOf(envelope) };
}

describe("a record that alone is too large", () => {
  it.each([
    ["plain text", "abcdefghij"],
    ["text of three bytes a character", "結核菌"],
    ["text of four bytes and two units a character", "🧬"],
    ["text that is escaped", '"\\\n'],
    ["text that is escaped to six bytes", "\u0001"],
  ])("is cut to what fits and hardly less: %s", (_, piece) => {
    const text = piece.repeat(4_000);
    const { record, size } = cut({ text }, 4_000);
    const kept = (record.detail as { text: string }).text;
    expect(size).toBeLessThanOrEqual(4_000);
    expect(size).toBeGreaterThan(3_900);
    expect(text.startsWith(kept)).toBe(true);
    expect(kept).not.toMatch(/\p{Cs}/u);
    expect(record.cut).toEqual([{ field: "detail.text", kept: [...kept].length, total: [...text].length }]);
  });

  it("loses its longest texts first; identifiers stay whole", () => {
    const { record, size } = cut(
      { id: "Rv1908c", list: [{ a: "x".repeat(3_000) }, "y".repeat(5_000)], short: "z".repeat(40) },
      1_000,
    );
    expect(size).toBeLessThanOrEqual(1_000);
    expect(record.cut.map(({ field }) => field)).toEqual(["detail.list[1]", "detail.list[0].a"]);
    expect(record.detail).toMatchObject({ id: "Rv1908c", short: "z".repeat(40) });
  });

  it("loses the end of its name as well, when that is what is long", () => {
    const { record, size } = cut({}, 4_000, "n".repeat(50_000));
    expect(size).toBeLessThanOrEqual(4_000);
    expect(record.cut).toEqual([{ field: "name", kept: record.name.length, total: 50_000 }]);
  });

  it("is left alone when it fits, and cut as far as it goes when nothing can make it fit", () => {
    expect(cut({ text: "x".repeat(100) }, 4_000)).toMatchObject({ wasCut: false, record: { cut: [] } });
    const hopeless = cut({ numbers: Array.from({ length: 5_000 }, (_, n) => n), text: "x".repeat(100) }, 4_000);
    expect(hopeless.record.detail).toMatchObject({ text: "x".repeat(40) });
  });

  it("is done in one pass over many texts", () => {
    const texts = Array.from({ length: 20_000 }, (_, n) => `${n} `.repeat(20));
    const { record, size } = cut({ texts }, 2_000_000);
    expect(size).toBeLessThanOrEqual(2_000_000);
    expect(record.cut.length).toBeGreaterThan(100);
  });
});

it("counts as many records as fit, and at least one", () => {
  const records = [1, 2, 3].map((n) => recordOf({ text: "x".repeat(n * 100) }));
  const bytesOf = (count: number) =>
    records.slice(0, count).reduce((sum, record) => sum + sizeOf(record) + sizeOf(record.record_id) + 2, 0);
  expect(fittingRecords(records, 0, bytesOf(3))).toBe(3);
  expect(fittingRecords(records, 0, bytesOf(3) - 1)).toBe(2);
  expect(fittingRecords(records, 1_000_000, 10)).toBe(1);
  expect(fittingRecords([], 10, 1)).toBe(0);
});

it("lets the facts of a subject take no more than half of a result", () => {
  const resolved = { matched_by: "symbol", translation: "x".repeat(50_000) } as unknown as Envelope["resolved"];
  expect(cutFacts(resolved, 2_000)).toBe(true);
  expect(sizeOf(resolved)).toBeLessThanOrEqual(2_000);
  expect(resolved.matched_by).toBe("symbol");
  expect(cutFacts(resolved, 4_000)).toBe(false);
});
