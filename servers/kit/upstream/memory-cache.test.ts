import { expect, it } from "vitest";
import { keptAnswer } from "./kept-answer.fixture.ts";
import { createMemoryCache, MAX_ENTRIES } from "./memory-cache.ts";

it("keeps answers frozen", () => {
  const memory = createMemoryCache(1);
  memory.set("a", keptAnswer());
  expect(memory.get("a")?.content.text()).toBe("path:mtu00360\n");
  expect(Object.isFrozen(memory.get("a"))).toBe(true);
});

it("forgets the answer used longest ago when there are too many", () => {
  const memory = createMemoryCache(64);
  for (let i = 0; i < MAX_ENTRIES; i++) memory.set(String(i), keptAnswer());
  memory.get("0");
  memory.set("one more", keptAnswer());
  expect(memory.get("0")).toBeDefined();
  expect(memory.get("1")).toBeUndefined();
});

it("stays under its size and does not take what is larger than the whole", () => {
  const memory = createMemoryCache(1);
  const third = Buffer.alloc(350_000);
  for (const key of ["a", "b"]) memory.set(key, keptAnswer({ body: third }));
  expect(memory.get("a")).toBeUndefined();
  expect(memory.get("b")).toBeDefined();
  memory.set("large", keptAnswer({ body: Buffer.alloc(2_000_000) }));
  expect(memory.get("large")).toBeUndefined();
});

it("keeps nothing when switched off", () => {
  const memory = createMemoryCache(0);
  memory.set("a", keptAnswer());
  memory.delete("a");
  expect(memory.get("a")).toBeUndefined();
});

it("forgets on demand", () => {
  const memory = createMemoryCache(1);
  memory.set("a", keptAnswer());
  memory.delete("a");
  expect(memory.get("a")).toBeUndefined();
});
