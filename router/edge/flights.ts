import type { HttpBindings } from "@hono/node-server";

/** Answers that are still being written, so that shutdown can wait for them. */
export function countFlights(): { started(outgoing: HttpBindings["outgoing"]): void; idle(): Promise<void> } {
  let inFlight = 0;
  const waiting = new Set<() => void>();
  return {
    started(outgoing) {
      inFlight += 1;
      outgoing.once("close", () => {
        inFlight -= 1;
        if (inFlight > 0) return;
        for (const resolve of waiting) resolve();
        waiting.clear();
      });
    },
    idle: () => (inFlight === 0 ? Promise.resolve() : new Promise((resolve) => waiting.add(resolve))),
  };
}
