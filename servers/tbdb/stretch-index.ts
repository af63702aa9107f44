/** A stretch of the genome, 1-based, inclusive, forward strand. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Everything that overlaps a stretch of the genome, both ends included; by start, and as given where starts are equal. */
export type StretchIndex<T> = (from: number, to: number) => T[];

/**
 * Finds by bisection: things are sorted by their start, and beside each stands the furthest end so far, so that what ends
 * before the stretch is never looked at.
 */
export function createStretchIndex<T>(things: readonly T[], placeOf: (thing: T) => Stretch): StretchIndex<T> {
  const sorted = things.map((thing) => ({ thing, ...placeOf(thing) })).sort((a, b) => a.from - b.from);
  let furthest = 0;
  const reach = sorted.map(({ to }) => {
    furthest = Math.max(furthest, to);
    return furthest;
  });
  return (from, to) => {
    const found: T[] = [];
    for (let at = firstReaching(reach, from); at < sorted.length && sorted[at]!.from <= to; at += 1) {
      if (sorted[at]!.to >= from) found.push(sorted[at]!.thing);
    }
    return found;
  };
}

function firstReaching(reach: readonly number[], position: number): number {
  let low = 0;
  let high = reach.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reach[middle]! < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
