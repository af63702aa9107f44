import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Fault } from "../kit/fault.ts";
import { CHANNEL_FIELDS, type Channel } from "./channels.ts";
import { scoreBlockOf } from "./evidence.ts";
import { isNothingFound } from "./nothing-found.ts";
import { offersByName } from "./offers.ts";
import { parseIdentityRows, parseInteractionRows } from "./parse.ts";
import { parseTermRows } from "./parse-enrichment.ts";
import { parseHomologyRows } from "./parse-homology.ts";
import { parseVersionRows } from "./parse-version.ts";
import { partnersAmong } from "./partners.ts";
import { parseStringId, proteinPage } from "./string-id.ts";

const FIELDS = [
  ...["stringId", "stringId_A", "stringId_B", "preferredName", "preferredName_A", "preferredName_B", "queryItem"],
  ...["queryIndex", "ncbiTaxonId", "annotation", "score", ...Object.values(CHANNEL_FIELDS), "tscore", "bitscore"],
  ...["category", "term", "p_value", "fdr", "number_of_genes", "number_of_genes_in_background", "inputGenes"],
  ...["description", "string_version", "stable_address", "Error", "ErrorMessage", "__proto__", "constructor"],
];

const value = fc.oneof(
  fc.constantFrom<unknown>(
    ...["83332.Rv1908c", "83332.", ".x", "STRG0A10CKD.p1", "12.0", "0.4", "1e-5", "NaN", "-0", "", " ", "a,b"],
    ...[0, 1, 0.4, -1, 400, 1e308, true, null, [], {}, ["83332.Rv1"], [1]],
  ),
  fc.jsonValue(),
);
const row = fc.array(fc.tuple(fc.constantFrom(...FIELDS), value), { maxLength: 14 }).map(Object.fromEntries);
const answer = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.json(),
  fc
    .array(fc.oneof({ weight: 5, arbitrary: row }, { weight: 1, arbitrary: value }), { maxLength: 4 })
    .map((rows) => JSON.stringify(rows)),
  fc
    .tuple(fc.array(row, { minLength: 1, maxLength: 3 }), fc.nat(200))
    .map(([rows, cut]) => JSON.stringify(rows).slice(0, cut)),
  fc.constantFrom("<html>", "Error\tErrorMessage\n", '["Error"]', "[null]", "[[]]", "\ufeff[]", "[] []", "[{}]"),
);

const CODES = ["in_band_error", "rate_limited", "unexpected_content", "unparsable"];

describe("an answer of any form", () => {
  it.each<[string, (text: string) => unknown]>([
    ["identities", (text) => offersByName(["katG", "x"], parseIdentityRows(text))],
    [
      "interactions",
      (text) => partnersAmong(parseInteractionRows(text), "83332.Rv1908c").map(({ row }) => scoreBlockOf(row)),
    ],
    ["terms", parseTermRows],
    ["homologs", parseHomologyRows],
    ["a version", parseVersionRows],
  ])("is read as %s, or refused by a typed fault that repeats none of it", (_what, parse) => {
    fc.assert(
      fc.property(answer, (text) => {
        try {
          parse(text);
        } catch (error) {
          expect(error).toBeInstanceOf(Fault);
          expect(CODES).toContain((error as Fault).code);
          // Letters, row numbers and the names of known fields.
          expect((error as Fault).message).toMatch(/^[A-Za-z0-9_ ,'≥]+$/);
          expect((error as Fault).message.length).toBeLessThan(120);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("is nothing found only in STRING's own words, whatever name they repeat", () => {
    const said = (name: string) =>
      `[{ "Error" : "not found", "ErrorMessage" : "<p>Sorry, STRING did not find a protein called '${name}'.</p>\\" }]`;
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(isNothingFound(text, ["katG"])).toBe(false);
        expect(isNothingFound(JSON.stringify([{ Error: "x", ErrorMessage: said(text) }]), ["katG"])).toBe(false);
        expect(isNothingFound(said(text), ["katG"])).toBe(true);
        expect(isNothingFound(said(text), ["katG", "inhA"])).toBe(false);
      }),
    );
  });
});

const species = fc.oneof(
  fc.integer({ min: 1, max: 2 ** 31 }).map(String),
  fc
    .string({ unit: fc.constantFrom(..."0123456789ABCDXYZ"), minLength: 1, maxLength: 20 })
    .map((text) => `STRG${text}`),
);
const printable = fc.string({
  unit: fc.constantFrom(...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at))),
  minLength: 1,
  maxLength: 150,
});

describe("a STRING id", () => {
  it("is a species, the first dot, and whatever the proteome calls its protein", () => {
    fc.assert(
      fc.property(species, printable, (taxon, tag) => {
        const id = `${taxon}.${tag}`;
        expect(parseStringId(id)).toEqual({ id, species: taxon, tag });
        expect(new URL(proteinPage(id)).pathname).toBe(`/network/${encodeURIComponent(id)}`);
      }),
    );
  });

  it("is nothing else", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" }), printable), (text) => {
        const parsed = parseStringId(text);
        expect(parsed !== null).toBe(
          /^(\d{1,10}|STRG[0-9A-Za-z]{1,20})\.[!-~]{1,150}$/.test(text) && !/[\r\n]/.test(text),
        );
        if (parsed !== null) expect(`${parsed.species}.${parsed.tag}`).toBe(text);
      }),
    );
  });
});

const channel = fc.option(
  fc.oneof(
    fc.constantFrom(0, 0.3994, 0.3995, 0.399, 0.4, 0.41, 1),
    fc.integer({ min: 0, max: 1000 }).map((score) => score / 1000),
  ),
);
const names = Object.keys(CHANNEL_FIELDS) as Channel[];

it("evidence beyond text mining: one channel at 400 thousandths suffices, only known channels deny it", () => {
  fc.assert(
    fc.property(fc.tuple(...names.map(() => channel)), channel, (scores, textmining) => {
      const fields = Object.fromEntries(names.map((name, at) => [CHANNEL_FIELDS[name], scores[at]]));
      const text = JSON.stringify([
        { stringId_A: "1.a", stringId_B: "1.b", score: 0.5, tscore: textmining, ...fields },
      ]);
      const block = scoreBlockOf(parseInteractionRows(text)[0]!);
      const given = scores.filter((score): score is number => score !== null);
      const expected = given.some((score) => Math.round(score * 1000) >= 400) ? true : given.length < 6 ? null : false;
      expect(block.evidence_beyond_textmining).toBe(expected);
      expect(block.max_non_textmining_score).toBe(given.length === 0 ? null : Math.max(...given));
      expect(block.textmining_score).toBe(textmining);
      expect(names.map((name) => block.channels[name])).toEqual(scores);
    }),
    { numRuns: 500 },
  );
});
