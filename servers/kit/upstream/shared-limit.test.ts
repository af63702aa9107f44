import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFakeClock } from "../../../tests/support/clock/fake-clock.ts";
import { GroupPace } from "./pace.ts";
import { createSharedSlots } from "./shared-limit.ts";
import { createSystemClock } from "./system-clock.ts";
import type { Clock } from "./upstream.ts";

const GROUP = { name: "kegg", spacingMs: 340, inFlight: 2 };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "slots-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Stands still for pacing; really waits for a lock. */
const stillClock = (): Clock => ({ ...createFakeClock(), sleep: createSystemClock().sleep });

it("hands each slot out once, whichever process asks", async () => {
  const clock = stillClock();
  const processes = [createSharedSlots(folder, clock, fail), createSharedSlots(folder, clock, fail)];
  const slots = await Promise.all([...processes, ...processes].map((shared) => shared.reserve(GROUP)));
  expect(slots.map((slot) => slot - clock.now()).sort((a, b) => a - b)).toEqual([0, 340, 680, 1020]);
});

it("keeps groups apart and its files to their owner", async () => {
  const clock = stillClock();
  const shared = createSharedSlots(folder, clock, fail);
  await shared.reserve(GROUP);
  expect(await shared.reserve({ ...GROUP, name: "string" })).toBe(clock.now());
  expect((await stat(join(folder, "limits", "kegg.json"))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, "limits"))).mode & 0o777).toBe(0o700);
});

it("passes a pause on to the other processes", async () => {
  const clock = stillClock();
  await createSharedSlots(folder, clock, fail).postpone("kegg", clock.now() + 30_000);
  expect(await createSharedSlots(folder, clock, fail).reserve(GROUP)).toBe(clock.now() + 30_000);
});

it.each([
  ["a slot that a wrong clock put years ahead", JSON.stringify({ next: Date.parse("2036-01-01") })],
  ["a damaged file", "{"],
])("does not heed %s", async (_, text) => {
  const clock = stillClock();
  const shared = createSharedSlots(folder, clock, fail);
  await shared.reserve(GROUP);
  await writeFile(join(folder, "limits", "kegg.json"), text);
  expect(await shared.reserve(GROUP)).toBe(clock.now());
  expect(JSON.parse(await readFile(join(folder, "limits", "kegg.json"), "utf8"))).toEqual({
    next: clock.now() + 340,
    paused: 0,
  });
});

it("warns once where the folder cannot be used and lets each process pace itself", async () => {
  const warnings: string[] = [];
  const file = join(folder, "file");
  await writeFile(file, "");
  const clock = stillClock();
  const shared = createSharedSlots(file, clock, (line) => warnings.push(line));
  expect(await shared.reserve(GROUP)).toBe(clock.now());
  expect(await shared.reserve(GROUP)).toBe(clock.now());
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("GENE_ROUTER_SHARED_LIMIT");
});

it("holds a group's limiter to the slot that another process left", async () => {
  const clock = createFakeClock();
  const next = clock.now() + 5_000;
  const slots = { reserve: async () => next, postpone: async () => undefined, pausedUntil: async () => 0 };
  const pace = new GroupPace(GROUP, clock, slots);
  const started = pace
    .acquire({ signal: new AbortController().signal, deadlineAt: () => clock.now() + 60_000 })
    .then(() => clock.now());
  await clock.advance(10_000);
  expect(await started).toBe(next);
});

it("heeds a pause that another process was asked for while this one waited for its slot", async () => {
  const clock = createFakeClock();
  const began = clock.now();
  let slot = began + 5_000;
  let paused = 0;
  const slots = { reserve: async () => slot, postpone: async () => undefined, pausedUntil: async () => paused };
  const pace = new GroupPace(GROUP, clock, slots);
  const limits = (deadlineAt: number) => ({ signal: new AbortController().signal, deadlineAt: () => deadlineAt });
  const patient = pace.acquire(limits(began + 60_000)).then(() => clock.now() - began);
  const hasty = pace.acquire(limits(began + 10_000)).catch((error: unknown) => error);
  await clock.advance(1_000);
  paused = began + 30_000;
  slot = paused;
  await clock.advance(60_000);
  expect(await patient).toBe(30_000);
  expect(await hasty).toMatchObject({ code: "rate_limited" });
});

function fail(message: string): never {
  throw new Error(message);
}
