import { describe, expect, it } from "vitest";
import { CallSlots } from "./call-slots.ts";

const never = () => new AbortController().signal;

describe("the slots of a source", () => {
  it("let so many through at once, and the next in the order in which they came", async () => {
    const slots = new CallSlots(2);
    const order: string[] = [];
    const [first, second] = [await slots.take(never()), await slots.take(never())];
    const third = slots.take(never()).then((give) => {
      order.push("third");
      return give;
    });
    const fourth = slots.take(never()).then(() => order.push("fourth"));
    expect([slots.inFlight, slots.queued]).toEqual([2, 2]);
    first();
    (await third)();
    await fourth;
    second();
    expect(order).toEqual(["third", "fourth"]);
    expect([slots.inFlight, slots.queued]).toEqual([1, 0]);
  });

  it("refuse a caller when eight wait for each of them", async () => {
    const slots = new CallSlots(1);
    await slots.take(never());
    const waiting = Array.from({ length: 8 }, () => slots.take(never()));
    await expect(slots.take(never())).rejects.toMatchObject({ code: "overloaded", retryAfterS: 1 });
    expect(slots.queued).toBe(waiting.length);
  });

  it("forget a caller that leaves while it waits", async () => {
    const slots = new CallSlots(1);
    const give = await slots.take(never());
    const leaving = new AbortController();
    const left = slots.take(leaving.signal);
    const staying = slots.take(never());
    leaving.abort(new Error("left"));
    await expect(left).rejects.toThrow("left");
    give();
    await staying;
    expect([slots.inFlight, slots.queued]).toEqual([1, 0]);
  });

  it("take one giving back for one, however often it is said", async () => {
    const slots = new CallSlots(1);
    const give = await slots.take(never());
    give();
    give();
    expect(slots.inFlight).toBe(0);
    await slots.take(never());
    expect(slots.inFlight).toBe(1);
  });

  it("are not taken by a caller that has left already", async () => {
    const slots = new CallSlots(1);
    await expect(slots.take(AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
    expect(slots.inFlight).toBe(0);
  });
});
