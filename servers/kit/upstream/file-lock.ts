import { randomUUID } from "node:crypto";
import { link, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import type { Clock } from "./upstream.ts";

/** A lock is held for a few milliseconds; one this old belongs to a process that is gone or stuck. */
export const LOCK_EXPIRES_MS = 5_000;

const POLL_MS = 10;

/** Longer than any lock lives: what is still in the way then is no lock that could be broken. */
const GIVE_UP_MS = 4 * LOCK_EXPIRES_MS;

interface Holder {
  readonly pid: number;
  readonly at: number;
  /** Process ids mean nothing on another machine or in another container that shares the folder. */
  readonly host: string;
  readonly id: string;
}

/**
 * Runs `work` while this process holds the lock file. The lock of a process that died, or that is too old, is broken.
 * Rejects when the folder cannot be written, or the lock cannot be had.
 */
export async function withFileLock<T>(lock: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  const began = clock.now();
  const attempt = () => take(lock, { pid: process.pid, at: clock.now(), host: hostname(), id: randomUUID() });
  let held = await attempt();
  for (; held === null; held = await attempt()) {
    if (clock.now() - began > GIVE_UP_MS) throw new Error("The lock file cannot be had");
    await breakExpired(lock, clock);
    await clock.sleep(POLL_MS);
    // A clock that does not wait must not keep the file system from its work.
    await new Promise((resolve) => setImmediate(resolve));
  }
  try {
    return await work();
  } finally {
    // Whoever was stopped for so long that its lock was broken must not remove the next holder's.
    if ((await readFile(lock, "utf8").catch(() => null)) === held) await unlink(lock).catch(() => undefined);
  }
}

/**
 * A hard link appears with its content, so that no one ever reads a lock without a holder.
 *
 * @returns what stands in the lock now, or null when another holds it.
 */
async function take(lock: string, holder: Holder): Promise<string | null> {
  const mine = `${lock}.${holder.pid}.${holder.id}`;
  const text = JSON.stringify(holder);
  await writeFile(mine, text, { mode: 0o600 });
  try {
    await link(mine, lock);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return null;
    throw error;
  } finally {
    await unlink(mine);
  }
}

async function breakExpired(lock: string, clock: Clock): Promise<void> {
  const seen = await readFile(lock, "utf8").catch(() => null);
  if (seen === null || !isExpired(seen, clock.now())) return;
  const taken = `${lock}.${process.pid}.${randomUUID()}`;
  try {
    await rename(lock, taken);
  } catch {
    return;
  }
  // Another process may have broken it first: then this is its fresh lock, and it goes back.
  if ((await readFile(taken, "utf8").catch(() => seen)) !== seen) await link(taken, lock).catch(() => undefined);
  await unlink(taken).catch(() => undefined);
}

function isExpired(text: string, now: number): boolean {
  let holder: Partial<Holder>;
  try {
    holder = JSON.parse(text) as Partial<Holder>;
  } catch {
    return true;
  }
  if (!Number.isInteger(holder.pid) || !Number.isFinite(holder.at)) return true;
  return Math.abs(now - holder.at!) > LOCK_EXPIRES_MS || (holder.host === hostname() && !isAlive(holder.pid!));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
