import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { parseCatalogue } from "./catalogue.ts";

const HEADER = "Gene,Mutation,type,drug,original_mutation,confidence,source,comment";
const parse = (...lines: string[]) => parseCatalogue(`${lines.join("\n")}\n`);
const only = (line: string) => [...parse(HEADER, line).byGene.values()].flat()[0];

describeCaptured("the catalogue of tbdb", () => {
  it("loads whole in the older layout, which does not say where a row comes from", () => {
    const catalogue = parseCatalogue(capturedText("tbdb/mutations_2024-01-30.csv"));
    const rows = [...catalogue.byGene.values()].flat();
    expect(catalogue.rows).toBe(48_208);
    expect(rows).toHaveLength(48_208);
    expect(catalogue.byGene.size).toBe(65);
    expect(catalogue.rejected).toEqual([]);
    expect(catalogue.hasSource).toBe(false);
    expect(catalogue.uncertainRows).toBe(33_921);
    expect(rows.every(({ grade, source }) => grade !== null && source === null)).toBe(true);
  });

  it("loads in today's layout, with the origin of every row", () => {
    const catalogue = parseCatalogue(capturedText("tbdb/mutations_current_excerpt.csv"));
    const rows = [...catalogue.byGene.values()].flat();
    expect(catalogue.hasSource).toBe(true);
    expect(catalogue.rejected).toEqual([]);
    expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(["WHO catalogue v2", "tbdb"]));
    expect(rows.find(({ mutation }) => mutation === "p.Ile491Thr")).toMatchObject({
      grade: "uncertain",
      source: "tbdb",
    });
  });

  it.each(["tbdb/old/tbdb_2020-12-04.csv", "tbdb/old/tbdb_2022-01-25.csv", "tbdb/old/tbdb_2023-10-16.csv"])(
    "refuses the ungraded library %s for its missing column",
    (file) => expect(() => parseCatalogue(capturedText(file))).toThrow("line 1: no column confidence"),
  );
});

describe("parseCatalogue", () => {
  it("reads by header name, whatever the order and case of the columns", () => {
    const { byGene } = parse("comment,Drug,CONFIDENCE,Gene,Mutation", "why,isoniazid,Assoc w R,katG,p.Ser315Thr");
    expect(byGene.get("katG")).toEqual([
      {
        line: 2,
        gene: "katG",
        mutation: "p.Ser315Thr",
        drug: "isoniazid",
        originalMutation: null,
        type: null,
        grade: "assoc_w_r",
        gradeRaw: "Assoc w R",
        source: null,
        comment: "why",
      },
    ]);
  });

  it("reads quoted cells with commas, quotes and line breaks", () => {
    expect(only('katG,p.Ser315Thr,t,isoniazid,x,Assoc w R,WHO,"high, ""very"" high\nlevel"')?.comment).toBe(
      'high, "very" high\nlevel',
    );
  });

  it("reads a byte order mark and carriage returns", () => {
    const { byGene } = parseCatalogue(`\uFEFF${HEADER}\r\nkatG,p.Ser315Thr,t,isoniazid,x,,tbdb,note\r\n`);
    expect(byGene.get("katG")).toMatchObject([{ grade: "ungraded", source: "tbdb", comment: "note" }]);
  });

  it("keeps a row with an unknown grade raw", () => {
    expect(only("katG,p.Ser315Thr,drug_resistance,isoniazid,x,Probably,WHO,")).toMatchObject({
      grade: null,
      gradeRaw: "Probably",
      type: "drug_resistance",
    });
  });

  it.each([
    ["too few cells", "katG,p.Ser315Thr,t,isoniazid", "column_count"],
    ["too many cells", "katG,p.Ser315Thr,t,isoniazid,x,Assoc w R,WHO,a,b", "column_count"],
    ["no gene", ",p.Ser315Thr,t,isoniazid,x,Assoc w R,WHO,", "missing_value"],
    ["no mutation", "katG,,t,isoniazid,x,Assoc w R,WHO,", "missing_value"],
    ["no drug", "katG,p.Ser315Thr,t,,x,Assoc w R,WHO,", "missing_value"],
  ])("sets a row aside that has %s, with its line", (_what, bad, reason) => {
    const { rows, rejected } = parse(HEADER, "inhA,c.-15C>T,t,isoniazid,x,,WHO,", bad);
    expect(rows).toBe(1);
    expect(rejected).toEqual([{ line: 3, reason }]);
  });

  it.each([
    ["broken quoting", `${HEADER}\nkatG,"p.Ser315Thr,t,isoniazid,x,,WHO,\n`, "broken quoting"],
    ["no row", `${HEADER}\n`, "no row in the catalogue"],
    ["another table", "a,b,c\n1,2,3\n", "no column gene"],
    ["nothing", "", "no row in the catalogue"],
  ])("refuses a file with %s", (_what, text, message) => {
    expect(() => parseCatalogue(text)).toThrow(new RegExp(`^line \\d+: ${message}$`));
  });
});
