import type { LedgerRow } from "./ledger.ts";
import { rows as api } from "./string.api.ledger.ts";
import { rows as exports } from "./string.exports.ledger.ts";
import { rows as oracles } from "./string.oracles.ledger.ts";

/** Every captured file of string: what reads it and what must come out. */
export const rows: readonly LedgerRow[] = [...api, ...exports, ...oracles];
