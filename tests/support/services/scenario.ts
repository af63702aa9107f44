import type { UpstreamFaultCode } from "../../../servers/kit/fault.ts";
import type { Arrived } from "./arrived.ts";
import type { Reply } from "./reply.ts";

/** A request that is about to be answered wrongly. */
export interface Asked extends Arrived {
  /** Base URL of the service as it is played. */
  readonly url: string;
}

/** One way in which a service, or the way to it, goes wrong. */
export interface Scenario {
  /** `^[a-z0-9_]+$`. */
  readonly name: string;
  /** What happens, in one sentence. */
  readonly says: string;
  /** What envelope.md §7 calls it, any of them; none = the answer is as good as a healthy one. */
  readonly codes: readonly UpstreamFaultCode[];
  /** Attempts that are made at such a request: a failure that may pass is tried four times; null = either. */
  readonly attempts: 1 | 4 | null;
  /** The answer is sound by itself; what is wrong shows beside other answers, so no request carries the error. */
  readonly beside?: true;
  /** What becomes of the healthy answer; null where this cannot happen to it. */
  readonly change: (healthy: Reply, asked: Asked) => Reply | null;
}

/** A body that says the same in another way; null where it would not even look otherwise. */
export const harmless = (name: string, says: string, change: Scenario["change"]): Scenario => ({
  name,
  says,
  codes: [],
  attempts: 1,
  change: (healthy, asked) => {
    const changed = change(healthy, asked);
    return changed?.status === healthy.status && changed.body.equals(healthy.body) ? null : changed;
  },
});

export const passing = (
  name: string,
  says: string,
  codes: readonly UpstreamFaultCode[],
  change: Scenario["change"],
): Scenario => ({ name, says, codes, attempts: 4, change });

export const lasting = (
  name: string,
  says: string,
  codes: readonly UpstreamFaultCode[],
  change: Scenario["change"],
): Scenario => ({ name, says, codes, attempts: 1, change });

export const beside = (
  name: string,
  says: string,
  codes: readonly UpstreamFaultCode[],
  change: Scenario["change"],
): Scenario => ({ ...lasting(name, says, codes, change), beside: true });

/** Whether it is tried again depends on how much of it arrives in one piece. */
export const either = (
  name: string,
  says: string,
  codes: readonly UpstreamFaultCode[],
  change: Scenario["change"],
): Scenario => ({ name, says, codes, attempts: null, change });
