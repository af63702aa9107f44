const CONNECTION_FAILURE_CODES = [
  "source_down",
  "source_timeout",
  "source_protocol_error",
  "overloaded",
  "result_too_large",
] as const;

export type ConnectionFailureCode = (typeof CONNECTION_FAILURE_CODES)[number];

/** A call that a connection could not complete. The message is constant text: nothing from outside. */
export class ConnectionFailure extends Error {
  readonly code: ConnectionFailureCode;
  /** The source cannot be reached at all: no further call needs to try. */
  readonly unreachable: boolean;
  /** The connection died before any of the answer was seen. */
  readonly beforeAnswer: boolean;
  readonly retryAfterS: number | null;

  constructor(
    code: ConnectionFailureCode,
    message: string,
    details: { unreachable?: boolean; beforeAnswer?: boolean; retryAfterS?: number | null } = {},
  ) {
    super(message);
    this.name = "ConnectionFailure";
    this.code = code;
    this.unreachable = details.unreachable ?? false;
    this.beforeAnswer = details.beforeAnswer ?? false;
    this.retryAfterS = details.retryAfterS ?? null;
  }
}
