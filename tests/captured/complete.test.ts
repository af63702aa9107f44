import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { capturedPath, describeCaptured } from "../support/captured/captured.ts";
import type { LedgerRow } from "./ledger.ts";

const LEDGERS: Readonly<Record<string, () => Promise<{ rows: readonly LedgerRow[] }>>> = {
  kegg: () => import("./kegg.ledger.ts"),
  string: () => import("./string.ledger.ts"),
  uniprot: () => import("./uniprot.ledger.ts"),
  pubmed: () => import("./pubmed.ledger.ts"),
  tbdb: () => import("./tbdb.ledger.ts"),
  h37rv: () => import("./h37rv.ledger.ts"),
};

/** Every file below a folder, without its own README. */
const filesOf = (folder: string): string[] =>
  readdirSync(capturedPath(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "README.md")
    .map((entry) => join(entry.parentPath, entry.name).slice(capturedPath("").length + 1))
    .sort();

describeCaptured("the ledgers of captured files", () => {
  it.each(Object.keys(LEDGERS))("name every file of %s once, and none that is not there", async (source) => {
    const { rows } = await LEDGERS[source]!();
    expect(rows.map(({ file }) => file).sort()).toEqual(filesOf(source));
  });
});
