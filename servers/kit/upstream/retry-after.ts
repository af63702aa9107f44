const IMF_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC850_DATE = /^[A-Z][a-z]+, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * Seconds that a response asks to wait (RFC 9110 §10.2.3): a number, or an HTTP date measured against the response's own
 * `Date`, since the two clocks may differ. Null when absent, negative or unreadable.
 */
export function retryAfterSeconds(headers: Readonly<Record<string, string>>, nowMs: number): number | null {
  const value = headers["retry-after"]?.trim();
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const until = httpDate(value);
  if (until === null) return null;
  const seconds = Math.ceil((until - (httpDate(headers.date ?? "") ?? nowMs)) / 1000);
  return seconds < 0 ? null : seconds;
}

function httpDate(text: string): number | null {
  const trimmed = text.trim();
  const readable = IMF_DATE.test(trimmed) || RFC850_DATE.test(trimmed);
  // asctime names no zone; HTTP says it is UTC.
  const time = readable ? Date.parse(trimmed) : ASCTIME_DATE.test(trimmed) ? Date.parse(`${trimmed} GMT`) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
