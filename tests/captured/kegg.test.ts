import { rows } from "./kegg.ledger.ts";
import { ledgerSuite } from "./ledger.ts";

ledgerSuite("kegg", rows);
