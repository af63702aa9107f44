/**
 * UniProtKB accession grammar, case-sensitive: https://www.uniprot.org/help/accession_numbers. Gene symbols such as
 * P2RY11 have the same shape, so a match is never proof that a text is an accession.
 */
const GRAMMAR = "[OPQ][0-9][A-Z0-9]{3}[0-9]|[A-NR-Z][0-9](?:[A-Z][A-Z0-9]{2}[0-9]){1,2}";

const ACCESSION = new RegExp(`^(?:${GRAMMAR})$`);
const ISOFORM_ID = new RegExp(`^(${GRAMMAR})-([1-9][0-9]{0,3})$`);

export const isAccession = (text: string): boolean => ACCESSION.test(text);

/** The base accession of an isoform id (`P05067-4` → `P05067`); null when the text is not an isoform id. */
export const baseOfIsoformId = (text: string): string | null => ISOFORM_ID.exec(text)?.[1] ?? null;

/** Page of an entry for people. `accession` must match the grammar. */
export const entryUrl = (accession: string): string => `https://www.uniprot.org/uniprotkb/${accession}/entry`;
