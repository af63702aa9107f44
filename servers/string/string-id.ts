// A taxon (or the id of an uploaded proteome), a dot, and the proteome's own id, which may hold further dots.
const STRING_ID = /^(\d{1,10}|STRG[0-9A-Za-z]{1,20})\.([\x21-\x7e]{1,150})$/;

export interface StringId {
  readonly id: string;
  /** Taxon or `STRG…` id, as `species` takes it. */
  readonly species: string;
  /** Part after the first dot: the locus tag of a bacterium, the protein id of Ensembl for a vertebrate. */
  readonly tag: string;
}

/** Null when the text is not of the form `83332.Rv1908c`. */
export function parseStringId(text: string): StringId | null {
  const match = STRING_ID.exec(text);
  return match === null ? null : { id: text, species: match[1]!, tag: match[2]! };
}

/** The page of one protein. The id must have been parsed. */
export const proteinPage = (id: string): string => `https://string-db.org/network/${encodeURIComponent(id)}`;

/** The page of the network of several proteins. */
export const networkPage = (ids: readonly string[], species: string): string =>
  `https://string-db.org/cgi/network?${new URLSearchParams({ identifiers: ids.join("\r"), species })}`;

export const byCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
