import { MAX_WAIT_MS } from "./retry.ts";
import { Setback } from "./setback.ts";
import type { SharedSlots } from "./shared-limit.ts";
import type { Clock, PaceGroup } from "./upstream.ts";

export interface PaceLimits {
  readonly signal: AbortSignal;
  deadlineAt(): number;
}

/** When requests of one group may start. */
export interface Pace {
  /** Waits for a slot; the returned function gives the place in flight back. */
  acquire(limits: PaceLimits): Promise<() => void>;
  /** No request of the group starts before then (epoch milliseconds). */
  pause(until: number): void;
  /** Opens the group's break after a refusal: calls fail at once until it is over. */
  block(): void;
}

interface Waiter {
  readonly limits: PaceLimits;
  grant(): void;
  refuse(reason: unknown): void;
}

/** One group's limiter: first come, first served, over all calls of the process. Groups never wait for each other. */
export class GroupPace implements Pace {
  readonly #group: PaceGroup;
  readonly #clock: Clock;
  readonly #slots: SharedSlots | null;
  readonly #queue: Waiter[] = [];
  #inFlight = 0;
  #nextStart = 0;
  #pausedUntil = 0;
  #blockedUntil = 0;
  #serving = false;
  #idle = new AbortController();

  constructor(group: PaceGroup, clock: Clock, slots: SharedSlots | null = null) {
    this.#group = group;
    this.#clock = clock;
    this.#slots = slots;
  }

  acquire(limits: PaceLimits): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (limits.signal.aborted) return reject(limits.signal.reason);
      const refusal = this.#refusal(limits);
      if (refusal !== null) return reject(refusal);
      const leave = () => this.#leave(waiter, limits.signal.reason);
      const settled = () => limits.signal.removeEventListener("abort", leave);
      const waiter: Waiter = {
        limits,
        grant: () => {
          settled();
          resolve(this.#release());
        },
        refuse: (reason) => {
          settled();
          reject(reason);
        },
      };
      limits.signal.addEventListener("abort", leave, { once: true });
      this.#queue.push(waiter);
      void this.#serve();
    });
  }

  pause(until: number): void {
    if (until <= this.#pausedUntil) return;
    this.#pausedUntil = until;
    void this.#slots?.postpone(this.#group.name, until);
    this.#refuseWaiters();
  }

  block(): void {
    const { blockedPauseMs } = this.#group;
    if (blockedPauseMs === undefined) return;
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#clock.now() + blockedPauseMs);
    this.#refuseWaiters();
  }

  /** Why a request need not even queue: the group's break, or a pause that the call will not outlive. */
  #refusal(limits: PaceLimits): Setback | null {
    const now = this.#clock.now();
    if (this.#blockedUntil > now) {
      const retryAfterS = Math.ceil((this.#blockedUntil - now) / 1000);
      return new Setback("blocked", "The service refused this client a moment ago; not asked again yet", {
        retryAfterS,
      });
    }
    const pauseMs = this.#pausedUntil - now;
    if (pauseMs > 0 && (pauseMs > MAX_WAIT_MS || this.#pausedUntil >= limits.deadlineAt())) {
      return new Setback("rate_limited", "The service asked for a pause that outlasts this call", {
        retryAfterS: Math.ceil(pauseMs / 1000),
      });
    }
    return null;
  }

  #refuseWaiters(): void {
    for (const waiter of [...this.#queue]) {
      const refusal = this.#refusal(waiter.limits);
      if (refusal !== null) this.#leave(waiter, refusal);
    }
  }

  #leave(waiter: Waiter, reason: unknown): void {
    const place = this.#queue.indexOf(waiter);
    if (place < 0) return;
    this.#queue.splice(place, 1);
    waiter.refuse(reason);
    if (this.#queue.length === 0) this.#idle.abort();
  }

  #release(): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#inFlight--;
      void this.#serve();
    };
  }

  async #serve(): Promise<void> {
    if (this.#serving) return;
    this.#serving = true;
    try {
      while (this.#queue.length > 0 && this.#inFlight < this.#group.inFlight) await this.#grantNext();
    } finally {
      this.#serving = false;
    }
  }

  /**
   * Waits for the group's next start and gives it to whoever is first in the queue then; nobody may be left. A sleep is
   * trusted when it returns; only a later start is waited for again.
   */
  async #grantNext(): Promise<void> {
    let waitedFor = this.#clock.now();
    let step: "reserve" | "look" | "go" = this.#slots === null ? "go" : "reserve";
    this.#idle = new AbortController();
    while (this.#queue.length > 0) {
      const start = Math.max(this.#nextStart, this.#pausedUntil);
      if (start > waitedFor) {
        const wait = this.#clock.sleep(start - this.#clock.now(), this.#idle.signal);
        const slept = await wait.then(
          () => true,
          () => false,
        );
        if (slept) waitedFor = start;
        else this.#idle = new AbortController();
      } else if (step === "reserve") {
        this.#nextStart = Math.max(this.#nextStart, await this.#slots!.reserve(this.#group));
        step = "look";
      } else if (step === "look") {
        step = (await this.#pausedElsewhere()) ? "reserve" : "go";
      } else {
        // In one turn with the look at the queue: who leaves a moment later has left with a place, not with a hole.
        const next = this.#queue.shift()!;
        this.#inFlight++;
        this.#nextStart = this.#clock.now() + this.#group.spacingMs;
        next.grant();
        return;
      }
    }
  }

  /** Was another process asked for a pause while this one waited for its slot? */
  async #pausedElsewhere(): Promise<boolean> {
    const until = await this.#slots!.pausedUntil(this.#group.name);
    if (until <= Math.max(this.#pausedUntil, this.#clock.now())) return false;
    this.#pausedUntil = until;
    this.#refuseWaiters();
    return true;
  }
}

/**
 * No pacing, for replayed answers: no service is asked, and a recorded 403 or 429 is about its own request; it must not
 * silence what else was recorded.
 */
export const freePace: Pace = {
  acquire: async ({ signal }) => {
    signal.throwIfAborted();
    return () => undefined;
  },
  pause: () => undefined,
  block: () => undefined,
};
