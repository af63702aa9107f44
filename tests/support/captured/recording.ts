import { buildRecording } from "./build-recording.ts";
import { keggRows } from "./kegg.ts";
import { pubmedRows } from "./pubmed.ts";
import { stringRows } from "./string.ts";
import { tbdbRows } from "./tbdb.ts";
import { uniprotRows } from "./uniprot.ts";

/** When the captured answers are said to have been received: the newest snapshot among them, by day. */
export const CAPTURED_AT = "2026-08-28T08:59:58.120Z";

/** Every captured answer that a mandatory tool asks for, as one recording in `folder`. */
export function recordCaptured(folder: string): void {
  buildRecording([...keggRows, ...stringRows, ...uniprotRows, ...pubmedRows, ...tbdbRows], folder, CAPTURED_AT);
}
