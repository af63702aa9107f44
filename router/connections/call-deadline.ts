import type { Clock } from "../../servers/kit/upstream/upstream.ts";
import { ConnectionFailure } from "./connection-failure.ts";
import type { HostLink } from "./host-link.ts";

/** The time that a source may take for one call. It stands still while the source waits for an answer of the host's. */
export class CallDeadline {
  readonly #clock: Clock;
  readonly #over = new AbortController();
  #leftMs: number;
  #runningSince = 0;
  #timer: NodeJS.Timeout | undefined;
  #asked = 0;

  constructor(limitMs: number, clock: Clock) {
    this.#clock = clock;
    this.#leftMs = limitMs;
    this.#run();
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** The same host; whatever it is asked takes no time of the source's. */
  sparing(host: HostLink): HostLink {
    return {
      ...host,
      ask: async (method, params, signal) => {
        if (this.#asked === 0) this.#stand();
        this.#asked += 1;
        try {
          return await host.ask(method, params, signal);
        } finally {
          this.#asked -= 1;
          if (this.#asked === 0) this.#run();
        }
      },
    };
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#leftMs = Number.POSITIVE_INFINITY;
  }

  #run(): void {
    if (!Number.isFinite(this.#leftMs)) return;
    this.#runningSince = this.#clock.now();
    this.#timer = setTimeout(() => this.#over.abort(timedOut()), this.#leftMs);
  }

  #stand(): void {
    clearTimeout(this.#timer);
    this.#leftMs = Math.max(0, this.#leftMs - (this.#clock.now() - this.#runningSince));
  }
}

const timedOut = (): ConnectionFailure =>
  new ConnectionFailure("source_timeout", "The source did not answer within timeout_ms");
