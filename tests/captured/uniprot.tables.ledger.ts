import type { LedgerRow } from "./ledger.ts";
export const rows: readonly LedgerRow[] = [];
