import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { createOpenStreams } from "./open-streams.ts";

it("one caller holds so many streams open and no more, until one of them closes", () => {
  const streams = createOpenStreams(2);
  const outgoing = () => new EventEmitter() as never as Parameters<typeof streams.open>[1] & EventEmitter;
  const [first, second, third] = [outgoing(), outgoing(), outgoing()];
  expect([first, second, third].map((each) => streams.open("a", each))).toEqual([true, true, false]);
  expect(streams.open("b", outgoing())).toBe(true);
  first.emit("close");
  expect([streams.open("a", outgoing()), streams.open("a", outgoing())]).toEqual([true, false]);
});
