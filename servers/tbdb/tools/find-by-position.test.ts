import { describe, expect, it } from "vitest";
import { mockNetwork, openSource } from "../../../tests/support/source-harness.ts";
import {
  answerTbdb,
  barcodeText,
  catalogueOf,
  catalogueRows,
  graded,
  type TbdbAnswer,
} from "../../../tests/support/tbdb-network.ts";
import { tbdb } from "../index.ts";

const network = mockNetwork();

async function ask(args: Record<string, unknown>, changes: Record<string, TbdbAnswer> = {}) {
  answerTbdb(network, changes);
  const source = openSource(tbdb);
  const result = await source.call("find_by_position", args);
  await source.close();
  return result;
}
const withRows = (...rows: string[]) => ({ "mutations.csv": catalogueOf(...catalogueRows, ...rows) });
const codes = (notes: readonly string[]) => notes.map((note) => note.split(":")[0]);

describe("a position in one gene and upstream of the next", () => {
  it("returns the gene, the other gene's upstream variant, and the change's name in both", async () => {
    const { outcome, records, resolved } = await ask({ position: 1_674_048 });
    expect(outcome).toBe("found");
    expect(records.map(({ record_id }) => record_id)).toEqual(["tbdb:Rv1483", "tbdb:inhA:c.-154G>A:isoniazid"]);
    expect(records[0]?.detail).toMatchObject({ kind: "feature", symbol: "fabG1", base: 609, codon: 203 });
    expect(records[1]?.detail).toMatchObject({
      kind: "variant",
      match: "base",
      part: "upstream",
      from: 1_674_048,
      to: 1_674_048,
      distance: 0,
      other_names: [{ locus_tag: "Rv1483", gene: "fabG1", name: "c.609G>A" }],
    });
    expect(resolved).toMatchObject({ features: ["Rv1483"], variants: 1, markers: 0 });
  });

  it("names a change of the minus strand in the other gene's numbering", async () => {
    const { records } = await ask(
      { position: 2_156_196 },
      withRows(graded("katG", "c.-85C>T", "isoniazid", "Not assoc w R")),
    );
    const variant = records.find(({ detail }) => detail.kind === "variant");
    expect(variant?.detail.other_names).toEqual([{ locus_tag: "Rv1909c", gene: "furA", name: "c.397C>T" }]);
  });

  it("places a rule on the stretch of codons that it covers", async () => {
    const changes = withRows(graded("rpoC", "missense_variant_p.2_4", "rifampicin", "Assoc w R"));
    const hits = async (position: number) =>
      (await ask({ position }, changes)).records.filter(({ detail }) => detail.kind === "variant");
    expect(await hits(763_372)).toEqual([]);
    const [rule] = await hits(763_373);
    expect(rule).toMatchObject({
      record_id: "tbdb:rpoC:missense_variant_p.2_4:rifampicin",
      flags: ["by_rule"],
      detail: { match: "codon", from: 763_373, to: 763_381 },
    });
  });

  it("links two names of one change", async () => {
    const { records, notes } = await ask(
      { position: 1_673_425 },
      withRows(
        graded("fabG1", "c.-15C>T", "isoniazid", "Assoc w R"),
        graded("fabG1", "c.-15C>A", "isoniazid", "Assoc w R"),
      ),
    );
    const links = Object.fromEntries(records.map(({ record_id, detail }) => [record_id, detail.same_change]));
    expect(links["tbdb:fabG1:c.-15C>T:isoniazid"]).toEqual([
      "tbdb:inhA:c.-777C>T:ethionamide",
      "tbdb:inhA:c.-777C>T:isoniazid",
    ]);
    expect(links["tbdb:inhA:c.-777C>T:isoniazid"]).toEqual(["tbdb:fabG1:c.-15C>T:isoniazid"]);
    expect(links["tbdb:fabG1:c.-15C>A:isoniazid"]).toEqual([]);
    expect(codes(notes)).toEqual(expect.arrayContaining(["same_change", "intergenic"]));
  });

  it("lists a lost start before the neighbour's upstream call, whatever their grades", async () => {
    const { records } = await ask(
      { position: 1_673_440 },
      withRows(
        graded("inhA", "c.-762A>G", "isoniazid", "Assoc w R"),
        graded("fabG1", "p.Met1?", "isoniazid", "Uncertain significance"),
        graded("fabG1", "start_lost", "isoniazid", "Uncertain significance", { original: "LoF" }),
      ),
    );
    expect(records.map(({ record_id, flags }) => [record_id, flags])).toEqual([
      ["tbdb:Rv1483", []],
      ["tbdb:fabG1:p.Met1?:isoniazid", ["codon_match"]],
      ["tbdb:fabG1:start_lost:isoniazid", ["by_rule"]],
      ["tbdb:inhA:c.-762A>G:isoniazid", []],
    ]);
  });
});

describe("a variant of a protein", () => {
  it.each([2_155_167, 2_155_168, 2_155_169])("is found at base %i of its codon, and said to be", async (position) => {
    const { records, notes } = await ask({ position });
    const variant = records.find(({ detail }) => detail.kind === "variant");
    expect(variant).toMatchObject({
      record_id: "tbdb:katG:p.Ser315Thr:isoniazid",
      flags: ["codon_match"],
      detail: { match: "codon", from: 2_155_167, to: 2_155_169, allele_match: null },
    });
    expect(codes(notes)).toContain("codon_match");
  });

  it("is not found beside its codon", async () => {
    expect((await ask({ position: 2_155_170 })).record_ids).toEqual(["tbdb:Rv1908c"]);
  });
});

describe("allele", () => {
  it("makes a marker a match only when it is the marker's own", async () => {
    const { records, resolved, notes } = await ask({ position: 851_797, allele: "a" });
    expect(records.find(({ detail }) => detail.kind === "marker")?.detail).toMatchObject({
      allele_match: true,
      distance: 0,
    });
    expect(resolved).toMatchObject({ lineages_matched: ["lineage1.1.1.1"], lineages_other_allele: [] });
    expect(codes(notes)).toContain("compare_coordinate");
  });

  it("of another kind is reported and not counted", async () => {
    const { records, resolved, notes } = await ask({ position: 851_797, allele: "G" });
    expect(records.find(({ detail }) => detail.kind === "marker")?.detail.allele_match).toBe(false);
    expect(resolved).toMatchObject({ lineages_matched: [], lineages_other_allele: ["lineage1.1.1.1"] });
    expect(codes(notes)).toContain("other_allele");
  });

  it("is compared with a variant of one base on the forward strand", async () => {
    const row = withRows(graded("katG", "c.-85C>T", "isoniazid", "Not assoc w R"));
    const matchOf = async (allele: string) =>
      (await ask({ position: 2_156_196, allele }, row)).records.find(({ detail }) => detail.kind === "variant")?.detail
        .allele_match;
    expect([await matchOf("A"), await matchOf("T")]).toEqual([true, false]);
  });
});

describe("window", () => {
  it("reaches markers, genes and variants on either side", async () => {
    const { records, resolved } = await ask({ position: 851_750, window: 50 });
    expect(records.map(({ record_id, detail }) => [record_id, detail.distance])).toEqual([
      ["tbdb:Rv0757", undefined],
      ["tbdb:851700", 50],
      ["tbdb:851797", 47],
    ]);
    expect(resolved).toMatchObject({ from: 851_700, to: 851_800 });
  });

  it("says which gene only the window reaches", async () => {
    const { records } = await ask({ position: 1_673_430, window: 20 });
    expect(records[0]?.detail).toMatchObject({ kind: "feature", symbol: "fabG1", base: null, codon: null });
  });

  it("ends with the genome", async () => {
    expect((await ask({ position: 5, window: 100 })).resolved).toMatchObject({ from: 1, to: 105 });
    expect((await ask({ position: 4_411_532, window: 100 })).resolved).toMatchObject({
      from: 4_411_432,
      to: 4_411_532,
    });
  });
});

it("states epistasis for the variants that it touches", async () => {
  const { records, resolved } = await ask({ position: 2_715_346 });
  expect(records.map(({ detail, flags }) => [detail.drug, flags.includes("epistasis")])).toEqual([
    ["kanamycin", true],
    ["amikacin", true],
    ["capreomycin", false],
  ]);
  expect(resolved.epistasis_rules).toHaveLength(1);
});

it("counts the rules of a gene that have no position", async () => {
  const { resolved, notes } = await ask({ position: 2_155_000 });
  expect(resolved.unplaced_variants).toBe(4);
  expect(codes(notes)).toContain("unplaced_variants");
});

it("answers an empty place with an informative zero", async () => {
  const { outcome, notes, page } = await ask({ position: 3_000_000 });
  expect(outcome).toBe("none_on_record");
  expect(page.total).toBe(0);
  expect(codes(notes)).toEqual(["intergenic", "nothing_here"]);
});

it("does not cover another organism, whose coordinates would collide", async () => {
  const { outcome, requests } = await ask({ position: 851_797, organism: "mbo" });
  expect(outcome).toBe("not_covered");
  expect(requests).toEqual([]);
});

it.each([
  [{ position: 0 }, "position", "out_of_range"],
  [{ position: 4_411_533 }, "position", "out_of_range"],
  [{ position: "12.5" }, "position", "invalid_argument"],
  [{ position: 1, window: 5001 }, "window", "out_of_range"],
  [{ position: 1, allele: "N" }, "allele", "invalid_argument"],
  [{}, "position", "missing_argument"],
])("refuses %j", async (args, param, code) => {
  const { outcome, errors, requests } = await ask(args);
  expect(outcome).toBe("bad_input");
  expect(errors).toMatchObject([{ param, code }]);
  expect(requests).toEqual([]);
});

it.each(["genome.gff", "barcode.bed", "mutations.csv", "rules.yml"])(
  "does not take a failed %s for an empty place",
  async (file) => {
    expect((await ask({ position: 3_000_000 }, { [file]: { status: 503 } })).outcome).toBe("upstream_failed");
  },
);

it("says so when rows of the barcode could not be read", async () => {
  const { notes } = await ask({ position: 3_000_000 }, { "barcode.bed": `${barcodeText}broken\n` });
  expect(codes(notes)).toContain("rows_rejected");
});
