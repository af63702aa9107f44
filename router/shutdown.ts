import type { EventEmitter } from "node:events";

/** What of a process is needed to end well. */
export interface EndingProcess extends Pick<EventEmitter, "on" | "off"> {
  exit(code: number): void;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** The first signal closes gracefully, the second ends at once. Returns how to stop listening. */
export function closeOnSignals(ending: EndingProcess, close: () => Promise<void>): () => void {
  let signals = 0;
  const onSignal = (): void => {
    signals += 1;
    if (signals > 1) {
      ending.exit(1);
      return;
    }
    void close().then(
      () => ending.exit(0),
      () => ending.exit(1),
    );
  };
  for (const signal of SIGNALS) ending.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) ending.off(signal, onSignal);
  };
}
