import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBarcode } from "./barcode.ts";
import { parseCatalogue } from "./catalogue.ts";
import { consequencesOf } from "./consequences.ts";
import { canonicalMutation, parseHgvs } from "./hgvs.ts";
import { UnreadableFile } from "./load-check.ts";
import { geneBase, genomePosition, onCircle, stretchOf } from "./position.ts";
import { parseRangeRule, rangeRuleCovers } from "./range-rules.ts";
import { createStretchIndex } from "./stretch-index.ts";

const LENGTH = 4_411_532;
const strand = fc.constantFrom("+" as const, "-" as const);
const gene = fc
  .tuple(fc.integer({ min: 1, max: LENGTH - 30_000 }), fc.integer({ min: 2, max: 20_000 }), strand)
  .map(([start, length, side]) => ({ start, end: start + length - 1, strand: side }));

const residue = fc.constantFrom("Ala", "Met", "Ser", "Thr", "Trp", "Ter", "A", "M", "S", "*", "X");
const base = fc.constantFrom("A", "C", "G", "T");
const bases = fc.string({ unit: base, minLength: 1, maxLength: 12 });
const number = fc.integer({ min: -900, max: 4000 }).filter((n) => n !== 0);
const description = fc.oneof(
  fc.tuple(residue, fc.integer({ min: 1, max: 900 }), residue).map(([a, n, b]) => `p.${a}${n}${b}`),
  fc.tuple(residue, fc.integer({ min: 1, max: 900 })).map(([a, n]) => `p.${a}${n}fs`),
  fc.tuple(fc.constantFrom("c", "n"), number, base, base).map(([s, n, a, b]) => `${s}.${n}${a}>${b}`),
  fc.tuple(number, fc.integer({ min: 1, max: 60 }), bases).map(([n, span, b]) => `c.${n}_${n + span || 1}delins${b}`),
  fc.tuple(number, bases).map(([n, b]) => `c.${n}dup${b}`),
);

describe("the HGVS reader", () => {
  it("never throws, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: "binary" }),
          fc.string().map((s) => `c.${s}`),
          fc.string().map((s) => `p.${s}`),
        ),
        (text) => {
          const change = parseHgvs(text);
          canonicalMutation(text);
          consequencesOf(text, 2223);
          const rule = parseRangeRule("missense_variant_p.1_900");
          if (rule !== null) rangeRuleCovers(rule, text, 2223);
          if (change !== null) expect(change.start !== 0 && change.end !== 0 && change.start <= change.end).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("writes what it has read in a spelling that it reads as the same", () => {
    fc.assert(
      fc.property(description, (text) => {
        const change = parseHgvs(text);
        if (change === null) return;
        const { start, end, kind, canonical } = change;
        expect(parseHgvs(change.canonical)).toMatchObject({ start, end, kind, canonical });
        expect(canonicalMutation(` ${text} `)).toBe(change.canonical);
      }),
      { numRuns: 1000 },
    );
  });

  it("knows no base 0", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("c", "n"),
        fc.constantFrom("0", "-0", "00", "*0"),
        base,
        base,
        (scale, zero, a, b) => {
          expect(parseHgvs(`${scale}.${zero}${a}>${b}`)).toBeNull();
        },
      ),
    );
  });
});

describe("positions", () => {
  it("go to the genome and back, on both strands, and never through 0", () => {
    fc.assert(
      fc.property(gene, number, (one, n) => {
        expect(geneBase(one, genomePosition(one, n))).toBe(n);
      }),
    );
    fc.assert(
      fc.property(gene, fc.integer({ min: 1, max: LENGTH }), (one, position) => {
        const n = geneBase(one, position);
        expect(n).not.toBe(0);
        expect(genomePosition(one, n)).toBe(position);
      }),
    );
  });

  it("step by one along the gene, from before its start to behind it", () => {
    fc.assert(
      fc.property(gene, number, (one, n) => {
        const next = n === -1 ? 1 : n + 1;
        expect(genomePosition(one, next) - genomePosition(one, n)).toBe(one.strand === "+" ? 1 : -1);
      }),
    );
  });

  it("cover three bases a codon, inside the gene", () => {
    fc.assert(
      fc.property(gene, fc.integer({ min: 1, max: 600 }), (one, codon) => {
        const { from, to } = stretchOf(one, { scale: "p", start: codon, end: codon });
        expect(to - from).toBe(2);
        expect(Math.ceil(geneBase(one, one.strand === "+" ? from : to) / 3)).toBe(codon);
      }),
    );
  });

  it("on the circle keep their number of bases, and stay on it", () => {
    const place = fc.tuple(fc.integer({ min: -900, max: LENGTH + 900 }), fc.integer({ min: 0, max: 800 }));
    fc.assert(
      fc.property(place, ([from, more]) => {
        const parts = onCircle({ from, to: from + more }, LENGTH);
        expect(parts.reduce((sum, part) => sum + part.to - part.from + 1, 0)).toBe(more + 1);
        for (const part of parts) expect(part.from >= 1 && part.to <= LENGTH && part.from <= part.to).toBe(true);
      }),
    );
  });
});

describe("looking up a stretch", () => {
  it("finds what a scan of everything finds", () => {
    const thing = fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 80 }));
    fc.assert(
      fc.property(fc.array(thing, { maxLength: 60 }), thing, (list, [at, more]) => {
        const things = list.map(([from, span], id) => ({ id, from, to: from + span }));
        const found = createStretchIndex(things, (one) => one)(at, at + more);
        const scanned = things.filter(({ from, to }) => from <= at + more && to >= at).sort((a, b) => a.from - b.from);
        expect(found).toEqual(scanned);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the catalogue's file", () => {
  const HEADER = ["Gene", "Mutation", "type", "drug", "original_mutation", "confidence", "source", "comment"];
  const text = fc.string({
    unit: fc.constantFrom("a", "B", " ", ",", '"', "\n", "\r\n", ";", "é", "\t", "'"),
    maxLength: 12,
  });
  const named = fc.constantFrom("katG", "Rv0678", "rrs", "oxyR'");
  const row = fc.tuple(
    named,
    text.map((t) => `p.${t}x`),
    text,
    fc.constantFrom("isoniazid", "a drug"),
    text,
    text,
    text,
    text,
  );
  const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

  it("gives back every cell, however it is quoted", () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        (rows, end, closed) => {
          const lines = [HEADER, ...rows].map((cells) => cells.map(quoted).join(","));
          const { byGene, rows: count, rejected } = parseCatalogue(lines.join(end) + (closed ? end : ""));
          expect([count, rejected]).toEqual([rows.length, []]);
          const read = [...byGene.values()].flat().sort((a, b) => a.line - b.line);
          const cells = read.map((one) => [
            one.gene,
            one.mutation,
            one.type ?? "",
            one.drug,
            one.originalMutation ?? "",
            one.gradeRaw,
            one.source ?? "",
            one.comment ?? "",
          ]);
          expect(cells).toEqual(rows.map((one) => one.map((cell) => cell.trim())));
        },
      ),
    );
  });

  it("is read or refused, whatever the text, and a refusal names a line", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((s) => `${HEADER.join(",")}\n${s}`),
        ),
        (file) => {
          try {
            const { rows, byGene } = parseCatalogue(file);
            expect([...byGene.values()].flat()).toHaveLength(rows);
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableFile);
            expect((error as UnreadableFile).message).toMatch(/^line \d+: [a-z ]+$/);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("rows of the barcode", () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom("Chromosome", "9", "10", "lineage1", "A", "None", "NA", ""),
  );

  it("are kept or set aside, each once, whatever they hold", () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 12 }), (rows) => {
        const file = rows.map((cells) => cells.join("\t").replace(/[\r\n]/g, " ")).join("\n");
        const good = "Chromosome\t9\t10\tlineage9\tA\n";
        const { markers, rejected } = parseBarcode(`${good}${file}`, LENGTH);
        for (const { position, lineage, allele } of markers) {
          expect(position >= 1 && position <= LENGTH).toBe(true);
          expect(lineage).toMatch(/^[\w.-]+$/);
          expect(allele).toMatch(/^[ACGT]+$/);
        }
        const lines = new Set([...markers, ...rejected].map(({ line }) => line));
        expect(lines.size).toBe(markers.length + rejected.length);
        expect(lines.size).toBeLessThanOrEqual(rows.length + 1);
      }),
      { numRuns: 500 },
    );
  });

  it("mean by their end column the position, and say so when they span more", () => {
    const position = fc.integer({ min: 1, max: LENGTH });
    fc.assert(
      fc.property(position, fc.integer({ min: 0, max: 5 }), base, (end, more, allele) => {
        const start = Math.max(0, end - 1 - more);
        const { markers } = parseBarcode(`Chromosome\t${start}\t${end}\tlineage1\t${allele}\n`, LENGTH);
        expect(markers).toMatchObject([{ position: end, failed: start === end - 1 ? null : "end_not_start_plus_one" }]);
      }),
    );
  });
});
