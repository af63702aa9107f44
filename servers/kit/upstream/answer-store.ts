import type { KeptAnswer } from "./answer-kept.ts";
import type { DiskCache } from "./disk-cache.ts";
import type { MemoryCache } from "./memory-cache.ts";

/** Accepted answers, memory in front of disk. */
export interface AnswerStore {
  inMemory(key: string): KeptAnswer | null;
  find(key: string): Promise<KeptAnswer | null>;
  keep(key: string, answer: KeptAnswer): Promise<void>;
  drop(key: string): Promise<void>;
}

export const createAnswerStore = (
  memory: MemoryCache,
  disk: DiskCache | null,
  { readsDisk }: { readsDisk: boolean },
): AnswerStore => ({
  inMemory: (key) => memory.get(key) ?? null,
  find: async (key) => {
    const held = memory.get(key);
    if (held !== undefined) return held;
    const stored = readsDisk ? ((await disk?.read(key)) ?? null) : null;
    if (stored !== null) memory.set(key, stored);
    return stored;
  },
  keep: async (key, answer) => {
    memory.set(key, answer);
    await disk?.write(key, answer);
  },
  drop: async (key) => {
    memory.delete(key);
    await disk?.remove(key);
  },
});

/** For replay: every answer comes from the recording. */
export const noStore: AnswerStore = {
  inMemory: () => null,
  find: async () => null,
  keep: async () => undefined,
  drop: async () => undefined,
};
