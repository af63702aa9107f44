import { randomUUID } from "node:crypto";
import { copyFile, mkdir, readFile, realpath, rename, stat, unlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** The file was changed by another program while we looked at it; nothing was written. */
export class ChangedMeanwhile extends Error {}

/** Configuration is often a link into a folder under version control; the link must survive. */
export const targetOf = (file: string): Promise<string> => realpath(file).catch(() => file);

/** Text of a file; null when there is none. Throws the file system's error for any other reason. */
export async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Replaces a file whole or not at all, with the permissions that it had, after a copy beside it. Hosts write their files
 * too: a file that is no longer `before` is left alone, and `ChangedMeanwhile` thrown.
 *
 * @param now epoch milliseconds, for the name of the copy
 * @returns path of the copy; null when there was no file
 */
export async function replaceFile(
  file: string,
  { before, after, now }: { before: string | null; after: string; now: number },
): Promise<string | null> {
  const mode = await stat(file).then(
    (found) => found.mode & 0o777,
    // Such files hold tokens sooner or later.
    () => 0o600,
  );
  const temporary = `${file}.${randomUUID()}.tmp`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(temporary, after, { mode });
    const backup = before === null ? null : `${file}.${new Date(now).toISOString().replace(/[:.]/g, "-")}.bak`;
    if (backup !== null) await copyFile(file, backup);
    if ((await textOf(file)) !== before) throw new ChangedMeanwhile();
    await rename(temporary, file);
    return backup;
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}
