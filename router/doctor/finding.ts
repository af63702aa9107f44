export type FindingSeverity = "error" | "warning" | "info";

/** Something that the doctor found. Messages and cures are constant text with names of the configuration or cleaned ones. */
export interface DoctorFinding {
  /** Stable, for scripts. */
  readonly code: string;
  /** `error`: something is not served or cannot be; `warning`: it is, and worse than it could be; `info`: good to know. */
  readonly severity: FindingSeverity;
  /** `kegg`, `kegg_get_gene`, or the setting; "" = the router as a whole. */
  readonly where: string;
  readonly message: string;
  /** What to type, set or write. */
  readonly cure: string;
}

const ORDER: readonly FindingSeverity[] = ["error", "warning", "info"];

/** The worst first; else as they came. */
export const worstFirst = (findings: readonly DoctorFinding[]): DoctorFinding[] =>
  [...findings].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
