/** `error`: something is not served or cannot be; `warning`: it is, and worse than it could be; `info`: good to know. */
export type FindingSeverity = "error" | "warning" | "info";

/** Everything that the doctor can find, with how bad it is. Codes are stable: scripts rely on them. */
export const SEVERITIES = {
  // The way to a source.
  name_not_found: "error",
  refused: "error",
  no_route: "error",
  timeout: "error",
  tls: "error",
  hung_up: "error",
  refuses_credentials: "error",
  redirects: "error",
  wrong_path: "error",
  overloaded: "error",
  server_error: "error",
  no_mcp: "error",
  lists_too_large: "error",
  program_not_found: "error",
  program_not_executable: "error",
  process_not_speaking: "error",
  source_not_opening: "error",
  // What a source does.
  calls_fail: "error",
  accepts_unknown_tools: "warning",
  unstable_definitions: "warning",
  no_tools: "warning",
  clock_differs: "warning",
  older_revision: "info",
  // Names, and entries of servers.yaml.
  bad_name: "error",
  collision: "error",
  illegal_header: "error",
  malformed: "error",
  unknown_entrypoint: "error",
  unknown_scoped: "error",
  filter_without_effect: "warning",
  no_entrypoints: "info",
  list_too_long: "warning",
  // Definitions of tools.
  input_schema_invalid: "error",
  output_schema_invalid: "error",
  older_dialect: "warning",
  long_name: "warning",
  no_description: "warning",
  long_description: "info",
  undescribed_parameters: "warning",
  values_in_prose: "info",
  no_read_only_hint: "warning",
  no_output_schema: "info",
  no_title: "info",
  long_definition: "warning",
  hidden_text: "error",
  directive_text: "warning",
  // Pins.
  no_baseline: "info",
  bad_baseline: "error",
  quarantined: "error",
  // Configuration, environment and machine.
  no_sources: "error",
  no_url: "warning",
  no_token: "warning",
  token_in_clear: "error",
  no_effect: "warning",
  ignored_line: "warning",
  unknown_setting: "warning",
  dotenv_unreadable: "error",
  dotenv_exposed: "warning",
  open_to_everyone: "warning",
  no_host_name: "warning",
  no_cache: "info",
  cache_not_writable: "warning",
  disk_nearly_full: "warning",
  clock_wrong: "warning",
} as const satisfies Record<string, FindingSeverity>;

export type FindingCode = keyof typeof SEVERITIES;

/** Something that the doctor found. Messages and cures are constant text with names of the configuration or cleaned ones. */
export interface DoctorFinding {
  readonly code: FindingCode;
  readonly severity: FindingSeverity;
  /** `kegg`, `kegg_get_gene`, or the setting; "" = the router as a whole. */
  readonly where: string;
  readonly message: string;
  /** What to type, set or write: one sentence. */
  readonly cure: string;
}

/** A finding of the severity that its code has. */
export const finding = (code: FindingCode, where: string, message: string, cure: string): DoctorFinding => ({
  code,
  severity: SEVERITIES[code],
  where,
  message,
  cure,
});

const ORDER: readonly FindingSeverity[] = ["error", "warning", "info"];

/** The worst first; else as they came. */
export const worstFirst = (findings: readonly DoctorFinding[]): DoctorFinding[] =>
  [...findings].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
