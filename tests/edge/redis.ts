import { spawnSync } from "node:child_process";
import { Redis } from "ioredis";

const USUAL = "redis://127.0.0.1:6379";

/** A Redis that runs on its usual port, where the program to start further ones is there too; null: neither is sure. */
export async function redisUrl(): Promise<string | null> {
  if (spawnSync("redis-server", ["--version"]).error !== undefined) return null;
  const redis = new Redis(USUAL, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 500 });
  redis.on("error", () => {});
  try {
    await redis.connect();
    await redis.ping();
    return USUAL;
  } catch {
    return null;
  } finally {
    redis.disconnect();
  }
}
