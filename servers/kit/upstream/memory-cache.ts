import { LRUCache } from "lru-cache";
import type { KeptAnswer } from "./answer-kept.ts";

export const MAX_ENTRIES = 500;

export interface MemoryCache {
  get(key: string): KeptAnswer | undefined;
  set(key: string, answer: KeptAnswer): void;
  delete(key: string): void;
}

/** Text is decoded beside its bytes, so that a body can take twice its size; the rest covers headers and the key. */
const sizeOf = (answer: KeptAnswer): number => 2 * answer.content.bytes.byteLength + 1_024;

/** The answers used last, in front of the disk: same keys, same lifetimes. `megabytes` = 0 keeps nothing. */
export function createMemoryCache(megabytes: number): MemoryCache {
  if (megabytes === 0) return { get: () => undefined, set: () => undefined, delete: () => undefined };
  const answers = new LRUCache<string, KeptAnswer>({
    max: MAX_ENTRIES,
    maxSize: megabytes * 1_048_576,
    sizeCalculation: sizeOf,
  });
  return {
    get: (key) => answers.get(key),
    set: (key, answer) => {
      answers.set(key, Object.freeze(answer));
    },
    delete: (key) => {
      answers.delete(key);
    },
  };
}
