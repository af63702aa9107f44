import { Fault } from "../kit/fault.ts";
import { type Entry, parseEntry } from "./parse-entry.ts";

/**
 * The entries on one page of a search.
 *
 * @throws Fault `in_band_error` for an error report in place of results, `unparsable` for anything else that is not a
 * list of entries.
 */
export function parseSearch(value: unknown): Entry[] {
  if (typeof value !== "object" || value === null) {
    throw new Fault("unparsable", "The search answer is not an object");
  }
  if (!("results" in value)) {
    throw "messages" in value
      ? new Fault("in_band_error", "The search answer is an error report in place of results")
      : new Fault("unparsable", "The search answer has no list of results");
  }
  if (!Array.isArray(value.results)) throw new Fault("unparsable", "The results of the search are not a list");
  return value.results.map(parseEntry);
}
