import { Fault } from "../kit/fault.ts";

export type Row = Readonly<Record<string, unknown>>;

/** STRING's words for "slow down", inside a body that came with status 200. */
const RATE_MESSAGE =
  /rate.?limit|too many|slow(?:er)? down|throttl|quota|wait (?:at least )?(?:a|one|1) ?s|(?:requests?|calls?) per (?:second|minute)/i;

/** A message is brief; in a table that came instead of an answer, such words are about proteins. Characters. */
const LONGEST_MESSAGE = 4_000;

const ERROR_KEY = /^error(?:[ _]?(?:message|code|type))?$/i;

/** What an error object may hold beside; a row of data always holds more. */
const ERROR_WORDS: ReadonlySet<string> = new Set(["message", "status", "code", "detail", "warning"]);

const isError = (row: object): boolean => {
  const keys = Object.keys(row);
  return keys.some((key) => ERROR_KEY.test(key)) || keys.every((key) => ERROR_WORDS.has(key.toLowerCase()));
};

/**
 * The rows of a JSON answer.
 *
 * STRING reports errors with status 200 in four shapes, none of which may pass for rows: an object, a list of strings,
 * a list of error objects, plain text. An HTML page in place of data is a fifth.
 *
 * @throws Fault `in_band_error`, `rate_limited` (an error that says so), `unexpected_content`, `unparsable`
 */
export function parseRows(text: string): readonly Row[] {
  const body = text.trim();
  if (body.startsWith("<")) throw new Fault("unexpected_content", "STRING answered with a page instead of data");
  const value = parseJsonOf(body);
  if (typeof value === "string") throw inBand(value);
  if (typeof value !== "object" || value === null)
    throw new Fault("unparsable", "STRING's answer is not a list of rows");
  if (!Array.isArray(value)) throw inBand(body);
  return value.map((row: unknown, index) => {
    if (typeof row === "string") throw inBand(body);
    if (typeof row !== "object" || row === null || Array.isArray(row)) throw badRow(index, "is not an object");
    if (isError(row)) throw inBand(body);
    return row as Row;
  });
}

function parseJsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Cut or broken data begins like data; anything else is a message in words.
    if (body === "" || /^[[{"]/.test(body)) throw new Fault("unparsable", "STRING's answer is not valid JSON");
    throw inBand(body);
  }
}

const inBand = (body: string): Fault =>
  body.length <= LONGEST_MESSAGE && RATE_MESSAGE.test(body)
    ? new Fault("rate_limited", "STRING asks for a slower pace, inside an answer with status 200")
    : new Fault("in_band_error", "STRING reported an error inside an answer with status 200");

/** `problem` is constant text; rows are counted from 1. */
export const badRow = (index: number, problem: string): Fault =>
  new Fault("unparsable", `Row ${index + 1} of STRING's answer ${problem}`);

/** A text field; null when absent, null or blank. A name of digits alone (7157) may come as a number. */
export function textOf(row: Row, field: string, index: number): string | null {
  const value = row[field] ?? null;
  if (value === null) return null;
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value !== "string") throw badRow(index, `has a ${field} that is not text`);
  return value.trim() === "" ? null : value;
}

const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** A fraction 0–1, as a number or as digits; null when absent or blank: "not given" is not zero. */
export function fractionOf(row: Row, field: string, index: number): number | null {
  const given = typeof row[field] === "string" ? row[field].trim() : row[field];
  if (given === undefined || given === null || given === "") return null;
  const value = typeof given === "string" && DECIMAL.test(given) ? Number(given) : given;
  if (typeof value !== "number" || !(value >= 0 && value <= 1)) {
    throw badRow(index, `has a ${field} that is not a number from 0 to 1`);
  }
  return value;
}

/** A whole number ≥ 0, as a number or as digits; null when absent. */
export function countOf(row: Row, field: string, index: number): number | null {
  const value = row[field] ?? null;
  if (value === null) return null;
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 0) {
    throw badRow(index, `has a ${field} that is not a whole number`);
  }
  return number;
}
