import type { CallToolResult } from "@modelcontextprotocol/server";
import { ConnectionFailure } from "../connections/connection-failure.ts";

/** The closed set of what the router itself has to say about a call. */
export type RouterErrorCode =
  | "unknown_tool"
  | "bad_arguments"
  | "forbidden"
  | "quarantined"
  | "source_down"
  | "source_timeout"
  | "source_protocol_error"
  | "overloaded"
  | "result_too_large"
  | "internal";

const RETRYABLE: ReadonlySet<RouterErrorCode> = new Set(["source_down", "source_timeout", "overloaded"]);

export interface ArgumentProblem {
  /** Path into the arguments: `genes[3]`; `(arguments)` for the whole. */
  readonly path: string;
  readonly problem: string;
  /** The allowed values, when the schema lists them. */
  readonly allowed?: readonly unknown[];
}

export interface RouterErrorDetails {
  readonly source?: string | null;
  readonly retryAfterS?: number | null;
  readonly problems?: readonly ArgumentProblem[];
  readonly suggestions?: readonly string[];
}

/** An error of the router's own. The message is a constant template: nothing from outside but cleaned names. */
export class RouterError extends Error {
  readonly code: RouterErrorCode;
  readonly details: RouterErrorDetails;

  constructor(code: RouterErrorCode, message: string, details: RouterErrorDetails = {}) {
    super(message);
    this.name = "RouterError";
    this.code = code;
    this.details = details;
  }

  static fromFailure(failure: ConnectionFailure, source: string): RouterError {
    return new RouterError(failure.code, failure.message, { source, retryAfterS: failure.retryAfterS });
  }
}

/** Anything thrown on the way to a source, as the router's own error; null when it is not the router's to tell. */
export function routerErrorOf(error: unknown, source: string): RouterError | null {
  if (error instanceof RouterError) return error;
  return error instanceof ConnectionFailure ? RouterError.fromFailure(error, source) : null;
}

/** The error as structured content: the same six fields for every code, and two lists where they help. */
export function errorContent({ code, message, details }: RouterError, requestId: string): Record<string, unknown> {
  return {
    error: code,
    message,
    retryable: RETRYABLE.has(code),
    retry_after_s: details.retryAfterS ?? null,
    source: details.source ?? null,
    request_id: requestId,
    ...(details.problems && { problems: details.problems }),
    ...(details.suggestions && { suggestions: details.suggestions }),
  };
}

/** The error as a tool result; its text says the same as its structured content. */
export function errorResult(error: RouterError, requestId: string): CallToolResult {
  const structuredContent = errorContent(error, requestId);
  return { isError: true, content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}
