import { rows } from "./kegg.reports.ts";
import { reportSuite } from "./reports.ts";

reportSuite("KEGG", rows, 60);
