import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scenarioNamed } from "../support/services/scenarios.ts";
import { type Services, startServices } from "../support/services/start-services.ts";
import { CALLS, type Call, SERVICES_OF } from "./calls.ts";
import { isSlow, type Lane, openTrack, type Track } from "./lane.ts";

const DAY_MS = 86_400_000;

/** Past every lifetime of the source's answers, and not yet a month past the shortest. */
const EXPIRED_MS: Readonly<Record<string, number>> = { tbdb: 367 * DAY_MS };
const USUALLY_EXPIRED_MS = 16 * DAY_MS;

/** A failure of each kind that lets an old answer stand in (envelope.md §8.3), and of kinds that do not. */
const PASSING = ["reset", "silence", "throttled_long", "broken"] as const;
const LASTING = ["blocked", "gone", "page", "foreign_host", "short", "endless"] as const;

/** The state of a publication is never taken from an old answer; where a job stands is never kept. */
const NEVER_STALE: ReadonlySet<string> = new Set(["get_records", "match_citation", "map_ids"]);

const SLOW_MS = 25;

describe.each(Object.keys(CALLS))("%s with answers past their time", (source) => {
  let services: Services;
  let track: Track;
  beforeAll(async () => {
    services = await startServices();
    track = await openTrack(source, services);
  });
  afterAll(async () => {
    await track.close();
    await services.close();
  });

  /** A healthy call, then the same one when its answers are old and every request fails in one way. */
  const late = (call: Call, scenario: string) =>
    track.run(async (lane: Lane) => {
      services.heal();
      const fresh = await lane.call(call);
      lane.clock.pass(EXPIRED_MS[source] ?? USUALLY_EXPIRED_MS);
      lane.restart();
      for (const service of SERVICES_OF[source]!) {
        services.break({
          service,
          scenario: (reply, asked) => {
            if (isSlow(scenario)) setTimeout(() => lane.clock.endAttempts(), SLOW_MS);
            return scenarioNamed(scenario).change({ ...reply, status: 200 }, asked);
          },
        });
      }
      return { fresh: fresh.envelope, old: await lane.call(call) };
    });

  describe.each(CALLS[source]!)("$tool ($way)", (call) => {
    it.each(PASSING)(
      NEVER_STALE.has(call.tool) ? "fails after %s" : "stand in after %s, and say so",
      async (scenario) => {
        const { fresh, old } = await late(call, scenario);
        const { envelope } = old;
        if (NEVER_STALE.has(call.tool)) {
          expect(envelope.outcome).toBe("upstream_failed");
          return;
        }
        expect(envelope).toMatchObject({ outcome: fresh.outcome, record_ids: fresh.record_ids, errors: [] });
        expect(envelope.notes.map((note) => note.split(":")[0])).toContain("stale_served");
        const failed = envelope.requests.filter(({ error }) => error !== null);
        const served = envelope.requests.filter(({ error }) => error === null);
        expect(failed.map(({ error }) => error)).toEqual(served.map(() => scenarioNamed(scenario).codes[0]));
        expect(served.every(({ stale, cached, attempts }) => stale && cached && attempts === 0)).toBe(true);
        expect(envelope.records.every(({ stale }) => stale)).toBe(true);
      },
    );

    it.each(LASTING)("do not stand in after %s", async (scenario) => {
      const { old } = await late(call, scenario);
      expect(old.envelope).toMatchObject({ outcome: "upstream_failed", records: [] });
      expect(old.isError).toBe(true);
      expect(old.envelope.notes.join()).not.toContain("stale_served");
    });
  });
});
