/** Everything that the doctor can find, with how bad it is. Codes are stable: scripts may rely on them. */
const SEVERITIES = {
  // The way to a source.
  dns_failed: "error",
  connection_refused: "error",
  connection_failed: "error",
  connect_timeout: "error",
  tls_failed: "error",
  credentials_refused: "error",
  endpoint_missing: "error",
  redirected: "error",
  rate_limited: "error",
  server_error: "error",
  answer_timeout: "error",
  program_missing: "error",
  program_not_executable: "error",
  process_ended: "error",
  not_mcp: "error",
  too_large: "error",
  cannot_open: "error",
  // What a source does.
  calls_fail: "error",
  accepts_unknown_tools: "warning",
  unstable_definitions: "warning",
  no_tools: "warning",
  old_revision: "info",
  // Names and entries of servers.yaml.
  bad_name: "error",
  collision: "error",
  illegal_header: "error",
  malformed: "error",
  unknown_entrypoint: "error",
  unknown_rename: "warning",
  filter_without_effect: "warning",
  no_entrypoints: "info",
  // Definitions of tools.
  input_schema_invalid: "error",
  output_schema_invalid: "error",
  draft_07: "warning",
  name_long: "warning",
  description_missing: "warning",
  description_long: "info",
  parameter_undescribed: "warning",
  vocabulary_open: "info",
  annotations_missing: "warning",
  output_schema_missing: "info",
  title_missing: "info",
  definition_costly: "info",
  budget_exceeded: "warning",
  // Texts and pins.
  hidden_text: "error",
  directive_text: "warning",
  no_baseline: "info",
  bad_baseline: "error",
  drifted: "warning",
  // The machine and the environment.
  cache_off: "info",
  cache_unwritable: "error",
  disk_low: "warning",
  dotenv_line: "warning",
  dotenv_unreadable: "error",
  dotenv_exposed: "warning",
  unknown_setting: "warning",
  token_unset: "warning",
  url_unset: "warning",
  setting_without_effect: "warning",
  insecure_bind: "warning",
  clock_wrong: "warning",
} as const satisfies Record<string, Severity>;

export type Severity = "error" | "warning" | "info";
export type FindingCode = keyof typeof SEVERITIES;

/** One thing that the doctor found, and what to do about it. */
export interface DoctorFinding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** Namespace; null: the router, its file or its machine. */
  readonly source: string | null;
  /** What it is about within the source or the environment: a tool, a variable, a folder; null = all of it. */
  readonly subject: string | null;
  readonly message: string;
  /** One sentence that says what to type, set or write. */
  readonly cure: string;
}

export const FINDING_CODES = Object.keys(SEVERITIES) as readonly FindingCode[];

/** A finding of the severity that its code has. */
export const finding = (
  code: FindingCode,
  { source = null, subject = null, message, cure }: Partial<DoctorFinding> & Pick<DoctorFinding, "message" | "cure">,
): DoctorFinding => ({ code, severity: SEVERITIES[code], source, subject, message, cure });

const RANK: readonly Severity[] = ["error", "warning", "info"];

/** Worst first, then in the order in which they were found. */
export const bySeverity = (findings: readonly DoctorFinding[]): DoctorFinding[] =>
  RANK.flatMap((severity) => findings.filter((each) => each.severity === severity));
