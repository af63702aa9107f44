import type { ServerResponse } from "node:http";

/** All listening streams together are as many as the SDK allows (1,024); one caller must not take them all. */
const MOST_OF_ONE = 64;

/** Counts the streams that each caller holds open. */
export interface OpenStreams {
  /** False when the caller holds as many as it may; else the stream counts until it closes. */
  open(caller: string, outgoing: Pick<ServerResponse, "once">): boolean;
}

export function createOpenStreams(most = MOST_OF_ONE): OpenStreams {
  const held = new Map<string, number>();
  return {
    open(caller, outgoing) {
      const count = held.get(caller) ?? 0;
      if (count >= most) return false;
      held.set(caller, count + 1);
      outgoing.once("close", () => {
        const left = (held.get(caller) ?? 1) - 1;
        if (left > 0) held.set(caller, left);
        else held.delete(caller);
      });
      return true;
    },
  };
}
