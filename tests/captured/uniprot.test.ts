import { ledgerSuite } from "./ledger.ts";
import { rows } from "./uniprot.ledger.ts";

ledgerSuite("uniprot", rows);
