import { isLoopback } from "../../../servers/kit/http/listen.ts";
import { rpcError } from "../../../servers/kit/http/rpc-error.ts";
import { DEFAULT_LIMITS } from "../../config/limit-settings.ts";
import type { RouterSettings } from "../../config/router-settings.ts";
import { SEARCH_TOOLS } from "../../surface/meta-tools.ts";
import { type Buckets, localBuckets, type Rate, rateOf } from "./token-buckets.ts";

/** How much each caller may ask: calls cost a database something, lists and searches only this process. */
export interface Limits {
  /** The refusal when a caller has asked too much; null when it may go on. @param body one message, or a batch of them. */
  refusal(caller: string, body: unknown): Promise<Response | null>;
  /** Counts a request without a valid token. The refusal when an address has sent too many; null when it is heard. */
  strangerRefusal(address: string): Promise<Response | null>;
  close(): Promise<void>;
}

/** A client that was refused asks for a token and comes back; a dozen in ten seconds is guessing. */
const STRANGERS_PER_MINUTE = 120;

export interface LimitParts {
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

/** The limits as configured: by default none for the people of this machine, and some for strangers. */
export async function createLimits(settings: RouterSettings, { now, warn }: LimitParts): Promise<Limits> {
  const own = settings.auth === "none" && isLoopback(settings.host);
  const defaults = own ? { callsPerMinute: 0, othersPerMinute: 0 } : DEFAULT_LIMITS;
  const calls = settings.callsPerMinute ?? defaults.callsPerMinute;
  const others = settings.othersPerMinute ?? defaults.othersPerMinute;
  const alone = localBuckets(now);
  const buckets = settings.redisUrl === null ? alone : await shared(settings.redisUrl, alone, warn);
  if (settings.redisUrl === null && calls + others > 0)
    warn("limits are counted by this process alone; with several replicas set GENE_ROUTER_REDIS_URL");
  const rates = { call: calls === 0 ? null : rateOf(calls), other: others === 0 ? null : rateOf(others) };
  const take = async (key: string, rate: Rate | null): Promise<Response | null> => {
    if (rate === null) return null;
    const allowance = await buckets.take(key, rate);
    return allowance.allowed ? null : tooMany(allowance.retryAfterS);
  };
  return {
    async refusal(caller, body) {
      if (rates.call === null && rates.other === null) return null;
      for (const message of Array.isArray(body) ? body : [body]) {
        const kind = kindOf(message);
        const refused = await take(`${kind} ${caller}`, rates[kind]);
        if (refused !== null) return refused;
      }
      return null;
    },
    strangerRefusal: (address) => take(`stranger ${address}`, rateOf(STRANGERS_PER_MINUTE)),
    close: () => buckets.close(),
  };
}

/** Loaded for those who share: a router alone starts without it. */
async function shared(url: string, alone: Buckets, warn: (message: string) => void): Promise<Buckets> {
  const { sharedBuckets } = await import("./shared-buckets.ts");
  return sharedBuckets({ url, alone, warn });
}

const CALLS: ReadonlySet<unknown> = new Set(["tools/call", "prompts/get", "resources/read", "completion/complete"]);

function kindOf(message: unknown): "call" | "other" {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return CALLS.has(method) && !(method === "tools/call" && params?.name === SEARCH_TOOLS) ? "call" : "other";
}

function tooMany(retryAfterS: number): Response {
  const response = rpcError(429, "Too many requests; Retry-After says when to come back", -32603);
  response.headers.set("retry-after", String(retryAfterS));
  return response;
}
