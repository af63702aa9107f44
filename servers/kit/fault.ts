/**
 * Everything that can go wrong, as a closed set of codes. Faults are thrown where they happen and rendered once, by the
 * kit; a message is a constant template with parameter names and numbers, never text from outside.
 */
export const INPUT_FAULT_CODES = [
  "missing_argument",
  "unknown_argument",
  "invalid_argument",
  "out_of_range",
  "cursor_invalid",
  "cursor_expired",
] as const;

export const UPSTREAM_FAULT_CODES = [
  "rate_limited",
  "blocked",
  "upstream_refused",
  "upstream_error",
  "network",
  "timeout",
  "deadline_exceeded",
  "in_band_error",
  "unexpected_content",
  "unparsable",
  "incomplete",
  "too_large",
  "redirect_refused",
  "cache_miss",
  "not_in_replay",
] as const;

export type InputFaultCode = (typeof INPUT_FAULT_CODES)[number];
export type UpstreamFaultCode = (typeof UPSTREAM_FAULT_CODES)[number];
export type FaultCode = InputFaultCode | UpstreamFaultCode;

const RETRYABLE: ReadonlySet<FaultCode> = new Set([
  "rate_limited",
  "upstream_error",
  "network",
  "timeout",
  "deadline_exceeded",
  "incomplete",
]);

export interface FaultDetails {
  /** The argument at fault, as a path for nested ones (`names[3]`). */
  readonly param?: string | null;
  /** Seconds upstream asked us to wait. */
  readonly retryAfterS?: number | null;
  /** HTTP status; null when there was none. */
  readonly status?: number | null;
  readonly host?: string | null;
}

/** A failure with a code of the closed set. `message` must be a constant template: never upstream or caller text. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly param: string | null;
  readonly retryable: boolean;
  readonly retryAfterS: number | null;
  readonly status: number | null;
  readonly host: string | null;

  constructor(code: FaultCode, message: string, details: FaultDetails = {}) {
    super(message);
    this.name = "Fault";
    this.code = code;
    this.param = details.param ?? null;
    this.retryable = RETRYABLE.has(code);
    this.retryAfterS = details.retryAfterS ?? null;
    this.status = details.status ?? null;
    this.host = details.host ?? null;
  }
}

/** One or more problems with the arguments: the call is `bad_input` and nothing was sent. */
export class BadInput extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super("Arguments refused");
    this.name = "BadInput";
    this.faults = faults;
  }

  static of(code: InputFaultCode, message: string, param: string): BadInput {
    return new BadInput([new Fault(code, message, { param })]);
  }
}
