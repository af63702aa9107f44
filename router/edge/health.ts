import type { Router } from "../router.ts";

/** Liveness: answers 200 while the loop runs, with what is served and what is not. */
export function healthOf(router: Router): Record<string, unknown> {
  const { catalogue, surface } = router.snapshot();
  return {
    status: "ok",
    version: router.version,
    surface,
    tools: catalogue.tools.length,
    sources: router.states().map(({ namespace, state, kind, era, required, lastError, drift, quarantined }) => {
      const known = catalogue.sources.find((source) => source.namespace === namespace);
      const { title = null, homepage = null, terms = null, tools = 0 } = known ?? {};
      const standing = { drift, quarantined };
      return {
        namespace,
        title,
        homepage,
        terms,
        state,
        kind,
        era,
        required,
        tools,
        last_error: lastError,
        ...standing,
      };
    }),
    skipped: router.config.skipped,
    problems: catalogue.problems,
  };
}

/** Readiness: the sources that are required and not usable. */
export const missingSources = (router: Router): string[] =>
  router
    .states()
    .filter(({ required, state }) => required && state !== "up")
    .map(({ namespace }) => namespace);
