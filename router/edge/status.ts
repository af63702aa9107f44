import type { RecentLatency } from "../observe/recent-latency.ts";
import type { Router } from "../router.ts";

/** How the router and its sources are doing; for others than the operator only that they are. */
export function statusOf(
  router: Router,
  latency: RecentLatency | null,
  uptimeS: number,
  whole: boolean,
): Record<string, unknown> {
  const states = router.states();
  const up = states.filter(({ state }) => state === "up").length;
  const short = { version: router.version, ready: router.ready(), sources_up: up, sources_total: states.length };
  if (!whole) return short;
  const { catalogue, surface } = router.snapshot();
  return {
    ...short,
    uptime_s: Math.floor(uptimeS),
    surface,
    tools: catalogue.tools.length,
    sources: states.map((state) => ({
      namespace: state.namespace,
      state: state.state,
      kind: state.kind,
      era: state.era,
      required: state.required,
      tools: catalogue.sources.find(({ namespace }) => namespace === state.namespace)?.tools ?? 0,
      last_error: state.lastError,
      breaker: state.breaker,
      in_flight: state.inFlight,
      queued: state.queued,
      drift: state.drift,
      quarantined: state.quarantined,
      latency_ms: latency?.of(state.namespace) ?? null,
    })),
    problems: catalogue.problems,
  };
}
