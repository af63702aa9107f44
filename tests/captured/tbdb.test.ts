import { ledgerSuite } from "./ledger.ts";
import { rows } from "./tbdb.ledger.ts";

ledgerSuite("tbdb", rows);
