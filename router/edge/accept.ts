const BOTH = "application/json, text/event-stream";
const ANYTHING = /^\s*(\*\/\*\s*(;[^,]*)?)?$/;

/**
 * A POST that names no media type, or any, accepts both that the transport may answer with (RFC 9110 §12.5.1); the SDK
 * wants them spelled out. The body is not carried over: it has been read by then.
 */
export function acceptingBoth(request: Request): Request {
  if (request.method !== "POST" || !ANYTHING.test(request.headers.get("accept") ?? "")) return request;
  const headers = new Headers(request.headers);
  headers.set("accept", BOTH);
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}
