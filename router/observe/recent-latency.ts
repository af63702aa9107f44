import type { Observer } from "./observer.ts";

/** Enough for a steady 95th percentile, and small enough to forget what was an hour ago. */
const WINDOW = 256;

export interface Latency {
  readonly calls: number;
  /** Milliseconds; null before the first call. */
  readonly p50: number | null;
  readonly p95: number | null;
}

/** How long the last calls of each source took. */
export interface RecentLatency extends Observer {
  of(namespace: string): Latency;
}

export function recentLatency(): RecentLatency {
  const windows = new Map<string, number[]>();
  return {
    began: ({ namespace }) => ({
      ended({ ms, outcome }) {
        if (namespace === null || outcome === "cancelled") return;
        const window = windows.get(namespace) ?? [];
        windows.set(namespace, window);
        window.push(ms);
        if (window.length > WINDOW) window.shift();
      },
    }),
    of(namespace) {
      const sorted = [...(windows.get(namespace) ?? [])].sort((a, b) => a - b);
      const at = (share: number): number | null =>
        sorted.length === 0 ? null : Math.round(sorted[Math.floor((sorted.length - 1) * share)]!);
      return { calls: sorted.length, p50: at(0.5), p95: at(0.95) };
    },
  };
}
