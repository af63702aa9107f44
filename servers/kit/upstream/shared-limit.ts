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
  /** Epoch milliseconds up to which some process was asked to pause; 0 = never. */
  pausedUntil(group: string): Promise<number>;
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

  const fileOf = (group: string) => join(folder, `${group}.json`);

  /** Gives the next free slot and stores what `change` makes of the group's state, as one step among all processes. */
  const update = async (group: string, change: (state: GroupState) => GroupState): Promise<number> => {
    const file = fileOf(group);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return await withFileLock(`${file}.lock`, clock, async () => {
        const state = await readState(file, clock.now());
        const fresh = `${file}.${process.pid}.tmp`;
        await writeFile(fresh, JSON.stringify(change(state)), { mode: 0o600 });
        await rename(fresh, file);
        return state.next;
      });
    } catch {
      if (!warned) warn("GENE_ROUTER_SHARED_LIMIT: the cache directory cannot be written; the limit is per process");
      warned = true;
      return clock.now();
    }
  };

  return {
    reserve: (group) => update(group.name, ({ next, paused }) => ({ next: next + group.spacingMs, paused })),
    postpone: async (group, until) => {
      await update(group, ({ next, paused }) => ({ next: Math.max(next, until), paused: Math.max(paused, until) }));
    },
    pausedUntil: async (group) => (await readState(fileOf(group), clock.now())).paused,
  };
}

/** Epoch milliseconds: the next free slot, never in the past, and the end of the last pause. */
interface GroupState {
  readonly next: number;
  readonly paused: number;
}

async function readState(file: string, now: number): Promise<GroupState> {
  const heeded = (time: unknown) => (typeof time === "number" && time - now < FARTHEST_SLOT_MS ? time : 0);
  try {
    const { next, paused } = JSON.parse(await readFile(file, "utf8")) as { next?: unknown; paused?: unknown };
    return { next: Math.max(now, heeded(next)), paused: heeded(paused) };
  } catch {
    return { next: now, paused: 0 };
  }
}
