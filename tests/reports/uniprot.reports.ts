import type { ReportRow } from "./reports.ts";
import { rows as entries } from "./uniprot.entries.reports.ts";
import { rows as failures } from "./uniprot.failures.reports.ts";
import { rows as mapping } from "./uniprot.mapping.reports.ts";
import { rows as search } from "./uniprot.search.reports.ts";

/** UniProtKB's search and entries, and the mapping of identifiers. */
export const rows: readonly ReportRow[] = [...search, ...entries, ...mapping, ...failures];
