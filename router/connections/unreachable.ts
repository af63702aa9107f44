const CODES = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "EACCES",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Node's and undici's ways to say that nobody listens there, or that there is no such program. */
export function unreachable(error: unknown): boolean {
  const { code, cause, errors } = (error ?? {}) as { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === "string" && CODES.has(code)) return true;
  if (Array.isArray(errors) && errors.length > 0) return errors.every(unreachable);
  return cause !== undefined && unreachable(cause);
}
