import type { UpstreamRequest } from "./upstream.ts";
import { canonicalUrl, joinUrl } from "./urls.ts";

/** Longest URL that goes out as a GET; servers and proxies on the way refuse longer ones. */
export const MAX_GET_URL = 2_000;

/**
 * The same parameters as a query, or as a form when the URL would be too long. Identity parameters do not count, so that
 * the choice, and with it the cache key, is the same in every installation.
 */
export function getOrPost(
  base: string,
  path: string,
  params: NonNullable<UpstreamRequest["query"]>,
): Pick<UpstreamRequest, "path" | "method" | "query" | "form"> {
  const length = canonicalUrl(joinUrl(base, path), params).length;
  return length > MAX_GET_URL ? { path, method: "POST", form: params } : { path, method: "GET", query: params };
}
