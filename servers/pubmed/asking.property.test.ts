import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clausesOf, textTermsOf } from "./boolean-query.ts";
import { checkRange, SearchDate } from "./dated.ts";
import { citationData, type KeyedCitation, parseCitations } from "./ecitmatch.ts";
import { batchesOf, readAskedId } from "./idconv.ts";
import { PMID, readDoi, readPmcid, readPmid } from "./identifiers.ts";
import { mentionsOf } from "./mentions.ts";
import { Gene, termOfPhrases } from "./query.ts";

const number = fc.integer({ min: 1, max: 9_999_999_999 }).map(String);
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  number,
  fc.stringMatching(/^(PMC|pmc|PMID:? ?|doi:|10\.)?[0-9./ ]{0,14}$/),
);

describe("identifiers", () => {
  it("keep every digit of a PMID, with or without prefix, and take no padded or other number for one", () => {
    fc.assert(
      fc.property(number, fc.constantFrom("", "PMID:", "pmid ", "PMID: "), (digits, prefix) => {
        expect(readPmid(` ${prefix}${digits} `)).toBe(digits);
        for (const odd of [`0${digits}`, `${digits}.0`, `-${digits}`, `${digits}e1`, `PMC${digits}`]) {
          expect(readPmid(odd)).toBeNull();
        }
      }),
    );
  });

  it("keep every digit of a PMC id, without its version", () => {
    fc.assert(
      fc.property(
        number,
        fc.constantFrom("PMC", "pmc", ""),
        fc.constantFrom("", ".1", ".12"),
        (digits, prefix, version) => {
          expect(readPmcid(`${prefix}${digits}${version}`)).toBe(`PMC${digits}`);
          expect(readPmcid(`${prefix}0${digits}`)).toBeNull();
        },
      ),
    );
  });

  it("keep every sign of a DOI", () => {
    const doi = fc
      .tuple(fc.integer({ min: 1000, max: 999_999_999 }), fc.stringMatching(/^[A-Za-z0-9()<>;:.,_/%&#?"[\]-]{1,20}$/))
      .map(([registrant, suffix]) => `10.${registrant}/${suffix}`);
    fc.assert(
      fc.property(doi, (text) => {
        expect(readDoi(text)).toBe(text);
        expect(readDoi(` doi: ${text}`)).toBe(text);
        expect(readDoi(`https://doi.org/${encodeURIComponent(text)}`)).toBe(text);
        expect(readAskedId(text, null)).toEqual({ ok: true, type: "doi", id: text });
      }),
    );
  });

  it("are told apart from any text without a guess", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(null, "pmid", "pmcid", "doi"), (text, from) => {
        const read = readAskedId(text, from as Parameters<typeof readAskedId>[1]);
        if (!read.ok) return;
        if (from !== null) expect(read.type).toBe(from);
        if (read.type === "pmid") expect(read.id).toMatch(PMID);
        if (read.type === "pmcid") expect(read.id).toMatch(/^PMC[1-9]\d{0,9}$/);
        if (read.type === "doi") expect(read.id).toMatch(/^10\.\S+\/\S+$/);
        if (/^\s*\d+\s*$/.test(text)) expect(from).toBe("pmid");
      }),
    );
  });

  it("are asked for in batches that hold each once, in order", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, maxLength: 60 }), { maxLength: 450 }), (ids) => {
        const batches = batchesOf(ids);
        expect(batches.flat()).toEqual(ids);
        for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 30 },
    );
  });
});

it("answers of ecitmatch belong to their keys, in any order, with any lost, and with others' between", () => {
  const answer = fc.oneof(
    number.map((pmid) => ({ text: pmid, match: { kind: "matched", pmid } })),
    fc
      .constantFrom("NOT_FOUND", "NOT_FOUND;INVALID_JOURNAL")
      .map((text) => ({ text, match: { kind: "not_found", reason: text } })),
    fc.integer({ min: 2, max: 99 }).map((count) => ({
      text: `AMBIGUOUS (${count} citations)`,
      match: { kind: "ambiguous", pmids: [], count },
    })),
  );
  const field = fc.stringMatching(/^[a-z0-9 .&%+é-]{0,10}$/);
  const cited = fc.record({ journal: field, year: field, volume: field, first_page: field, author: field });
  const entry = fc.record({ citation: cited, answer, isLost: fc.boolean(), place: fc.double({ noNaN: true }) });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), fc.constantFrom("\n", "\r\n", "\r"), (entries, newline) => {
      const keyed: KeyedCitation[] = entries.map(({ citation }, index) => ({ key: `c${index + 1}`, citation }));
      const lines = citationData(keyed).split("\r");
      const body = entries
        .map((given, index) => ({ ...given, line: `${lines[index]}${given.answer.text}` }))
        .filter(({ isLost }) => !isLost)
        .sort((a, b) => a.place - b.place)
        .map(({ line }) => line);
      const matches = parseCitations(["x|1|2|3|y|zz|1", ...body, "", "a line of something else"].join(newline));
      for (const [index, { answer, isLost }] of entries.entries()) {
        expect(matches.get(`c${index + 1}`)).toEqual(isLost ? undefined : answer.match);
      }
    }),
  );
});

describe("a search", () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9*-]{0,7}$/);
  const atom = fc.oneof(
    word,
    word.map((text) => `"${text} AND ${text}"`),
    word.map((text) => `"${text}"[tiab]`),
    word.map((text) => `(${text} OR (x NOT "y)"))`),
  );
  const rest = fc.array(fc.tuple(fc.constantFrom("AND", "OR", "NOT"), atom), { maxLength: 5 });

  it("falls into the clauses that it was joined from", () => {
    fc.assert(
      fc.property(atom, rest, (first, others) => {
        const term = [first, ...others.flat()].join(" ");
        expect(clausesOf(term)).toEqual([
          { operator: null, text: first },
          ...others.map(([operator, text]) => ({ operator, text })),
        ]);
      }),
    );
  });

  it("of any text falls into pieces of that text, none empty", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 60 }), fc.stringMatching(/^[ab()"[\]ANDORNT ]{0,40}$/)), (term) => {
        let at = 0;
        for (const { text } of clausesOf(term)) {
          expect(text.trim()).toBe(text);
          expect(text).not.toBe("");
          at = term.indexOf(text, at);
          expect(at).toBeGreaterThanOrEqual(0);
          at += text.length;
        }
        for (const text of textTermsOf(term)) {
          expect(term).toContain(text);
          expect(text).not.toMatch(/^(?:AND|OR|NOT)$/);
        }
      }),
    );
  });

  it("is not answered by what NOT excludes", () => {
    fc.assert(
      fc.property(word, word, (wanted, excluded) => {
        fc.pre(wanted !== excluded);
        expect(textTermsOf(`${wanted} NOT ${excluded}`)).toEqual([wanted]);
        expect(textTermsOf(`${wanted} NOT (${excluded} OR "${excluded} x")`)).toEqual([wanted]);
      }),
    );
  });

  it("of two names is two phrases, whatever the names hold", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), (text) => {
        const gene = Gene.safeParse(text);
        if (!gene.success) return;
        expect(clausesOf(termOfPhrases(gene.data, "M. x"))).toEqual([
          { operator: null, text: `"${gene.data}"` },
          { operator: "AND", text: '"M. x"' },
        ]);
        expect(mentionsOf([gene.data], `on ${gene.data} here`).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("takes any date of its form and refuses a range that is empty", () => {
    const date = fc
      .tuple(
        fc.integer({ min: 1500, max: 2999 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 1, max: 3 }),
      )
      .map(([year, month, day, parts]) =>
        [String(year), String(month).padStart(2, "0"), String(day).padStart(2, "0")].slice(0, parts).join("/"),
      );
    fc.assert(
      fc.property(date, date, (from, to) => {
        expect(SearchDate.safeParse(from).success).toBe(true);
        const isEmpty = from > to && !from.startsWith(to);
        if (isEmpty) expect(() => checkRange(from, to)).toThrow();
        else expect(() => checkRange(from, to)).not.toThrow();
      }),
    );
  });
});
