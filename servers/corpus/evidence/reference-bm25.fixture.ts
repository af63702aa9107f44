/**
 * BM25 Okapi written a second time, straight from the formula and document by document, to check the index against.
 * Takes tokens, knows nothing of postings, heaps or caches.
 */
export function referenceRanking(
  documents: readonly { id: string; tokens: readonly string[] }[],
  query: readonly string[],
): { id: string; score: number }[] {
  const total = documents.length;
  const bags = documents.map(({ id, tokens }) => {
    const bag: Record<string, number> = Object.create(null);
    for (const token of tokens) bag[token] = (bag[token] ?? 0) + 1;
    return { id, bag, length: tokens.length };
  });
  const average = bags.reduce((sum, { length }) => sum + length, 0) / total;
  const containing: Record<string, number> = Object.create(null);
  for (const { bag } of bags) for (const token of Object.keys(bag)) containing[token] = (containing[token] ?? 0) + 1;
  const rawIdf = (n: number): number => Math.log((total - n + 0.5) / (n + 0.5));
  const counts = Object.values(containing);
  const floor = 0.25 * Math.max(0, counts.map(rawIdf).reduce((sum, idf) => sum + idf, 0) / counts.length);
  return bags
    .filter(({ bag }) => query.some((token) => token in bag))
    .map(({ id, bag, length }) => {
      let score = 0;
      for (const token of query) {
        const f = bag[token];
        if (f === undefined) continue;
        const idf = rawIdf(containing[token]!);
        score += ((idf < 0 ? floor : idf) * f * 2.5) / (f + 1.5 * (0.25 + (0.75 * length) / average));
      }
      return { id, score };
    })
    .sort((a, b) => b.score - a.score || Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));
}
