import { rows } from "./h37rv.ledger.ts";
import { ledgerSuite } from "./ledger.ts";

ledgerSuite("h37rv", rows);
