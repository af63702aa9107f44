import type { RequestEntry } from "../envelope/envelope.ts";
import type { KeptAnswer } from "./answer-kept.ts";
import { isoTime } from "./hop.ts";
import type { Setback } from "./setback.ts";
import type { ServiceSpec } from "./upstream.ts";
import type { Form } from "./urls.ts";

/** What an entry says about the request itself, whatever became of it. */
export interface AskedForms {
  readonly method: "GET" | "POST";
  readonly audit: { readonly url: string; readonly form: Form | null };
}

/** The entry of an answer; `attempts` is 0 when no request was sent for this call. */
export const entryOfAnswer = (
  asked: AskedForms,
  answer: KeptAnswer,
  spec: ServiceSpec,
  facts: { readonly cached: boolean; readonly stale: boolean; readonly attempts: number },
): RequestEntry =>
  Object.freeze({
    url: asked.audit.url,
    method: asked.method,
    params: asked.audit.form,
    status: answer.status,
    retrieved_at: answer.fetchedAt,
    validated_at: answer.validatedAt,
    cached: facts.cached,
    stale: facts.stale,
    attempts: facts.attempts,
    bytes: answer.content.bytes.byteLength,
    content_sha256: answer.content.sha256,
    release: spec.releaseOf?.(answer.headers) ?? null,
    error: null,
  });

/** The entry of a failed exchange; status 0 = there was no response. */
export const entryOfSetback = (
  asked: AskedForms,
  setback: Setback,
  facts: { readonly attempts: number; readonly nowMs: number },
): RequestEntry =>
  Object.freeze({
    url: asked.audit.url,
    method: asked.method,
    params: asked.audit.form,
    status: setback.details.status ?? 0,
    retrieved_at: setback.details.at ?? isoTime(facts.nowMs),
    validated_at: null,
    cached: setback.details.cached ?? false,
    stale: false,
    attempts: facts.attempts,
    bytes: setback.details.bytes ?? 0,
    content_sha256: setback.details.sha256 ?? null,
    release: null,
    error: setback.code,
  });
