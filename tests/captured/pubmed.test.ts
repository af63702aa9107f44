import { ledgerSuite } from "./ledger.ts";
import { rows } from "./pubmed.ledger.ts";

ledgerSuite("pubmed", rows);
