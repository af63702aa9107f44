import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Fault } from "../kit/fault.ts";
import { baseOfIsoformId, isAccession } from "./accession.ts";
import { featureIds } from "./features.ts";
import { isoformsOf } from "./isoforms.ts";
import { type Entry, parseEntry } from "./parse-entry.ts";
import { isResultsPath, parseJobDetails, parseJobId, parseJobState, parseMappingPage } from "./parse-mapping.ts";
import { parseSearch } from "./parse-search.ts";
import { proteinDetail, proteinDraft } from "./protein.ts";
import { rankByName, soleAccession } from "./rank.ts";

/** The accession formats as UniProt's help page lists them, column by column. */
const LETTER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGIT = "0123456789";
const EITHER = LETTER + DIGIT;
const OPQ = "OPQ";
const OTHERS = [...LETTER].filter((letter) => !OPQ.includes(letter)).join("");
const TAIL = [LETTER, EITHER, EITHER, DIGIT];
const FORMATS = [
  [OPQ, DIGIT, EITHER, EITHER, EITHER, DIGIT],
  [OTHERS, DIGIT, ...TAIL],
  [OTHERS, DIGIT, ...TAIL, ...TAIL],
];
const fits = (text: string): boolean =>
  FORMATS.some((format) => format.length === text.length && format.every((column, at) => column.includes(text[at]!)));

const accession = fc
  .constantFrom(...FORMATS)
  .chain((format) => fc.tuple(...format.map((column) => fc.constantFrom(...column))))
  .map((characters) => characters.join(""));

describe("the accession grammar", () => {
  it("takes whatever the published formats take", () => {
    fc.assert(
      fc.property(accession, fc.integer({ min: 1, max: 99 }), (text, isoform) => {
        expect(isAccession(text)).toBe(true);
        expect(baseOfIsoformId(`${text}-${isoform}`)).toBe(text);
      }),
    );
  });

  it("takes nothing else, however near it comes", () => {
    const near = fc
      .tuple(accession, fc.nat({ max: 10 }), fc.constantFrom(...EITHER, "", "-", "a", "\n", "É", "AA"))
      .map(([text, at, other]) => text.slice(0, at) + other + text.slice(at + 1));
    fc.assert(
      fc.property(
        fc.oneof(
          near,
          fc.string(),
          accession.map((text) => text.toLowerCase()),
        ),
        (text) => {
          expect(isAccession(text)).toBe(fits(text));
        },
      ),
    );
  });
});

const text = fc.oneof(fc.string(), fc.constantFrom("katG", "FUNCTION", "SUBUNIT", "ECO:0000269", "PubMed", "Chain"));
const anything = fc.jsonValue({ maxDepth: 3 });
/** A field as it should be, most of the time. */
const mostly = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: value, weight: 60 }, { arbitrary: fc.constant(null), weight: 5 }, anything);
const some = <T>(value: fc.Arbitrary<T>) => mostly(fc.array(value, { maxLength: 3 }));
const fields = (model: Record<string, fc.Arbitrary<unknown>>) => fc.record(model, { requiredKeys: [] });
const code = mostly(fc.constantFrom("ECO:0000269", "ECO:0000255", "ECO:9", "VAR_1", ""));
const value = fields({
  value: mostly(text),
  evidences: some(fields({ evidenceCode: code, source: text, id: mostly(text) })),
});
const end = fields({ value: mostly(fc.integer()), modifier: mostly(fc.constantFrom("EXACT", "OUTSIDE", "UNSURE")) });

/** Almost an entry: known fields that hold mostly, but not always, what they should. */
const almostEntry = fc.record(
  {
    entryType: fc.constantFrom("UniProtKB reviewed (Swiss-Prot)", "UniProtKB unreviewed (TrEMBL)", "Inactive", "New"),
    primaryAccession: fc.oneof({ arbitrary: accession, weight: 9 }, text),
    secondaryAccessions: some(fc.oneof(accession, text)),
    uniProtkbId: mostly(text),
    proteinDescription: mostly(fields({ recommendedName: fields({ fullName: value }), submissionNames: some(value) })),
    genes: some(
      fields({ geneName: value, synonyms: some(value), orderedLocusNames: some(value), orfNames: some(value) }),
    ),
    comments: some(fields({ commentType: text, molecule: text, texts: some(value), isoforms: some(anything) })),
    features: some(
      fields({
        type: mostly(fc.constantFrom("Chain", "Site")),
        location: fields({ start: end, end }),
        featureId: code,
        description: text,
      }),
    ),
    sequence: mostly(fields({ value: text, length: mostly(fc.nat()) })),
    inactiveReason: mostly(
      fields({
        inactiveReasonType: fc.constantFrom("MERGED", "DEMERGED", "DELETED", "x"),
        mergeDemergeTo: some(fc.oneof(accession, text)),
      }),
    ),
  },
  { requiredKeys: ["entryType", "primaryAccession"] },
);

const almostMapping = fields({
  jobId: mostly(text),
  jobStatus: mostly(fc.constantFrom("RUNNING", "FINISHED", "ERROR", "x")),
  redirectURL: mostly(text),
  from: text,
  to: text,
  results: some(fields({ from: text, to: fc.oneof(text, almostEntry, fields({ id: text, uniParcId: text })) })),
  failedIds: some(text),
  suggestedIds: some(fields({ from: text, to: text })),
  messages: some(text),
  errors: some(anything),
});

/** The value, or null when the parser refuses it by a typed fault; any other error fails the test. */
function typed<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch (error) {
    expect(error).toBeInstanceOf(Fault);
    expect(["unparsable", "in_band_error"]).toContain((error as Fault).code);
    return null;
  }
}

describe("whatever JSON comes", () => {
  it("is an entry that can be shown whole, or a typed fault", () => {
    let read = 0;
    fc.assert(
      fc.property(fc.oneof({ arbitrary: almostEntry, weight: 5 }, anything), (json) => {
        const entry = typed(() => parseEntry(json));
        if (entry === null || entry.status === "inactive") return;
        read += 1;
        const detail = proteinDetail(entry, null);
        const draft = proteinDraft(entry, detail, []);
        expect(isAccession(draft.record_id)).toBe(true);
        expect(draft.also?.every(isAccession)).toBe(true);
        for (const { text } of detail.function_statements) expect(detail.quotable_text).toContain(text);
        expect(detail.has_experimental_function).toBe(
          detail.function_statements.some(({ evidence_codes }) => evidence_codes.includes("ECO:0000269")),
        );
        const ids = featureIds(entry.accession, entry.raw.features ?? []);
        expect(new Set(ids).size).toBe(ids.length);
        isoformsOf(entry);
      }),
      { numRuns: 400 },
    );
    expect(read).toBeGreaterThan(20);
  });

  it("is a list of entries or a typed fault, never an empty list by accident", () => {
    fc.assert(
      fc.property(fc.oneof(anything, fields({ results: some(almostEntry), messages: some(text) })), (json) => {
        const entries = typed(() => parseSearch(json));
        if (entries?.length === 0) expect((json as { results: unknown }).results).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it("is an answer of the mapping service or a typed fault", () => {
    fc.assert(
      fc.property(fc.oneof(anything, almostMapping), (json) => {
        const page = typed(() => parseMappingPage(json));
        if (page !== null) {
          expect(page.pairs.length).toBeGreaterThanOrEqual(page.mappings.length);
          for (const { to } of page.mappings) expect(to).toMatch(/^[\x20-\x7e]{1,98}$/);
        }
        typed(() => parseJobState(json));
        typed(() => parseJobDetails(json));
        const job = typed(() => parseJobId(json));
        if (job !== null) expect(isResultsPath(`/idmapping/results/${job}`)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});

describe("the rank of hits", () => {
  const name = fc.constantFrom("katG", "KATG", "katg", "katG2", "Rv1908c");
  const names = fc.array(name, { maxLength: 2 }).map((given) => given.map((value) => ({ value })));
  const hit = fc
    .record({
      entryType: fc.constantFrom("UniProtKB reviewed (Swiss-Prot)", "UniProtKB unreviewed (TrEMBL)"),
      primaryAccession: accession,
      genes: fc.array(
        fc.record({
          geneName: name.map((value) => ({ value })),
          synonyms: names,
          orderedLocusNames: names,
          orfNames: names,
        }),
        { maxLength: 2 },
      ),
    })
    .map(parseEntry);
  const hits = fc.uniqueArray(hit, { selector: (entry) => entry.accession, maxLength: 8 });
  const shown = (entries: readonly Entry[]) => {
    const { best, weaker, partial } = rankByName(entries, "katG");
    return {
      best: best.map(({ entry, kind, name }) => [entry.accession, kind, name]),
      sole: soleAccession(best.map(({ entry }) => entry)),
      weaker,
      partial,
    };
  };

  it("does not depend on the order in which the service lists them", () => {
    const shuffled = hits.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        expect(shown(other)).toEqual(shown(list));
      }),
    );
  });

  it("accounts for every hit, and answers no name that is not equal", () => {
    fc.assert(
      fc.property(hits, (list) => {
        const { best, weaker, partial } = rankByName(list, "katG");
        expect(best.length + weaker + partial).toBe(list.length);
        for (const match of best) expect(match.name.toLowerCase()).toBe("katg");
      }),
    );
  });
});
