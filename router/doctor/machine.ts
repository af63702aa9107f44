import { mkdtemp, readFile, rmdir, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseDotenv } from "../config/dotenv.ts";
import type { Surroundings } from "./surroundings.ts";

/** What the file system says of the cache folder and of `.env`. Nothing is left behind, and nothing is made. */
export async function lookAtMachine(
  cacheDir: string | null,
  dotenvFile: string,
): Promise<Pick<Surroundings, "cache" | "freeBytes" | "dotenv">> {
  const dotenv = await dotenvState(dotenvFile);
  if (cacheDir === null) return { cache: "off", freeBytes: null, dotenv };
  const folder = await nearestFolder(cacheDir);
  const cache = (await mayWrite(folder)) ? "writable" : "not_writable";
  return { cache, freeBytes: await freeBytesOf(folder), dotenv };
}

/** The folder, or the nearest one above that exists: what is missing is made when it is needed. */
async function nearestFolder(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/** Trying is the one test that knows of quotas, read-only mounts and other users' folders alike. */
async function mayWrite(folder: string): Promise<boolean> {
  try {
    await rmdir(await mkdtemp(join(folder, ".gene-router-doctor-")));
    return true;
  } catch {
    return false;
  }
}

async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

const SECRET_NAME = /TOKEN|KEY|SECRET|PASSWORD/i;
const OTHERS = 0o077;

async function dotenvState(file: string): Promise<Surroundings["dotenv"]> {
  try {
    const { values } = parseDotenv(await readFile(file, "utf8"));
    const secret = Object.entries(values).some(([name, value]) => SECRET_NAME.test(name) && value?.trim());
    // Windows has no such bits.
    const open = process.platform !== "win32" && ((await stat(file)).mode & OTHERS) !== 0;
    return secret && open ? "exposed" : "good";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "none" : "unreadable";
  }
}
