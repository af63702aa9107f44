/** Names that a mistyped or half-remembered one may have meant: by shared letter pairs, best first, ties by name. */
export function nearNames(wanted: string, names: readonly string[], limit = 5): string[] {
  const sought = pairsOf(wanted.slice(0, 64).toLowerCase());
  return names
    .map((name) => ({
      name,
      likeness: Math.max(likeness(sought, pairsOf(name)), likeness(sought, pairsOf(leafOf(name)))),
    }))
    .filter(({ likeness: value }) => value >= LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name);
}

/** Below this, two names have little more in common than English has. */
const LEAST_LIKENESS = 0.5;

const leafOf = (name: string): string => name.slice(name.indexOf("_") + 1);

function pairsOf(text: string): Set<string> {
  const padded = ` ${text} `;
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)));
}

/** Dice's coefficient. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}
