import { ledgerSuite } from "./ledger.ts";
import { rows } from "./string.ledger.ts";

ledgerSuite("string", rows);
