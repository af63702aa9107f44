import { reportSuite } from "./reports.ts";
import { rows } from "./tbdb.reports.ts";

reportSuite("tbdb and the WHO catalogue", rows, 40);
