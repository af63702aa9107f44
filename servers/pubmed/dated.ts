import { z } from "zod";
import { BadInput } from "../kit/fault.ts";

const FORM = /^(\d{4})(?:[/-](0[1-9]|1[0-2])(?:[/-](0[1-9]|[12]\d|3[01]))?)?$/;

/** A publication date as esearch takes it: a year, a month or a day. */
export const SearchDate = z.string().trim().regex(FORM);

/** Dates with slashes, as sent; null when not given. */
export const dateSent = (date: string | null | undefined): string | null => date?.replaceAll("-", "/") ?? null;

/** @throws BadInput when the range is empty */
export function checkRange(from: string | null, to: string | null): void {
  if (from === null || to === null) return;
  const widest = `${to}/99/99`.slice(0, 10);
  if (from > widest) throw BadInput.of("invalid_argument", "from_date must not be after to_date", "from_date");
}
