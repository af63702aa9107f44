import type { LedgerRow } from "./ledger.ts";
import { rows as articles } from "./pubmed.articles.ledger.ts";
import { rows as aside } from "./pubmed.aside.ledger.ts";
import { rows as others } from "./pubmed.others.ledger.ts";
import { rows as sets } from "./pubmed.sets.ledger.ts";

/** Every captured file of pubmed: what reads it and what must come out. */
export const rows: readonly LedgerRow[] = [...articles, ...sets, ...others, ...aside];
