import type { Output } from "./output.ts";
import { plain } from "./output.ts";

/** What takes less needs no word. */
const QUIET_MS = 1_500;
/** Enough to see that something moves. */
const SPACING_MS = 1_000;

/** Tells a person at a terminal that a call is under way, and how far; a pipe is told nothing. */
export function watchOver({ err, watched }: Output, what: string): { progress(message: string): void; done(): void } {
  if (watched !== true) return { progress: () => {}, done: () => {} };
  let saidAt = 0;
  let speaking = false;
  const timer = setTimeout(() => {
    speaking = true;
    err(`gene-router: waiting for ${what}; Ctrl-C ends it`);
    saidAt = Date.now();
  }, QUIET_MS);
  return {
    progress(message) {
      if (!speaking || Date.now() - saidAt < SPACING_MS) return;
      saidAt = Date.now();
      err(`  ${plain(message)}`);
    },
    done: () => clearTimeout(timer),
  };
}
