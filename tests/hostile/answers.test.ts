import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isMarked, PAYLOAD_NAMES, PAYLOADS, seeded } from "./payloads.ts";
import { placesOf, withTextAt } from "./places.ts";
import { QUESTIONS } from "./questions.ts";
import { createRules } from "./rules.ts";
import { asGiven, type HostileWorld, openWorld, respond } from "./world.ts";

/** One hostile text at each place of each answer behind each tool, through router and source over HTTP. */
let world: HostileWorld;
let broken: ReturnType<typeof createRules>;
beforeAll(async () => {
  world = await openWorld(["kegg", "string", "uniprot", "pubmed", "tbdb"]);
  broken = createRules(world.tools);
});
afterAll(() => world.close());

/** The same at every run; two texts a place, so that all tools together see every kind many times. */
const TEXTS_PER_PLACE = 2;

it("asks every tool of the five services", () => {
  expect(new Set(QUESTIONS.map(([tool]) => tool))).toEqual(new Set(world.tools.map(({ name }) => name)));
});

describe.each(QUESTIONS.map(([tool, args], index) => ({ tool, args, index })))(
  "$tool $args",
  ({ tool, args, index }) => {
    it("answers the small services as they are", async () => {
      world.twist(asGiven);
      const result = await world.call(tool, args);
      expect(broken(tool, result).join("; ")).toBe("");
      expect(["found", "ambiguous", "truncated"]).toContain((result.structuredContent as { outcome: string }).outcome);
    });

    it("keeps hostile texts where they are announced", async () => {
      const random = seeded(7_000 + index);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      world.twist(asGiven);
      await world.call(tool, args);
      const answers = [...world.given.values()];
      const problems: string[] = [];
      for (const { endpoint, format, body } of answers) {
        for (const place of placesOf(format, body)) {
          for (let number = 0; number < TEXTS_PER_PLACE; number++) {
            const kind = pick(PAYLOAD_NAMES);
            const payload = PAYLOADS[kind] as string;
            const change = pick([
              () => payload,
              (text: string) => `${text}${payload}`,
              (text: string) => `${payload} ${text}`,
            ]);
            const which = pick(["all", "last"] as const);
            world.twist((answer) =>
              answer?.endpoint === endpoint
                ? respond({ ...answer, body: withTextAt(format, answer.body, place, change, which) })
                : asGiven(answer),
            );
            const result = await world.call(tool, args);
            const found = [
              ...broken(tool, result),
              ...world.sent
                .filter(({ url, form }) => isMarked(url) || isMarked(form))
                .map(() => "the marker was sent on"),
              ...world
                .logged()
                .filter(isMarked)
                .map(() => "the marker was logged"),
            ];
            for (const one of found) problems.push(`${kind} in ${endpoint} at ${place} (${which}): ${one}`);
          }
        }
      }
      expect(problems.length, problems.join("\n")).toBe(0);
    });
  },
);
