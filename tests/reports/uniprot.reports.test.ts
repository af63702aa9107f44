import { reportSuite } from "./reports.ts";
import { rows } from "./uniprot.reports.ts";

reportSuite("UniProt", rows, 60);
