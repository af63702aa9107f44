/** A product name without the database that it was taken from, which is no part of it; null when nothing is left. */
export const withoutOrigin = (product: string | null | undefined): string | null =>
  product?.trim().replace(/^\((?:RefSeq|GenBank)\)\s*/, "") || null;
