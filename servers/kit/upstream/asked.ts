import type { ServiceSpec, UpstreamRequest } from "./upstream.ts";
import { auditForms, cacheKey, canonicalForm, canonicalUrl, type Form, joinUrl, wireForms } from "./urls.ts";

/** One request in all its forms, before anything is sent. */
export interface Asked {
  readonly method: "GET" | "POST";
  /** Canonical, without the identity of this installation. */
  readonly url: string;
  readonly form: Form | null;
  readonly key: string;
  readonly audit: { readonly url: string; readonly form: Form | null };
  readonly host: string;
  /** Seconds; 0 = never reused. */
  readonly ttlSeconds: number;
  readonly answers: readonly number[];
}

/** `ttl` replaces the lifetimes of the source, but makes nothing reusable that never was. */
export function askedOf(spec: ServiceSpec, request: UpstreamRequest, ttl: number | null): Asked {
  const method = request.method ?? (request.form === undefined ? "GET" : "POST");
  const url = canonicalUrl(joinUrl(spec.base, request.path), request.query);
  const form = method === "POST" ? canonicalForm(request.form ?? {}) : null;
  return {
    method,
    url,
    form,
    key: cacheKey(method, url, form),
    audit: auditForms(wireForms({ method, url, form }, spec), spec),
    host: new URL(url).host,
    ttlSeconds:
      request.ttlSeconds === 0
        ? 0
        : Math.min(ttl ?? request.ttlSeconds, request.maxTtlSeconds ?? Number.POSITIVE_INFINITY),
    answers: request.answers ?? [],
  };
}
