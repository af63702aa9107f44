import type { CapturedRow } from "./captured.ts";

const BASE = "https://raw.githubusercontent.com/jodyphelan/tbdb/13b6ed451a796bacd75320cd59acac788826a891";
const WHO = "who-cc-by-nc-sa-3.0-igo";

const file = (captured: string, served: string, licence = "lgpl-3.0"): CapturedRow => ({
  file: `tbdb/${captured}`,
  method: "GET",
  url: `${BASE}/${served}`,
  form: null,
  licence,
  headers: { "content-type": "text/plain; charset=utf-8" },
});

/** tbdb at its default ref; the catalogue is an older whole one, since the ref's own is not captured whole. */
export const tbdbRows: CapturedRow[] = [
  file("barcode.bed", "barcode.bed"),
  file("genome.gff", "genome.gff"),
  file("rules.yml", "rules.yml"),
  file("variables.json", "variables.json"),
  file("mutations_2024-01-30.csv", "mutations.csv", WHO),
];
