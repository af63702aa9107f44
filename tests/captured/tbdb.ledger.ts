import type { LedgerRow } from "./ledger.ts";
import { rows as aside } from "./tbdb.aside.ledger.ts";
import { rows as files } from "./tbdb.files.ledger.ts";
import { rows as oracles } from "./tbdb.oracles.ledger.ts";

/** Every captured file of tbdb: what reads it and what must come out. */
export const rows: readonly LedgerRow[] = [...files, ...oracles, ...aside];
