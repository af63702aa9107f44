import { isDatabasePrefix } from "./organism.ts";

/** A gene as a caller names it: an id with its own organism, or a name to look up in the organism's gene list. */
export type GeneName =
  | { readonly kind: "qualified"; readonly organism: string; readonly locusTag: string; readonly id: string }
  | { readonly kind: "plain"; readonly name: string };

/** Why a text cannot be a gene name; a constant sentence without its subject. */
export interface NameRefusal {
  readonly kind: "refused";
  readonly reason: string;
}

const MAX_NAME_LENGTH = 100;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const PREFIXED = /^([A-Za-z]{2,4}):/;
const QUALIFIED = /^([A-Za-z]{3,4}):(\S+)$/;

/**
 * Locus tags that may enter a URL path: nothing that a path, a query or KEGG's `+` could read otherwise. Besides letters,
 * digits and `_.-`, tags of yeast's tRNA genes have brackets (`tP(UGG)A`), others a colon, a prime, a comma or a star.
 */
const SENDABLE_TAG = /^[A-Za-z0-9_][A-Za-z0-9_.():',*~-]*$/;

export const isSendableTag = (locusTag: string): boolean => SENDABLE_TAG.test(locusTag);

const refused = (reason: string): NameRefusal => ({ kind: "refused", reason });

/**
 * Reads a gene name: `mtu:Rv1908c` is qualified (prefix lower-cased), anything else without a database prefix is plain.
 * Lengths are counted in characters after trimming.
 */
export function parseGeneName(text: string): GeneName | NameRefusal {
  const name = text.trim();
  if (name === "") return refused("is blank");
  if ([...name].length > MAX_NAME_LENGTH) return refused(`is longer than ${MAX_NAME_LENGTH} characters`);
  if (CONTROL.test(name)) return refused("holds control characters");

  const prefix = PREFIXED.exec(name)?.[1];
  if (prefix !== undefined && isDatabasePrefix(prefix)) {
    return refused("has the prefix of a KEGG database; give a gene of an organism, such as mtu:Rv1908c");
  }

  const qualified = QUALIFIED.exec(name);
  if (qualified === null) return { kind: "plain", name };
  const organism = qualified[1]!.toLowerCase();
  const locusTag = qualified[2]!;
  if (!isSendableTag(locusTag)) {
    return refused(
      "has characters after the colon that no KEGG gene id has (letters, digits and _.():',*~- are allowed)",
    );
  }
  return { kind: "qualified", organism, locusTag, id: `${organism}:${locusTag}` };
}
