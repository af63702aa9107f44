import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import type { Allowance, Buckets } from "./token-buckets.ts";

/**
 * One bucket, by the server's own clock, in one step: replicas whose clocks differ count alike, and two of them never take
 * the same token. KEYS[1] the bucket; ARGV tokens a minute, burst. Answers milliseconds to wait, 0 = taken.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local perMinute, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 't', 'a')
local tokens = burst
if kept[1] then tokens = math.min(burst, tonumber(kept[1]) + (now - tonumber(kept[2])) * perMinute / 60000) end
local wait = 0
if tokens >= 1 then tokens = tokens - 1 else wait = math.ceil((1 - tokens) * 60000 / perMinute) end
redis.call('HSET', KEYS[1], 't', tostring(tokens), 'a', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(burst * 60000 / perMinute) + 1000)
return wait
`;

/** A limit must not cost more than the call that it counts. */
const COMMAND_MS = 250;
const CONNECT_MS = 2_000;
const RECONNECT_MOST_MS = 5_000;
const PREFIX = "gene-router:limit:";

interface TakingRedis extends Redis {
  take(key: string, perMinute: number, burst: number): Promise<number>;
}

export interface SharedBucketsOptions {
  readonly url: string;
  /** Counts while the shared place cannot be asked: a limit that is gone would be an invitation. */
  readonly alone: Buckets;
  /** One line, when the shared place is lost and when it is back. */
  readonly warn: (message: string) => void;
}

/** Token buckets that replicas share in Redis or Valkey. Callers stand there as hashes. Waits a moment for the connection. */
export async function sharedBuckets({ url, alone, warn }: SharedBucketsOptions): Promise<Buckets> {
  const redis = new Redis(url, {
    lazyConnect: true,
    commandTimeout: COMMAND_MS,
    connectTimeout: CONNECT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, RECONNECT_MOST_MS),
  }) as TakingRedis;
  redis.defineCommand("take", { numberOfKeys: 1, lua: TAKE });
  const warnOnce = (): void => {
    if (!lost) warn("the shared limits cannot be reached; until they can, this process counts alone");
    lost = true;
  };
  let lost = false;
  // The library would otherwise throw; what is wrong shows at the next command.
  redis.on("error", () => {});
  await redis.connect().catch(warnOnce);
  return {
    async take(caller, rate): Promise<Allowance> {
      try {
        const key = PREFIX + createHash("sha256").update(caller).digest("base64url");
        const waitMs = await redis.take(key, rate.perMinute, rate.burst);
        if (lost) warn("the shared limits are back");
        lost = false;
        return waitMs === 0 ? { allowed: true } : { allowed: false, retryAfterS: Math.ceil(waitMs / 1000) };
      } catch {
        warnOnce();
        return alone.take(caller, rate);
      }
    },
    async close() {
      redis.disconnect();
      await alone.close();
    },
  };
}
