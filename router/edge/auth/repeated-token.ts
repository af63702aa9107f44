/**
 * Whether a text of what is passed on, a name or a value, holds the token: a parsed body, a trace context. A caller that
 * repeats its token there is about to give it away.
 */
export function repeatsToken(passedOn: unknown, token: string): boolean {
  if (typeof passedOn === "string") return passedOn.length >= token.length && passedOn.includes(token);
  if (passedOn === null || typeof passedOn !== "object") return false;
  return Object.entries(passedOn).some(([name, value]) => repeatsToken(name, token) || repeatsToken(value, token));
}
