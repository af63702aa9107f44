import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { type AnnotatedGene, parseAnnotation } from "./annotation.ts";
import { createGeneIndex } from "./genes.ts";

const feature = (id: string, name: string | null, start = 1, end = 9): AnnotatedGene => ({
  id,
  name,
  type: "gene",
  isCoding: true,
  start,
  end,
  strand: "+",
});
const indexOf = (...genes: AnnotatedGene[]) => createGeneIndex({ genes, genomeLength: 4_411_532, rejected: [] });
const found = (index: ReturnType<typeof indexOf>, name: string) => {
  const { matchedBy, genes } = index.resolve(name);
  return [matchedBy, ...genes.map(({ locusTag }) => locusTag)];
};

describeCaptured("the identity index over the real annotation", () => {
  const index = createGeneIndex(parseAnnotation(capturedText("tbdb/genome.gff")));

  it.each([
    ["Rv1908c", "locus_tag", "Rv1908c"],
    ["katG", "symbol", "Rv1908c"],
    ["KATG", "symbol", "Rv1908c"],
    ["rv1908C", "locus_tag", "Rv1908c"],
    ["mtu:Rv1908c", "qualified_id", "Rv1908c"],
    ["83332.Rv1908c", "qualified_id", "Rv1908c"],
    ["P9WIE5", "synonym", "Rv1908c"],
    ["mmpR5", "symbol", "Rv0678"],
    ["gid", "symbol", "Rv3919c"],
    ["gidB", "synonym", "Rv3919c"],
    ["fabG1", "symbol", "Rv1483"],
    ["mabA", "synonym", "Rv1483"],
    ["rrs", "symbol", "Rvnr01"],
    ["Rvnr01", "locus_tag", "Rvnr01"],
    ["MTB000019", "synonym", "Rvnr01"],
    ["EBG00000313325", "synonym", "Rvnr01"],
    ["mtu:Rvnr01", "qualified_id", "Rvnr01"],
    ["oxyR'", "symbol", "Rv2427A"],
  ])("knows %s by %s", (name, matchedBy, locus) => expect(found(index, name)).toEqual([matchedBy, locus]));

  it.each(["Rv1908", "Rv19080c", "kat", "katGG", "eco:b0001", "mtu:katG", "Rv9999", "gene"])(
    "does not know %s: no letter is dropped, nothing is searched",
    (name) => expect(found(index, name)).toEqual(["none"]),
  );

  it("lists every gene that holds a position", () => {
    expect(index.overlapping(223_627).map(({ locusTag }) => locusTag)).toEqual(["Rv0192", "Rv0192A"]);
    expect(index.overlapping(1_674_048).map(({ symbol }) => symbol)).toEqual(["fabG1"]);
    expect(index.overlapping(1_673_432)).toEqual([]);
  });
});

describe("the identity index", () => {
  it("takes the first step with hits: a symbol wins over another gene's synonym", () => {
    expect(found(indexOf(feature("Rv1483", null), feature("Rv0001", "mabA")), "mabA")).toEqual(["symbol", "Rv0001"]);
  });

  it("prefers the spelling as written to one in another case", () => {
    expect(found(indexOf(feature("Rv0001", "abcA"), feature("Rv0002", "abca")), "abca")).toEqual(["symbol", "Rv0002"]);
  });

  it("returns every gene of a name that several share", () => {
    expect(found(indexOf(feature("Rv0001", "abcA", 1), feature("Rv0002", "abcA", 5)), "abcA")).toEqual([
      "symbol",
      "Rv0001",
      "Rv0002",
    ]);
  });

  it.each([
    ["its locus tag", "Rvnr01", null],
    ["a name of the database", "MTB000019", "rrs"],
    ["its symbol", "rrs", null],
    ["an id of the annotation", "EBG00000313325", "rrs"],
  ])("knows the RNA genes whether the annotation identifies them by %s", (_what, id, name) => {
    const index = indexOf(feature(id, name));
    for (const asked of ["rrs", "Rvnr01", "MTB000019", id]) expect(found(index, asked)[1]).toBe("Rvnr01");
    expect(index.genes[0]?.symbol).toBe("rrs");
  });

  it("tells Rv0063 from Rv0063a", () => {
    const index = indexOf(feature("Rv0063", null), feature("Rv0063a", null));
    expect(found(index, "Rv0063")).toEqual(["locus_tag", "Rv0063"]);
    expect(found(index, "Rv0063a")).toEqual(["locus_tag", "Rv0063a"]);
  });

  it("finds a long gene that starts far before a position", () => {
    const index = indexOf(
      feature("Rv0001", null, 1, 1000),
      feature("Rv0002", null, 500, 510),
      feature("Rv0003", null, 600, 700),
    );
    expect(index.overlapping(650).map(({ locusTag }) => locusTag)).toEqual(["Rv0001", "Rv0003"]);
    expect(index.overlapping(505, 600).map(({ locusTag }) => locusTag)).toEqual(["Rv0001", "Rv0002", "Rv0003"]);
  });
});
