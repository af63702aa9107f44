import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Fault } from "../../kit/fault.ts";
import { createGeneIndex } from "../gene-index.ts";
import { parseGeneName } from "../gene-name.ts";
import { resolveInList } from "../resolve.ts";
import { parseConversions } from "./conversions.ts";
import { parseFlatFile } from "./flat-file.ts";
import { readGeneEntry } from "./gene-entry.ts";
import { parseGeneList } from "./gene-list.ts";
import { parsePathwayGenes, parsePathwayLinks, parsePathwaySizes } from "./pathway-links.ts";
import { parsePathwayNames } from "./pathway-names.ts";
import { parseRelease } from "./release.ts";

/** Pieces of KEGG's answers, and of what has come in their place. */
const pieces = fc.constantFrom(
  ...["mtu:Rv0001", "path:mtu00010", "mtu00010", "\t", "\n", "\r\n", "\r", "///\n", "ENTRY       ", "            "],
  ...[
    "NAME        ",
    "SYMBOL      ",
    "PATHWAY     ",
    "DBLINKS     ",
    "AASEQ       3\n",
    "MAS",
    "K00001  x",
    "UniProt: P1",
  ],
  ...[
    "katG; x",
    "(RefSeq) ",
    " | ",
    "K00001 y",
    "no KO assigned",
    ",",
    ";",
    "up:P1",
    "ncbi-geneid:1",
    "<html>",
    "{}",
    "  ",
  ],
  ...[
    "ORGANISM    mtu  M",
    "Release 1.0, Jan",
    "1,2 entries",
    "\u2028",
    "\ufeff",
    "\u0000",
    "__proto__",
    "constructor:",
  ],
);
const answer = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join("")),
);

const PARSERS: readonly (readonly [name: string, parse: (text: string) => unknown])[] = [
  ["a gene list", parseGeneList],
  ["links of genes", parsePathwayLinks],
  ["genes of a pathway", parsePathwayGenes],
  ["sizes", parsePathwaySizes],
  ["names of pathways", parsePathwayNames],
  ["conversions", (text) => parseConversions(text, "uniprot")],
  ["entries", (text) => parseFlatFile(text).map(readGeneEntry)],
  ["a release", parseRelease],
];

it.each(PARSERS)("%s: any text is read or refused by a typed fault that repeats none of it", (_name, parse) => {
  fc.assert(
    fc.property(answer, (text) => {
      try {
        parse(text);
      } catch (error) {
        expect(error).toBeInstanceOf(Fault);
        expect(["unparsable", "incomplete", "in_band_error", "rate_limited"]).toContain((error as Fault).code);
        expect((error as Fault).message).toMatch(/^[A-Za-z0-9 ,-]+$/);
      }
    }),
    { numRuns: 300 },
  );
});

const word = fc.string({ unit: fc.constantFrom(..."abcXYZ0189'-_.*/() αβ"), minLength: 1, maxLength: 12 });
const symbol = word.map((text) => text.trim()).filter((text) => text !== "" && !/^K\d{5}/.test(text));
const gene = fc.record({
  locusTag: fc.string({ unit: fc.constantFrom(..."RvABc0123_.():'"), minLength: 1, maxLength: 8 }),
  symbols: fc.uniqueArray(symbol, { maxLength: 3 }),
  product: fc.option(
    word.map((text) => text.trim()).filter((text) => text !== ""),
    { nil: null },
  ),
  position: fc.constantFrom("1..9", "complement(1..9)", "X:join(1..2,5..9)"),
});
const genes = fc.uniqueArray(gene, { selector: ({ locusTag }) => locusTag, minLength: 1, maxLength: 12 });

const described = ({ symbols, product }: { symbols: readonly string[]; product: string | null }): string =>
  symbols.length === 0 ? (product ?? "") : `${symbols.join(", ")}; ${product ?? ""}`;

describe("a list of genes", () => {
  it("round-trips: whatever is listed comes out, in both layouts and with every line end", () => {
    fc.assert(
      fc.property(genes, fc.boolean(), fc.constantFrom("\n", "\r\n", "\r"), (list, old, end) => {
        const rows = list.map((one) =>
          [`mtu:${one.locusTag}`, ...(old ? [] : ["CDS", one.position]), described(one)].join("\t"),
        );
        expect(parseGeneList(rows.join(end))).toEqual(
          list.map((one) => ({
            id: `mtu:${one.locusTag}`,
            locusTag: one.locusTag,
            symbols: one.symbols,
            product: one.product,
            position: old ? null : one.position,
          })),
        );
      }),
    );
  });

  it("means the same in any order: each name leads to the same genes", () => {
    const shuffled = genes.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        const indexOf = (some: typeof list) =>
          createGeneIndex(
            parseGeneList(some.map((one) => `mtu:${one.locusTag}\tCDS\t1..9\t${described(one)}\n`).join("")),
          );
        const [a, b] = [indexOf(list), indexOf(other)];
        expect(a.size).toBe(b.size);
        for (const name of list.flatMap(({ locusTag, symbols }) => [locusTag, ...symbols, locusTag.toLowerCase()])) {
          const meaning = (index: typeof a) => {
            const match = index.find(name);
            return match && [match.matchedBy, match.genes.map(({ id }) => id).sort()];
          };
          expect(meaning(a)).toEqual(meaning(b));
          expect(meaning(a)).not.toBeNull();
        }
      }),
    );
  });

  it("resolves a name exactly: to a gene that carries it, to all that do, or to none", () => {
    fc.assert(
      fc.property(
        genes,
        fc.oneof(
          word,
          gene.map(({ locusTag }) => locusTag),
        ),
        (list, text) => {
          const name = parseGeneName(text);
          if (name.kind !== "plain") return;
          const rows = list.map((one) => `mtu:${one.locusTag}\tCDS\t1..9\t${described(one)}\n`);
          const found = resolveInList(name, createGeneIndex(parseGeneList(rows.join(""))));
          const without = name.name.toLowerCase();
          const tags = list.filter(({ locusTag }) => locusTag.toLowerCase() === without);
          const named = list.filter(({ symbols }) => symbols.some((one) => one.toLowerCase() === without));
          const holders = new Set((tags.length > 0 ? tags : named).map(({ locusTag }) => `mtu:${locusTag}`));
          if (found.kind === "unknown") expect(holders.size).toBe(0);
          else if (found.kind === "gene") expect(holders).toContain(found.gene.id);
          else for (const { id } of found.genes) expect(holders).toContain(id);
        },
      ),
    );
  });
});

const pathwayId = fc.integer({ min: 0, max: 99_999 }).map((number) => `mtu${String(number).padStart(5, "0")}`);

it("links round-trip with and without the prefix path:, and sizes do not depend on their order", () => {
  const link = fc.record({ tag: fc.constantFrom("Rv1", "Rv2", "Rv3c", "tP(UGG)A"), pathwayId, prefix: fc.boolean() });
  const shuffled = fc
    .array(link, { minLength: 1 })
    .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
  fc.assert(
    fc.property(shuffled, ([list, other]) => {
      const textOf = (some: typeof list) =>
        some.map((one) => `mtu:${one.tag}\t${one.prefix ? "path:" : ""}${one.pathwayId}\n`).join("");
      expect(parsePathwayLinks(textOf(list))).toEqual(
        list.map((one) => ({ geneId: `mtu:${one.tag}`, pathwayId: one.pathwayId })),
      );
      expect(parsePathwaySizes(textOf(other))).toEqual(parsePathwaySizes(textOf(list)));
    }),
  );
});

it("a flat file round-trips: every character of every section is kept, whatever the keyword", () => {
  const keyword = fc.string({ unit: fc.constantFrom(..."ABCXYZ_"), minLength: 1, maxLength: 11 });
  const content = fc
    .string({ unit: fc.constantFrom(..."abc XYZ;:,()<>/'\t"), minLength: 1, maxLength: 40 })
    .map((text) => `x${text.trimEnd()}`);
  const section = fc.record({
    keyword: keyword.filter((text) => text !== "ENTRY"),
    lines: fc.array(content, { minLength: 1, maxLength: 4 }),
  });
  const entry = fc.record({
    id: fc.constantFrom("Rv0001", "b0529"),
    sections: fc.array(section, { maxLength: 8 }),
  });
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 3 }), (entries) => {
      const text = entries
        .map(({ id, sections }) =>
          [
            `ENTRY       ${id}`,
            ...sections.flatMap((one) =>
              one.lines.map((line, index) => `${(index === 0 ? one.keyword : "").padEnd(12)}${line}`),
            ),
            "///\n",
          ].join("\n"),
        )
        .join("");
      expect(parseFlatFile(text)).toEqual(
        entries.map(({ id, sections }) => [{ keyword: "ENTRY", lines: [id] }, ...sections]),
      );
    }),
  );
});

it("an id is normalised once: reading it again changes nothing", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 20 }),
      fc.constantFrom("MTU:", "mtu:", "Eco:", ""),
      (rest, prefix) => {
        const once = parseGeneName(prefix + rest);
        if (once.kind === "qualified") expect(parseGeneName(once.id)).toEqual(once);
        if (once.kind === "plain") expect(parseGeneName(once.name)).toEqual(once);
      },
    ),
  );
});
