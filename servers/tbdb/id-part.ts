import { sha256 } from "../kit/digest.ts";

const READABLE = /^[\w.>*+?=()'-]+$/;
const HASH_DIGITS = 12;

/**
 * A text of the catalogue as one part of a record id. One that is longer than `room` is shortened to its beginning and a
 * hash; one with characters that an id must not have is its hash alone, since it may be any text at all.
 */
export function idPart(text: string, room: number): string {
  const isReadable = READABLE.test(text);
  if (isReadable && text.length <= room) return text;
  const hash = sha256(text).slice(0, HASH_DIGITS);
  return isReadable ? `${text.slice(0, room - HASH_DIGITS - 1)}-${hash}` : hash;
}
