import { describe, expect, it } from "vitest";
import { createEventLog } from "./event-log.ts";

const message = (text: string) => ({ jsonrpc: "2.0" as const, method: "notifications/message", params: { text } });

async function replayed(log: ReturnType<typeof createEventLog>, id: string): Promise<unknown[]> {
  const heard: unknown[] = [];
  await log.replayEventsAfter(id, { send: async (_, event) => void heard.push(event) });
  return heard;
}

describe("the events of a session", () => {
  it("are told again after the last one that was heard, those of the same stream only", async () => {
    const log = createEventLog();
    const opening = await log.storeEvent("a", {} as never);
    await log.storeEvent("a", message("one"));
    await log.storeEvent("b", message("of another stream"));
    const two = await log.storeEvent("a", message("two"));
    await log.storeEvent("a", message("three"));
    expect(await log.getStreamIdForEventId?.(two)).toBe("a");
    expect(await replayed(log, opening)).toEqual([message("one"), message("two"), message("three")]);
    expect(await replayed(log, two)).toEqual([message("three")]);
  });

  it.each([
    ["number", { maxEvents: 2 }],
    ["size", { maxBytes: 2 * JSON.stringify(message("x")).length }],
  ])("are bounded by %s, and a gap is refused", async (_, bounds) => {
    const log = createEventLog(bounds);
    const [first = "", second = ""] = await Promise.all(
      ["x", "y", "z"].map((text) => log.storeEvent("a", message(text))),
    );
    expect(await log.getStreamIdForEventId?.(first)).toBeUndefined();
    await expect(replayed(log, first)).rejects.toThrow("not kept");
    expect(await replayed(log, second)).toEqual([message("z")]);
  });
});
