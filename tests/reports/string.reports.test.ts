import { reportSuite } from "./reports.ts";
import { rows } from "./string.reports.ts";

reportSuite("STRING", rows, 40);
