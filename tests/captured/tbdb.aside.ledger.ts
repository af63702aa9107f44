import type { AsideRow, LedgerRow } from "./ledger.ts";
import { expectRefusedEverywhere } from "./tbdb-served.ts";

/** A file that no tool asks for; in the place of any file that one does, it is refused. */
const aside = (why: string, ...files: readonly string[]): AsideRow[] =>
  files.map((file) => ({
    file: `tbdb/${file}`,
    aside: why,
    check: () => expectRefusedEverywhere(`tbdb/${file}`),
  }));

/** Captured files that no tool reads. */
export const rows: readonly LedgerRow[] = [
  ...aside("masked stretches of the genome: what a caller leaves out, no answer about a gene", "mask.bed"),
  ...aside("genes that the library watches without grading anything", "watchlist.csv"),
  ...aside("spoligotypes: patterns of spacers, not positions", "spoligotype_list.csv", "spoligotype_spacers.txt"),
  ...aside(
    "another program's call of one strain by its own rules: it names no graded variant",
    "other-tools/drprg_ERR2510634.json",
    "other-tools/drprg_SRR6824468.json",
    "other-tools/drprg_expected3.json",
  ),
  ...aside("remarks to be put beside grades by hand: a row names no variant", "who/inputs/Comments_August3.csv"),
];
