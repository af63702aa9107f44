import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { parseIdentityRows, parseInteractionRows } from "./parse.ts";

const katG = {
  queryIndex: 0,
  queryItem: "katG",
  stringId: "83332.Rv1908c",
  ncbiTaxonId: 83332,
  taxonName: "Mycobacterium tuberculosis H37Rv",
  preferredName: "katG",
  annotation: "a catalase-peroxidase",
};

const pair = {
  stringId_A: "83332.Rv1908c",
  stringId_B: "83332.Rv1909c",
  preferredName_A: "katG",
  preferredName_B: "furA",
  ncbiTaxonId: 83332,
  score: 0.979,
  nscore: 0.829,
  fscore: 0,
  pscore: 0.1,
  ascore: 0.085,
  escore: 0.2,
  dscore: 0.3,
  tscore: 0.878,
};

const rows = (...list: object[]) => JSON.stringify(list);

describeCaptured("captured answers of STRING", () => {
  it("name katG by id, tag and symbol", () => {
    const [row, ...others] = parseIdentityRows(capturedText("string/get_string_ids_katG.json"));
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      id: "83332.Rv1908c",
      species: "83332",
      tag: "Rv1908c",
      queryItem: "katG",
      queryIndex: 0,
      preferredName: "katG",
    });
    expect(row?.annotation).toMatch(/^Catalase-peroxidase/);
  });

  it("give five partners of katG with every channel", () => {
    const found = parseInteractionRows(capturedText("string/interaction_partners_Rv1908c.json"));
    expect(found.map(({ a, b, score }) => [a.id, b.name, score])).toEqual([
      ["83332.Rv1908c", "furA", 0.979],
      ["83332.Rv1908c", "sodA", 0.973],
      ["83332.Rv1908c", "ahpC", 0.968],
      ["83332.Rv1908c", "pncA", 0.965],
      ["83332.Rv1908c", "embB", 0.964],
    ]);
    expect(found.flatMap((row) => Object.values(row.channels))).not.toContain(null);
  });
});

describe("an interaction row", () => {
  it("maps each score field to its channel and holds text mining apart", () => {
    expect(parseInteractionRows(rows(pair))[0]).toMatchObject({
      score: 0.979,
      channels: {
        neighborhood: 0.829,
        fusion: 0,
        cooccurrence: 0.1,
        coexpression: 0.085,
        experimental: 0.2,
        database: 0.3,
      },
      textmining: 0.878,
    });
  });

  it.each([
    ["absent", undefined],
    ["null", null],
  ])("reads a channel that is %s as not given, not as zero", (_how, value) => {
    const [row] = parseInteractionRows(rows({ ...pair, escore: value, tscore: value }));
    expect(row?.channels.experimental).toBeNull();
    expect(row?.channels.fusion).toBe(0);
    expect(row?.textmining).toBeNull();
  });

  it("takes scores as digits, and a blank one as not given", () => {
    const [row] = parseInteractionRows(rows({ ...pair, score: "0.979", nscore: "0", escore: "1e-3", tscore: "" }));
    expect(row).toMatchObject({ score: 0.979, channels: { neighborhood: 0, experimental: 0.001 }, textmining: null });
  });

  it.each([83332, "83332", undefined])("takes the taxon as %j", (ncbiTaxonId) => {
    expect(parseInteractionRows(rows({ ...pair, ncbiTaxonId }))).toHaveLength(1);
  });

  it.each([
    ["has no id A", { stringId_A: undefined }, /Row 2 .*stringId_A/],
    ["has an empty id B", { stringId_B: "" }, /Row 2 .*stringId_B/],
    ["has an id of another form", { stringId_B: "furA" }, /Row 2 .*stringId_B/],
    ["has an id with a line break", { stringId_B: "83332.Rv\r1" }, /Row 2 .*stringId_B/],
    ["has no combined score", { score: undefined }, /Row 2 .*no score/],
    ["has a score in thousandths", { score: 979 }, /Row 2 .*score/],
    ["has a negative channel", { nscore: -0.1 }, /Row 2 .*nscore/],
    ["has a channel in words", { dscore: "high" }, /Row 2 .*dscore/],
    ["has a score in thousandths, as digits", { score: "979" }, /Row 2 .*score/],
    ["has a blank combined score", { score: " " }, /Row 2 .*no score/],
    ["has a name that is no text", { preferredName_A: true }, /Row 2 .*preferredName_A/],
    ["has a taxon that is a list", { ncbiTaxonId: [83332] }, /Row 2 .*ncbiTaxonId/],
  ])("that %s is unparsable, and the row is counted", (_problem, change, message) => {
    const text = rows(pair, { ...pair, ...change });
    expect(() => parseInteractionRows(text)).toThrow(
      expect.objectContaining({ code: "unparsable", message: expect.stringMatching(message) }),
    );
  });
});

describe("an identity row", () => {
  it.each([83332, "83332"])("takes the taxon as %j", (ncbiTaxonId) => {
    expect(parseIdentityRows(rows({ ...katG, ncbiTaxonId }))[0]?.id).toBe("83332.Rv1908c");
  });

  it("takes its position as text, and −1 as no position", () => {
    const read = (queryIndex: unknown) => parseIdentityRows(rows({ ...katG, queryIndex }))[0]?.queryIndex;
    expect([read(2), read("2"), read(-1), read(undefined)]).toEqual([2, 2, null, null]);
  });

  it("keeps everything after the first dot as its tag", () => {
    const [row] = parseIdentityRows(rows({ ...katG, stringId: "3702.AT1G01010.1" }));
    expect(row).toMatchObject({ species: "3702", tag: "AT1G01010.1" });
  });

  it("may belong to an uploaded proteome", () => {
    const [row] = parseIdentityRows(rows({ ...katG, stringId: "STRG0A10CKD.p1" }));
    expect(row).toMatchObject({ species: "STRG0A10CKD", tag: "p1" });
  });

  it("may lack name and annotation", () => {
    const [row] = parseIdentityRows(rows({ stringId: "83332.Rv1908c" }));
    expect(row).toMatchObject({ preferredName: null, annotation: null, queryItem: null });
  });

  it("without an id is unparsable", () => {
    expect(() => parseIdentityRows(rows({ ...katG, stringId: undefined }))).toThrow(
      expect.objectContaining({ code: "unparsable" }),
    );
  });
});
