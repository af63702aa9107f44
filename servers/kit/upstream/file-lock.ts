import { randomUUID } from "node:crypto";
import { link, readFile, rename, unlink, writeFile } from "node:fs/promises";
import type { Clock } from "./upstream.ts";

/** A lock is held for a few milliseconds; one this old belongs to a process that is gone or stuck. */
export const LOCK_EXPIRES_MS = 5_000;

const POLL_MS = 10;

interface Holder {
  readonly pid: number;
  readonly at: number;
}

/**
 * Runs `work` while this process holds the lock file. The lock of a process that died, or that is too old, is broken.
 * Rejects when the folder cannot be written.
 */
export async function withFileLock<T>(lock: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  const mine = `${lock}.${process.pid}.${randomUUID()}`;
  while (!(await take(lock, mine, clock))) {
    await breakExpired(lock, clock);
    await clock.sleep(POLL_MS);
    // A clock that does not wait must not keep the file system from its work.
    await new Promise((resolve) => setImmediate(resolve));
  }
  try {
    return await work();
  } finally {
    await unlink(lock).catch(() => undefined);
  }
}

/** A hard link appears with its content, so that no one ever reads a lock without a holder. */
async function take(lock: string, mine: string, clock: Clock): Promise<boolean> {
  const holder: Holder = { pid: process.pid, at: clock.now() };
  await writeFile(mine, JSON.stringify(holder), { mode: 0o600 });
  try {
    await link(mine, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
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
  return Math.abs(now - holder.at!) > LOCK_EXPIRES_MS || !isAlive(holder.pid!);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
