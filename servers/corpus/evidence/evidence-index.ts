import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Bm25Index, createBm25Index } from "../bm25.ts";
import { compareCodePoints } from "../code-points.ts";
import type { EvidenceDocument } from "./evidence-input.ts";
import { createWordTokeniser } from "./word-tokens.ts";

/** Share of the mean weight that a token of most documents keeps instead of a negative one. */
export const EPSILON = 0.25;

export interface EvidenceIndex {
  readonly bm25: Bm25Index;
  /** Weight of tokens whose own weight would be negative. */
  readonly idfFloor: number;
}

/** Documents by id as text, by code point: an order that the caller's does not change. */
export const byId = (documents: readonly EvidenceDocument[]): EvidenceDocument[] =>
  documents
    .map((document) => ({ document, id: String(document.id) }))
    .sort((a, b) => compareCodePoints(a.id, b.id))
    .map(({ document }) => document);

/** ln(N − n + 0.5) − ln(n + 0.5): Okapi's weight, negative for a token of more than half of the documents. */
export const okapiIdf = (size: number, frequency: number): number =>
  Math.log(size - frequency + 0.5) - Math.log(frequency + 0.5);

const MAX_INDEXES = 4;
const INDEX_LIFE_MS = 10 * 60_000;

/** Indexes of the last few collections, kept in memory only, by a hash of what they were made from. */
export class EvidenceIndexes {
  readonly #tokensOf = createWordTokeniser();
  readonly #kept: LRUCache<string, EvidenceIndex>;

  constructor(now: () => number) {
    this.#kept = new LRUCache({
      max: MAX_INDEXES,
      ttl: INDEX_LIFE_MS,
      ttlResolution: 0,
      // Words of supplied texts leave memory in time even if nobody calls again.
      ttlAutopurge: true,
      perf: { now },
    });
  }

  /** @param documents sorted by id */
  indexOf(documents: readonly EvidenceDocument[]): EvidenceIndex {
    const key = contentKey(documents);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const bm25 = createBm25Index(this.#tokenised(documents));
    const index = { bm25, idfFloor: EPSILON * Math.max(0, meanIdf(bm25)) };
    this.#kept.set(key, index);
    return index;
  }

  tokensOf(text: string): string[] {
    return this.#tokensOf(text);
  }

  *#tokenised(documents: readonly EvidenceDocument[]): Iterable<string[]> {
    for (const { title, abstract } of documents) {
      yield [...this.#tokensOf(title ?? ""), ...this.#tokensOf(abstract ?? "")];
    }
  }
}

/** Summed by ascending document frequency, so that the order of the documents cannot change the last bit. */
function meanIdf(bm25: Bm25Index): number {
  const frequencies = bm25.documentFrequencies();
  const sum = frequencies.reduce((total, frequency) => total + okapiIdf(bm25.size, frequency), 0);
  return frequencies.length === 0 ? 0 : sum / frequencies.length;
}

function contentKey(documents: readonly EvidenceDocument[]): string {
  const hash = createHash("sha256");
  for (const { id, title, abstract } of documents) {
    const parts = [String(id), title ?? "", abstract ?? ""];
    hash.update(`${parts.map((part) => part.length).join(" ")}\n`);
    for (const part of parts) hash.update(part);
  }
  return hash.digest("hex");
}
