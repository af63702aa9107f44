import { beforeAll, describe, expect, it } from "vitest";
import { UPSTREAM_FAULT_CODES } from "../../servers/kit/fault.ts";
import type { Asked } from "../support/services/scenario.ts";
import { SCENARIOS } from "../support/services/scenarios.ts";
import { SERVICES } from "../support/services/service-names.ts";
import { createWorld } from "../support/services/world.ts";
import { CALLS } from "./calls.ts";
import { runHealthy } from "./matrix.ts";

const world = createWorld();
const asked: Asked[] = [];

beforeAll(async () => {
  for (const [source, calls] of Object.entries(CALLS)) {
    for (const call of calls) {
      const { requests } = await runHealthy(source, call);
      asked.push(...requests.map((request) => ({ ...request, url: SERVICES[request.service].base })));
    }
  }
});

const healthyAnswer = ({ service, method, path, body }: Asked) => {
  const form = method === "POST" ? Object.fromEntries(new URLSearchParams(body)) : null;
  return world.answerTo({ method, url: SERVICES[service].base + path, form })!;
};

describe("the table of scenarios", () => {
  it("names each one once", () => {
    const names = SCENARIOS.map(({ name }) => name);
    expect(names.filter((name) => !/^[a-z0-9_]+$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("holds none that can happen nowhere", () => {
    const idle = SCENARIOS.filter(({ change }) =>
      asked.every((request) => change(healthyAnswer(request), request) === null),
    );
    expect(idle.map(({ name }) => name)).toEqual([]);
  });

  it("changes something wherever one can happen", () => {
    const same = SCENARIOS.filter(({ change, name }) =>
      asked.some((request) => {
        const healthy = healthyAnswer(request);
        const changed = change(healthy, request);
        const isLike = changed?.status === healthy.status && changed.body.equals(healthy.body);
        return isLike && changed.transfer === undefined && changed.headers === healthy.headers && name !== "blank";
      }),
    );
    expect(same.map(({ name }) => name)).toEqual([]);
  });

  it("reaches every code of a service's failure", () => {
    const offline = ["cache_miss", "not_in_replay"];
    const reached = new Set(SCENARIOS.flatMap(({ codes }) => codes));
    expect(UPSTREAM_FAULT_CODES.filter((code) => !reached.has(code))).toEqual(offline);
  });
});
