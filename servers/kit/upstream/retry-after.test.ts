import { expect, it } from "vitest";
import { retryAfterSeconds } from "./retry-after.ts";

const NOW = Date.parse("2026-08-28T09:00:00.000Z");
const at = (value: string, date?: string) =>
  retryAfterSeconds({ "retry-after": value, ...(date === undefined ? {} : { date }) }, NOW);

it("reads whole seconds", () => {
  expect(at("7")).toBe(7);
  expect(at(" 0 ")).toBe(0);
});

it("reads the three date forms of HTTP against our own clock", () => {
  expect(at("Fri, 28 Aug 2026 09:00:30 GMT")).toBe(30);
  expect(at("Friday, 28-Aug-26 09:00:30 GMT")).toBe(30);
  expect(at("Fri Aug 28 09:00:30 2026")).toBe(30);
});

it("measures a date against the response's own Date, since the two clocks may differ", () => {
  expect(at("Fri, 28 Aug 2026 12:00:05 GMT", "Fri, 28 Aug 2026 12:00:00 GMT")).toBe(5);
  expect(at("Fri, 28 Aug 2026 09:00:05 GMT", "nonsense")).toBe(5);
});

it.each(["-5", "1.5", "5, 10", "soon", "", "Fri, 28 Aug 2026 08:59:00 GMT", "2026-08-28T09:00:30Z", "9".repeat(20)])(
  "ignores %j",
  (value) => {
    expect(at(value)).toBeNull();
  },
);

it("asks for nothing when the header is absent", () => {
  expect(retryAfterSeconds({}, NOW)).toBeNull();
});
