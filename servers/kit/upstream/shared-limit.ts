import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withFileLock } from "./file-lock.ts";
import type { Clock, PaceGroup } from "./upstream.ts";

/** Slots that several processes share. */
export interface SharedSlots {
  /** Takes the group's next free slot: epoch milliseconds at which this request may start. */
  reserve(group: PaceGroup): Promise<number>;
  /** No process starts a request of the group before then. */
  postpone(group: string, until: number): Promise<void>;
}

/** A slot further away than this comes from a clock that was wrong, not from a service's wish. */
const FARTHEST_SLOT_MS = 24 * 3_600_000;

/**
 * The next free slot of each group in a locked file under the cache directory. Where the folder cannot be used, one
 * warning is given and each process paces itself.
 */
export function createSharedSlots(directory: string, clock: Clock, warn: (message: string) => void): SharedSlots {
  const folder = join(directory, "limits");
  let warned = false;

  const update = async (group: string, next: (free: number, now: number) => number): Promise<number> => {
    const file = join(folder, `${group}.json`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return await withFileLock(`${file}.lock`, clock, async () => {
        const now = clock.now();
        const free = Math.max(now, await readSlot(file, now));
        const following = next(free, now);
        const fresh = `${file}.${process.pid}.tmp`;
        await writeFile(fresh, JSON.stringify({ next: following }), { mode: 0o600 });
        await rename(fresh, file);
        return free;
      });
    } catch {
      if (!warned) warn("GENE_ROUTER_SHARED_LIMIT: the cache directory cannot be written; the limit is per process");
      warned = true;
      return clock.now();
    }
  };

  return {
    reserve: (group) => update(group.name, (free) => free + group.spacingMs),
    postpone: async (group, until) => {
      await update(group, (free) => Math.max(free, until));
    },
  };
}

async function readSlot(file: string, now: number): Promise<number> {
  try {
    const { next } = JSON.parse(await readFile(file, "utf8")) as { next?: unknown };
    return typeof next === "number" && next - now < FARTHEST_SLOT_MS ? next : 0;
  } catch {
    return 0;
  }
}
