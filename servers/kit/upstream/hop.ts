import type { Content } from "./content.ts";
import type { Form } from "./urls.ts";

/** One request and its answer without retry or redirect: what goes over a socket, or is read from a recording. */
export interface HopRequest {
  readonly method: "GET" | "POST";
  /** Wire form. */
  readonly url: string;
  readonly form: Form | null;
  /** Key forms, by which recordings are matched. */
  readonly keyUrl: string;
  readonly keyForm: Form | null;
  readonly auditUrl: string;
  /** `If-None-Match`. */
  readonly etag: string | null;
}

export interface HopResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded body. */
  readonly content: Content;
  /** The body of an error answer may have broken off; one of data never does. */
  readonly complete: boolean;
  readonly retrievedAt: string;
  /** From a recording. */
  readonly cached: boolean;
}

export interface HopLimits {
  readonly signal: AbortSignal;
  readonly attemptMs: number;
  /** Epoch milliseconds; grows when a more patient call joins the exchange. */
  deadlineAt(): number;
}

/** Throws `Setback` for whatever is not an HTTP answer. */
export type Send = (hop: HopRequest, limits: HopLimits) => Promise<HopResponse>;

export const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();
