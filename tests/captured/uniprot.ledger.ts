import type { LedgerRow } from "./ledger.ts";

/** Every captured file of uniprot: what reads it and what must come out. */
export const rows: readonly LedgerRow[] = [];
