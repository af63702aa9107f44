import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { KeptAnswer } from "./answer-kept.ts";
import { decodeDiskEntry, encodeDiskEntry } from "./disk-entry.ts";

export interface DiskCache {
  read(key: string): Promise<KeptAnswer | null>;
  write(key: string, answer: KeptAnswer): Promise<void>;
  remove(key: string): Promise<void>;
}

/**
 * Accepted answers as files `v1/<first two hex>/<key>`, for this user only. A damaged file is a miss and is removed; a
 * folder that cannot be used costs one warning, never a result.
 */
export function createDiskCache(directory: string, warn: (message: string) => void): DiskCache {
  let warned = false;
  const warnOnce = () => {
    if (!warned) warn("GENE_ROUTER_CACHE_DIR: the cache directory cannot be used; answers are not kept on disk");
    warned = true;
  };
  const fileOf = (key: string) => join(directory, "v1", key.slice(0, 2), key);

  const cache: DiskCache = {
    read: async (key) => {
      let file: Buffer;
      try {
        file = await readFile(fileOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") warnOnce();
        return null;
      }
      const answer = decodeDiskEntry(file, key);
      if (answer === null) await cache.remove(key);
      return answer;
    },

    write: async (key, answer) => {
      const file = fileOf(key);
      const fresh = `${file}.${process.pid}.${randomUUID()}.tmp`;
      try {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        await writeFile(fresh, encodeDiskEntry(answer), { flag: "wx", mode: 0o600 });
        await rename(fresh, file);
      } catch {
        await rm(fresh, { force: true }).catch(() => undefined);
        warnOnce();
      }
    },

    remove: async (key) => {
      await rm(fileOf(key), { force: true }).catch(warnOnce);
    },
  };
  return cache;
}
