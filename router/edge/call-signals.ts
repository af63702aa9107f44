import type { ServerResponse } from "node:http";

/** What ends calls that no server of the SDK stands for. */
export interface CallSignals {
  /** Aborts when the caller leaves before it has its answer, and when everything ends. */
  signalFor(outgoing: Pick<ServerResponse, "once" | "writableFinished">): AbortSignal;
  /** Ends all calls, here and at their sources. */
  end(): void;
  readonly ended: boolean;
}

export function createCallSignals(): CallSignals {
  const open = new Set<AbortController>();
  let ended = false;
  return {
    signalFor(outgoing) {
      const leaving = new AbortController();
      open.add(leaving);
      outgoing.once("close", () => {
        open.delete(leaving);
        if (!outgoing.writableFinished) leaving.abort(new Error("The caller has left"));
      });
      if (ended) leaving.abort(new Error("The router is shutting down"));
      return leaving.signal;
    },
    end() {
      ended = true;
      for (const leaving of open) leaving.abort(new Error("The router is shutting down"));
    },
    get ended() {
      return ended;
    },
  };
}
