import fc from "fast-check";
import { expect, it } from "vitest";
import { retryAfterSeconds } from "./retry-after.ts";

// The same headers in every run.
fc.configureGlobal({ seed: 8_141 });

const NOW = Date.parse("2026-08-28T09:00:00Z");
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
const LONG_DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** The three ways in which HTTP writes a moment (RFC 9110 §5.6.7). */
function writings(time: number): string[] {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, "0");
  const clock = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  const [day, month, year] = [date.getUTCDate(), MONTHS[date.getUTCMonth()], date.getUTCFullYear()];
  return [
    `${DAYS[date.getUTCDay()]}, ${two(day)} ${month} ${year} ${clock} GMT`,
    `${LONG_DAYS[date.getUTCDay()]}, ${two(day)}-${month}-${two(year % 100)} ${clock} GMT`,
    `${DAYS[date.getUTCDay()]} ${month} ${String(day).padStart(2)} ${clock} ${year}`,
  ];
}

const moment = fc
  .integer({ min: Date.parse("2001-01-01Z") / 1000, max: Date.parse("2048-12-31Z") / 1000 })
  .map((seconds) => seconds * 1000);

it("reads seconds as they stand", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.constantFrom("", " ", "\t"), (seconds, space) => {
      expect(retryAfterSeconds({ "retry-after": `${space}${seconds}${space}` }, NOW)).toBe(seconds);
    }),
  );
});

it("reads a moment in any of its three writings as the time until then, never as a time gone by", () => {
  fc.assert(
    fc.property(moment, moment, fc.boolean(), (until, now, ownClock) => {
      for (const value of writings(until)) {
        const headers = { "retry-after": value, ...(ownClock ? {} : { date: writings(now)[0] as string }) };
        const seconds = (until - now) / 1000;
        expect(retryAfterSeconds(headers, ownClock ? now : 0), value).toBe(seconds < 0 ? null : seconds);
      }
    }),
  );
});

it("takes any other text for no wish at all", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.string(),
        moment.map((time) => writings(time)[0]?.slice(1) ?? ""),
        fc.float().map(String),
      ),
      (value) => {
        fc.pre(!/^\s*\d{1,9}\s*$/.test(value));
        expect(retryAfterSeconds({ "retry-after": value }, NOW)).toBeNull();
      },
    ),
    { numRuns: 1_000 },
  );
});

it("reads the time until then against our own clock when the service's is unreadable", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 10_000 }), (date, seconds) => {
      const until = writings(NOW + seconds * 1000)[0] as string;
      expect(retryAfterSeconds({ "retry-after": until, date }, NOW)).toBe(seconds);
    }),
  );
});
