import { describe, expect, it } from "vitest";
import { Breaker, OPEN_MS, type Verdict } from "./breaker.ts";

function breaker() {
  let now = 1_000;
  const it = new Breaker(() => now);
  const call = (verdict: Verdict): boolean => {
    const admitted = it.admit();
    admitted?.settle(verdict);
    return admitted !== null;
  };
  return { it, call, wait: (ms: number) => (now += ms) };
}
const failures = (count: number, call: (verdict: Verdict) => boolean): void => {
  for (let number = 0; number < count; number += 1) call("failed");
};

describe("a breaker", () => {
  it("opens at the fifth failure in a row, not at the fourth", () => {
    const { it, call } = breaker();
    failures(4, call);
    expect(it.state).toBe("closed");
    call("failed");
    expect(it.state).toBe("open");
    expect(call("worked")).toBe(false);
    expect(it.restMs()).toBe(OPEN_MS);
  });

  it("forgets failures when a call works, and counts none that its caller ended", () => {
    const { it, call } = breaker();
    failures(4, call);
    call("worked");
    failures(4, call);
    call("unknown");
    expect(it.state).toBe("closed");
    call("failed");
    expect(it.state).toBe("open");
  });

  it("lets one call through after ten seconds, and no second beside it", () => {
    const { it, call, wait } = breaker();
    failures(5, call);
    wait(OPEN_MS - 1);
    expect(it.admit()).toBeNull();
    wait(1);
    expect(it.state).toBe("half_open");
    const probe = it.admit();
    expect(probe).not.toBeNull();
    expect(it.admit()).toBeNull();
    probe?.settle("worked");
    expect(it.state).toBe("closed");
  });

  it("opens anew when that call fails, and lets another through when its caller ended it", () => {
    const { it, call, wait } = breaker();
    failures(5, call);
    wait(OPEN_MS);
    call("unknown");
    expect(it.state).toBe("half_open");
    call("failed");
    expect(it.state).toBe("open");
    expect(it.restMs()).toBe(OPEN_MS);
  });

  it("is not kept open by calls that were under way when it opened", () => {
    const { it, wait } = breaker();
    const under = Array.from({ length: 8 }, () => it.admit());
    for (const call of under.slice(0, 5)) call?.settle("failed");
    wait(OPEN_MS - 1);
    for (const call of under.slice(5)) call?.settle("failed");
    wait(1);
    expect(it.state).toBe("half_open");
  });
});
