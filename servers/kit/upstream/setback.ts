import { Fault, type FaultDetails, type UpstreamFaultCode } from "../fault.ts";

/** How a connection broke, as recordings write it down. */
export type Break = "reset" | "timeout" | "truncate";

export interface SetbackDetails extends FaultDetails {
  /** May the retry layer try again by itself? */
  readonly again?: boolean;
  readonly broken?: Break;
  /** Bytes of the body that had arrived. */
  readonly bytes?: number;
  readonly sha256?: string | null;
  /** When the failed answer was received, for replayed ones; null = now. */
  readonly at?: string | null;
  /** The failed answer came from a recording. */
  readonly cached?: boolean;
}

/** One attempt that failed: the fault as the caller will see it, and what the layers need to know of it. */
export class Setback extends Error {
  readonly code: UpstreamFaultCode;
  readonly details: SetbackDetails;

  constructor(code: UpstreamFaultCode, message: string, details: SetbackDetails = {}) {
    super(message);
    this.name = "Setback";
    this.code = code;
    this.details = details;
  }

  /** The same failure with more facts. */
  with(more: SetbackDetails): Setback {
    return new Setback(this.code, this.message, { ...this.details, ...more });
  }

  toFault(param: string | null): Fault {
    const { retryAfterS, status, host } = this.details;
    return new Fault(this.code, this.message, { param, retryAfterS, status, host });
  }
}
