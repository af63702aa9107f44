import { columnsOf } from "./catalogue.ts";
import { UnreadableFile } from "./load-check.ts";

/**
 * Quick checks of the big tables before they are kept: the right kind of file, and its last row whole. A file that ends
 * without a line feed may have been cut off, which only the width of its last row can tell.
 */
function refuseCutOff(text: string, separator: string, width: number): void {
  const last = text.slice(text.lastIndexOf("\n") + 1);
  // An empty remainder is a closed file; a comment or a quoted cell says nothing about the width.
  if (last === "" || last.startsWith("#") || last.includes('"')) return;
  if (last.split(separator).length < width) {
    throw new UnreadableFile("the last row is cut off", text.split("\n").length, true);
  }
}

function firstRowOf(text: string): string {
  const end = text.indexOf("\n");
  return text.slice(0, end === -1 ? text.length : end).replace(/^\uFEFF|\r$/g, "");
}

const wrongKind = (): UnreadableFile => new UnreadableFile("not a file of this kind", 1);

/** GFF3: comment lines and rows of nine columns. */
export function isAnnotation(text: string): void {
  const first = firstRowOf(text);
  if (!first.startsWith("#") && first.split("\t").length < 9) throw wrongKind();
  refuseCutOff(text, "\t", 9);
}

/** BED: rows as wide as the first one, which must hold chromosome, start, end, lineage and allele. */
export function isBarcode(text: string): void {
  const first = firstRowOf(text);
  const width = first.split("\t").length;
  if (first.startsWith("#")) return;
  if (width < 5) throw wrongKind();
  refuseCutOff(text, "\t", width);
}

/** CSV with the catalogue's header. */
export function isCatalogue(text: string): void {
  const header = firstRowOf(text)
    .split(",")
    .map((name) => name.replaceAll('"', ""));
  columnsOf(header);
  refuseCutOff(text, ",", header.length);
}
