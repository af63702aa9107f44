import { rpcError } from "../../../servers/kit/http/rpc-error.ts";
import { servesThisMachineOnly } from "../../config/exposure.ts";
import { DEFAULT_LIMITS } from "../../config/limit-settings.ts";
import type { RouterSettings } from "../../config/router-settings.ts";
import { SEARCH_TOOLS } from "../../surface/meta-tools.ts";
import type { SharedBucketsOptions } from "./shared-buckets.ts";
import { type Buckets, localBuckets, type Rate, rateOf } from "./token-buckets.ts";

/** How much each caller may ask: calls cost a database something, lists and searches only this process. */
export interface Limits {
  /** The refusal when a caller has asked too much; null when it may go on. @param body one message, a batch of them, or what was none. */
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
  const own = settings.auth === "none" && servesThisMachineOnly(settings);
  const defaults = own ? { callsPerMinute: 0, othersPerMinute: 0 } : DEFAULT_LIMITS;
  const calls = settings.callsPerMinute ?? defaults.callsPerMinute;
  const others = settings.othersPerMinute ?? defaults.othersPerMinute;
  const alone = localBuckets(now);
  const buckets = settings.redisUrl === null ? alone : await shared({ url: settings.redisUrl, alone, now, warn });
  if (settings.redisUrl === null && calls + others > 0)
    warn("limits are counted by this process alone; with several replicas set GENE_ROUTER_REDIS_URL");
  const rates = {
    call: calls === 0 ? null : rateOf("call", calls),
    other: others === 0 ? null : rateOf("other", others),
  };
  // One source under its own names has no search tool of the router's, and may have one of its own.
  const ownSearch = settings.surface !== "transparent";
  const strangers = rateOf("stranger", STRANGERS_PER_MINUTE);
  const take = async (caller: string, rate: Rate | null, count: number): Promise<Response | null> => {
    if (rate === null || count === 0) return null;
    const allowance = await buckets.take(caller, rate, count);
    return allowance.allowed ? null : tooMany(allowance.retryAfterS);
  };
  return {
    async refusal(caller, body) {
      if (rates.call === null && rates.other === null) return null;
      const messages = Array.isArray(body) ? body : [body];
      const called = messages.filter((message) => isCall(message, ownSearch)).length;
      return (await take(caller, rates.call, called)) ?? take(caller, rates.other, messages.length - called);
    },
    strangerRefusal: (address) => take(address, strangers, 1),
    close: () => buckets.close(),
  };
}

/** Loaded for those who share: a router alone starts without it. */
async function shared(options: SharedBucketsOptions): Promise<Buckets> {
  const { sharedBuckets } = await import("./shared-buckets.ts");
  return sharedBuckets(options);
}

const CALLS: ReadonlySet<unknown> = new Set(["tools/call", "prompts/get", "resources/read", "completion/complete"]);

function isCall(message: unknown, ownSearch: boolean): boolean {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return CALLS.has(method) && !(ownSearch && method === "tools/call" && params?.name === SEARCH_TOOLS);
}

/** The refusal of more than is allowed, and when it will be. */
export function tooMany(retryAfterS: number, what = "Too many requests"): Response {
  const response = rpcError(429, `${what}; Retry-After says when to come back`, -32603);
  response.headers.set("retry-after", String(retryAfterS));
  return response;
}
