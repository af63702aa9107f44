import type { LedgerRow } from "./ledger.ts";
import { rows as aside } from "./uniprot.aside.ledger.ts";
import { rows as entries } from "./uniprot.entries.ledger.ts";
import { rows as flat } from "./uniprot.flat.ledger.ts";
import { rows as recorded } from "./uniprot.recorded.ledger.ts";
import { rows as tables } from "./uniprot.tables.ledger.ts";

/** Every captured file of uniprot: what reads it and what must come out. */
export const rows: readonly LedgerRow[] = [...entries, ...recorded, ...flat, ...tables, ...aside];
