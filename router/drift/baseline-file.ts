import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, stat, unlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Clock } from "../../servers/kit/upstream/upstream.ts";
import type { Config } from "../config/config.ts";
import { type Baseline, readBaseline, writeBaseline } from "./baseline.ts";

/** Where the baseline is: as set, else beside the servers.yaml in use; null when that is no file. */
export function baselineFileOf({ settings, folder }: Pick<Config, "settings" | "folder">): string | null {
  if (settings.baseline !== null) return resolve(settings.baseline);
  return folder === null ? null : join(folder, "ci", "fleet-baseline.json");
}

/** The baseline of a file; null when there is none. Throws `BadBaseline`, or the error of the file system. */
export async function loadBaseline(file: string): Promise<Baseline | null> {
  try {
    return readBaseline(await readFile(file, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Writes it whole or not at all. */
export async function saveBaseline(file: string, baseline: Baseline): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(temporary, writeBaseline(baseline));
    await rename(temporary, file);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

interface Watching {
  /** `stampOf` the file from before it was read, so that no change falls between. */
  readonly since: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onChanged: () => Promise<void>;
}

/** Often enough for someone who waits, and nothing beside a call. */
const LOOK_EVERY_MS = 1_000;

/**
 * Calls `onChanged` after the file was changed, until the signal ends. It is looked at rather than listened to: that sees
 * replaced files, links and mounted volumes alike. A change counts once two looks in a row agree, so that a file that is
 * being written is not read half.
 */
export async function watchFile(file: string, { since, clock, signal, onChanged }: Watching): Promise<void> {
  let known = since;
  let before = since;
  while (!signal.aborted) {
    await clock.sleep(LOOK_EVERY_MS, signal).catch(() => {});
    if (signal.aborted) return;
    const now = await stampOf(file);
    if (now !== known && now === before) {
      known = now;
      await onChanged();
    }
    before = now;
  }
}

/** Differs when the file was written, replaced or removed. */
export async function stampOf(file: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return "missing";
  }
}
