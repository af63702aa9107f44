/** Above this many proteins a network is asked for in blocks. */
const WHOLE_NETWORK = 100;
/** Proteins in one block; a request holds two. */
const BLOCK = 50;

export const pairsOf = (proteins: number): number => (proteins * (proteins - 1)) / 2;

/** A pair without direction: ids in code point order, joined by `|`. */
export const pairKey = (a: string, b: string): string => (a < b ? `${a}|${b}` : `${b}|${a}`);

/**
 * Groups of ids, one a request, such that every pair of ids lies in at least one group: all at once up to 100, else
 * every two blocks of 50 together (400 ids: 8 blocks, 28 requests).
 */
export function pairGroups(ids: readonly string[]): readonly (readonly string[])[] {
  if (ids.length <= WHOLE_NETWORK) return [ids];
  const blocks: (readonly string[])[] = [];
  for (let start = 0; start < ids.length; start += BLOCK) blocks.push(ids.slice(start, start + BLOCK));
  return blocks.flatMap((first, index) => blocks.slice(index + 1).map((second) => [...first, ...second]));
}

/** Which pairs were put to STRING. */
export class AskedPairs {
  readonly #keys = new Set<string>();

  add(ids: readonly string[]): void {
    for (const [index, a] of ids.entries()) for (const b of ids.slice(index + 1)) this.#keys.add(pairKey(a, b));
  }

  get size(): number {
    return this.#keys.size;
  }

  has(a: string, b: string): boolean {
    return this.#keys.has(pairKey(a, b));
  }
}
