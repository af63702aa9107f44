import type { Router } from "../router/router.ts";
import type { Output } from "./output.ts";

/** A person waits; what has not answered by then is shown as last known. */
const PATIENCE_MS = 5_000;

/** Waits until every source has been tried once, but not for one that hangs. Says which sources are not up. */
export async function settle(router: Router, { err }: Pick<Output, "err">): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([router.settled(), patience]);
  clearTimeout(timer);
  for (const { namespace, state } of router.states()) {
    if (state === "up") continue;
    const why = state === "down" ? "is down" : "has not answered yet";
    err(`gene-router: ${namespace} ${why}; its tools are those last known, if any`);
  }
}
