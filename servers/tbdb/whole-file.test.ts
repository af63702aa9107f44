import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { isAnnotation, isBarcode, isCatalogue } from "./whole-file.ts";

const HEADER = "Gene,Mutation,type,drug,original_mutation,confidence,source,comment";
const ROW = "katG,p.Ser315Thr,t,isoniazid,x,Assoc w R,WHO,note";

describeCaptured("the big tables of tbdb", () => {
  it.each([
    ["tbdb/genome.gff", isAnnotation],
    ["tbdb/barcode.bed", isBarcode],
    ["tbdb/mutations_2024-01-30.csv", isCatalogue],
    ["tbdb/mutations_current_excerpt.csv", isCatalogue],
  ])("are accepted: %s", (file, check) => expect(() => check(capturedText(file))).not.toThrow());

  it.each([
    ["tbdb/genome.gff", isAnnotation],
    ["tbdb/barcode.bed", isBarcode],
    ["tbdb/mutations_2024-01-30.csv", isCatalogue],
  ])("are refused when cut off within a row: %s", (file, check) => {
    const text = capturedText(file);
    const half = text.indexOf("\n", text.length / 2) + 12;
    expect(() => check(text.slice(0, half))).toThrow("the last row is cut off");
  });

  it("are not taken for one another", () => {
    expect(() => isBarcode(capturedText("tbdb/mutations_2024-01-30.csv"))).toThrow("not a file of this kind");
    expect(() => isCatalogue(capturedText("tbdb/barcode.bed"))).toThrow("no column gene");
    expect(() => isAnnotation(capturedText("tbdb/barcode.bed"))).toThrow("not a file of this kind");
  });
});

describe("a catalogue", () => {
  it.each([
    ["a closing line feed", `${HEADER}\n${ROW}\n`],
    ["a whole last row", `${HEADER}\n${ROW}`],
    ["carriage returns and a byte order mark", `\uFEFF${HEADER}\r\n${ROW}\r\n`],
    ["a quoted header", `"Gene","Mutation","drug","confidence"\na,b,c,d\n`],
    ["a last cell with a line break", `${HEADER}\nkatG,p.Ser315Thr,t,isoniazid,x,,WHO,"a\nb"`],
  ])("is accepted with %s", (_what, text) => expect(() => isCatalogue(text)).not.toThrow());
});
