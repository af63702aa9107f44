import { rows } from "./pubmed.reports.ts";
import { reportSuite } from "./reports.ts";

reportSuite("PubMed", rows, 60);
