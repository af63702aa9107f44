/**
 * Whether a text of a parsed body, a name or a value, holds the token. Whatever stands in a body may reach a source, so a
 * caller that repeats its token there is about to give it away.
 */
export function repeatsToken(body: unknown, token: string): boolean {
  if (typeof body === "string") return body.length >= token.length && body.includes(token);
  if (body === null || typeof body !== "object") return false;
  return Object.entries(body).some(([name, value]) => repeatsToken(name, token) || repeatsToken(value, token));
}
