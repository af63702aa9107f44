import { rows as answers } from "./pubmed.answers.reports.ts";
import { rows as ids } from "./pubmed.ids.reports.ts";
import { rows as records } from "./pubmed.records.reports.ts";
import { rows as search } from "./pubmed.search.reports.ts";
import type { ReportRow } from "./reports.ts";

/** E-utilities of PubMed, and PMC's id converter. */
export const rows: readonly ReportRow[] = [...search, ...records, ...answers, ...ids];
