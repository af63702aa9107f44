import { type Setting, setting } from "../../servers/kit/settings.ts";

export interface LimitSettings {
  /** Calls a minute for one caller; 0 = no limit; null: `DEFAULT_LIMITS` where strangers may call, else none. */
  readonly callsPerMinute: number | null;
  /** Everything else (lists, search, discovery) a minute for one caller. */
  readonly othersPerMinute: number | null;
  /** Proxies in front whose `X-Forwarded-For` is believed. */
  readonly trustedHops: number;
  /** Where replicas share the counts; null: each counts alone. May hold a password. */
  readonly redisUrl: string | null;
}

/** A model makes a few calls a turn, and an agent some hundred a minute; more is a loop that has run away. */
export const DEFAULT_LIMITS = { callsPerMinute: 600, othersPerMinute: 3_000 } as const;
const MOST = 1_000_000;

const perMinute = (variable: string, purpose: string): Setting<number | null> => ({
  ...setting.integer(variable, purpose, 0, { min: 0, max: MOST }),
  fallback: null,
});

const redisUrl: Setting<string | null> = {
  variable: "GENE_ROUTER_REDIS_URL",
  purpose: "Redis or Valkey in which replicas share their limits; without it each counts alone",
  fallback: null,
  secret: true,
  parse: (text) => {
    if (!URL.canParse(text) || !["redis:", "rediss:"].includes(new URL(text).protocol))
      throw new Error("expected redis://host:port or rediss://host:port");
    return text;
  },
};

export const limitSettingSpecs = {
  callsPerMinute: {
    spec: perMinute("GENE_ROUTER_CALLS_PER_MINUTE", "Calls a minute for one caller; 0 = no limit"),
    fileKey: null,
  },
  othersPerMinute: {
    spec: perMinute("GENE_ROUTER_OTHERS_PER_MINUTE", "Lists and searches a minute for one caller; 0 = no limit"),
    fileKey: null,
  },
  trustedHops: {
    spec: setting.integer("GENE_ROUTER_TRUSTED_HOPS", "Proxies in front whose X-Forwarded-For is believed", 0, {
      min: 0,
      max: 10,
    }),
    fileKey: null,
  },
  redisUrl: { spec: redisUrl, fileKey: null },
} as const;
