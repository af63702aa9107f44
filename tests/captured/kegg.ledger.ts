import { rows as aside } from "./kegg.aside.ledger.ts";
import { rows as entries } from "./kegg.entries.ledger.ts";
import { rows as genes } from "./kegg.genes.ledger.ts";
import { rows as oracles } from "./kegg.oracles.ledger.ts";
import { rows as tables } from "./kegg.tables.ledger.ts";
import type { LedgerRow } from "./ledger.ts";

/** Every captured file of kegg: what reads it and what must come out. */
export const rows: readonly LedgerRow[] = [...tables, ...entries, ...genes, ...oracles, ...aside];
