import { describe, expect, it } from "vitest";
import { checkAssumption } from "../../servers/kit/assumption.ts";
import { licencePage } from "../../servers/kit/licence-page.ts";
import { type OpenSources, openSources } from "./open-sources.ts";
import { type Mood, refusal, type Seen } from "./played-services.ts";
import { GROUPS, type Group, groupOf, NCBI_WITH_KEY, RULES, violations } from "./published-rules.ts";
import { ASKING_SOURCES, type Question, questionsTo } from "./questions.ts";

/** Every tool of every source, mixed: the first question of each source, then the second of each. */
const crowd = (each: number): Question[] => {
  const lists = ASKING_SOURCES.map((source) => questionsTo(source, each));
  return Array.from({ length: each }, (_, number) => lists.map((list) => list[number]!)).flat();
};

/** Groups that tools ask; `other` is for pages that people read. */
const ASKED = ["kegg", "string", "ncbi", "uniprot", "github"] as const satisfies readonly Group[];

/** One request in seven fails: an error, a broken connection, a pause asked for in words that nobody can read. */
const moody: Mood = (_, number) =>
  number % 7 === 0
    ? [refusal(503), new TypeError("fetch failed"), refusal(429, { "retry-after": "soon" }), refusal(500)][
        (number / 7) % 4
      ]!
    : null;

/** Starts of a group's requests in seconds after a moment. */
const secondsAfter = (moment: number, requests: readonly Seen[]): number[] =>
  requests.map(({ startedAt }) => (startedAt - moment) / 1000).filter((seconds) => seconds > 0);

describe("hundreds of calls at once", () => {
  it.each([
    ["without a key", {}, RULES.ncbi],
    ["with a key", { NCBI_API_KEY: "0123456789abcdef" }, NCBI_WITH_KEY],
  ])("ask no group faster than its rule, retries included, %s", async (_, env, ncbi) => {
    const { services, ask, until, clock } = await openSources(env);
    services.mood = moody;
    const envelopes = await until(crowd(60).map((question) => ask(question)));
    // Whoever asks tbdb at the same time shares its five files; one after the other, each call asks for its own.
    for (const question of questionsTo("tbdb", 12)) envelopes.push(...(await until([ask(question)])));
    expect(envelopes).toHaveLength(372);
    for (const group of ASKED) {
      expect(services.of(group).length, group).toBeGreaterThan(20);
      expect(violations(services.of(group), group === "ncbi" ? ncbi : RULES[group]), group).toEqual([]);
    }
    // Nobody was forgotten, nothing is left running, and the corpus asked nobody.
    expect(envelopes.map(({ outcome }) => outcome)).not.toContain("bad_input");
    expect(services.of("other")).toEqual([]);
    expect(services.seen.every(({ endedAt }) => endedAt !== null)).toBe(true);
    expect(clock.pending()).toBe(0);
  });

  it("use what the rule allows: a group with work waiting is never idle for longer", async () => {
    const { services, ask, until } = await openSources();
    await until(questionsTo("pubmed", 60).map((question) => ask(question)));
    const starts = services.of("ncbi").map(({ startedAt }) => startedAt);
    // Answers take up to a second and a half with three in flight: a third of that is the longest wait for a place.
    const gaps = starts.slice(1, -10).map((start, index) => start - starts[index]!);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1_500);
    expect(gaps.filter((gap) => gap === RULES.ncbi.spacingMs).length).toBeGreaterThan(gaps.length / 4);
  });

  it("that come in waves, are cancelled or run out of time break no rule and leave nothing behind", async () => {
    const { services, ask, until, clock } = await openSources({ GENE_ROUTER_DEADLINE_MS: "60000" });
    services.mood = (seen, number) => (number % 11 === 0 ? "silence" : moody(seen, number));
    const calls: Promise<unknown>[] = [];
    for (const [number, question] of crowd(60).entries()) {
      const cancel = new AbortController();
      calls.push(
        ask(question, cancel.signal).then(
          ({ outcome }) => outcome,
          (reason: unknown) => reason,
        ),
      );
      if (number % 5 === 4) cancel.abort("gone");
      if (number % 5 === 3) clock.limit((number * 337) % 40_000, () => cancel.abort("gone"));
      if (number % 20 === 19) await clock.advance(900);
    }
    const ends = await until(calls);
    expect(ends).toEqual(expect.arrayContaining(["gone", "found", "none_on_record", "upstream_failed"]));
    expect(ends).not.toContain("bad_input");
    for (const group of ASKED) expect(violations(services.of(group), RULES[group]), group).toEqual([]);
    await clock.advance(60_000);
    expect(services.seen.every(({ endedAt }) => endedAt !== null)).toBe(true);
    expect(clock.pending()).toBe(0);
  });

  it("keep the rule when hosts of one group are asked by several tools, through redirects and retries", async () => {
    const { services, ask, until } = await openSources({
      GENE_ROUTER_IDCONV_URL: "https://www.ncbi.nlm.nih.gov/pmc/utils/idconv/v1.0",
    });
    services.mood = ({ url }) =>
      url.host === "www.ncbi.nlm.nih.gov"
        ? refusal(301, { location: `https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1/articles/${url.search}` })
        : null;
    const questions = [...questionsTo("pubmed", 60)];
    await until(questions.map((question) => ask(question)));
    const both = services.seen.filter(({ url }) => url.host.endsWith("ncbi.nlm.nih.gov"));
    expect(new Set(both.map(({ url }) => url.host)).size).toBe(3);
    expect(violations(both, RULES.ncbi)).toEqual([]);
  });

  it("of pages for people keep the pace of any other host", async () => {
    const { services, upstream, until, clock } = await openSources();
    const pages = ["https://www.kegg.jp/kegg/legal.html", "https://www.who.int/copyright", "https://example.org/a"];
    const checks = pages.map((page, number) =>
      checkAssumption("demo", licencePage(upstream, { source: "demo", licence: `l${number}`, page, words: /terms/ }), {
        clock,
        deadlineMs: 60_000,
        signal: new AbortController().signal,
      }),
    );
    expect((await until(checks)).map(({ state }) => state)).not.toContain("unanswered");
    expect(services.of("other")).toHaveLength(3);
    expect(violations(services.of("other"), RULES.other)).toEqual([]);
  });
});

describe("groups do not wait for one another", () => {
  /** Starts of all other groups while one behaves badly, or is not asked at all. */
  async function othersWhile(group: Group, mood: Mood | null): Promise<Record<string, unknown>> {
    const { services, ask, until } = await openSources({ GENE_ROUTER_DEADLINE_MS: "120000" });
    if (mood !== null) services.mood = (seen, number) => (seen.group === group ? mood(seen, number) : null);
    const questions = crowd(8).filter(({ source }) => mood !== null || sourceOf[group] !== source);
    await until(questions.map((question) => ask(question)));
    return Object.fromEntries(
      ASKED.filter((other) => other !== group).map((other) => [
        other,
        services
          .of(other)
          .map(({ startedAt }) => startedAt)
          .slice(0, 3),
      ]),
    );
  }
  const sourceOf = { kegg: "kegg", string: "string", ncbi: "pubmed", uniprot: "uniprot", github: "tbdb", other: "" };

  it.each(ASKED)("not when %s hangs, fails or refuses", async (group) => {
    const alone = await othersWhile(group, null);
    for (const mood of [() => "silence" as const, () => refusal(500), () => refusal(403)]) {
      expect(await othersWhile(group, mood)).toEqual(alone);
    }
  });
});

describe("a pause that a service asks for", () => {
  /** Lets the fifth request of a group be answered so, and tells when; the others go on. */
  async function paused(group: Group, answer: (now: number) => Response): Promise<OpenSources & { moment: number }> {
    const opened = await openSources({ GENE_ROUTER_DEADLINE_MS: "600000" });
    const { services, ask, until, clock } = opened;
    let refused: Seen | null = null;
    services.mood = (seen) => {
      if (seen.group !== group || refused !== null || services.of(group).length < 5) return null;
      refused = seen;
      return answer(clock.now());
    };
    await until(crowd(14).map((question) => ask(question)));
    return { ...opened, moment: refused!.endedAt! };
  }

  it.each(
    ASKED.flatMap((group) => [
      [group, "429 in seconds", () => refusal(429, { "retry-after": "17" })] as const,
      [group, "503 in seconds", () => refusal(503, { "retry-after": "17" })] as const,
      [
        group,
        "429 as a date of its own clock",
        () => refusal(429, { "retry-after": "Thu, 01 Jan 2015 00:00:17 GMT", date: "Thu, 01 Jan 2015 00:00:00 GMT" }),
      ] as const,
    ]),
  )("stops the whole group %s (%s), and it alone", async (group, _, answer) => {
    const { services, moment } = await paused(group, answer);
    const after = secondsAfter(moment, services.of(group));
    expect(after[0]).toBe(17);
    expect(after.length).toBeGreaterThan(1);
    expect(violations(services.of(group), RULES[group])).toEqual([]);
    for (const other of ASKED.filter((name) => name !== group)) {
      expect(
        secondsAfter(moment, services.of(other)).some((seconds) => seconds < 17),
        other,
      ).toBe(true);
    }
  });

  it.each(ASKED)(
    "of two minutes is not waited for: %s fails at once with the seconds, then answers again",
    async (group) => {
      const { services, ask, until, clock } = await openSources();
      const source = ASKING_SOURCES.find((name) => sourceHas(name, group))!;
      services.mood = () => refusal(429, { "retry-after": "120" });
      const questions = questionsTo(source, 20);
      const began = clock.now();
      const envelopes = await until(questions.map((question) => ask(question)));
      const asked = services.of(group).length;
      for (const { outcome, errors } of envelopes) {
        expect(outcome).toBe("upstream_failed");
        expect(errors[0]).toMatchObject({ code: "rate_limited", retryable: true });
        expect(errors[0]!.retry_after_s).toBeGreaterThan(100);
      }
      // The rule's own places in flight had been given out before the first answer came.
      expect(asked).toBeLessThanOrEqual(RULES[group].inFlight + 2);
      services.mood = () => null;
      const [refused] = await until([ask(questions[0]!)]);
      expect(refused?.errors[0]?.code).toBe("rate_limited");
      expect(services.of(group)).toHaveLength(asked);
      await clock.advance(began + 125_000 - clock.now());
      const [later] = await until([ask(questions[0]!)]);
      expect(later?.errors).toEqual([]);
      expect(services.of(group).length).toBeGreaterThan(asked);
    },
  );
});

const sourceHas = (source: string, group: Group): boolean =>
  ({ kegg: "kegg", string: "string", pubmed: "ncbi", uniprot: "uniprot", tbdb: "github" })[source] === group;

describe("a 403 of KEGG", () => {
  it("opens a break of a minute in which calls fail at once and nothing is sent, and which asking does not prolong", async () => {
    const { services, ask, until, clock } = await openSources();
    let blocking = true;
    services.mood = ({ group }) => (group === "kegg" && blocking ? refusal(403) : null);
    const questions = questionsTo("kegg", 40);
    const envelopes = await until(questions.map((question) => ask(question)));
    for (const { outcome, errors, requests } of envelopes) {
      expect(outcome).toBe("upstream_failed");
      expect(errors[0]).toMatchObject({ code: "blocked", retryable: false });
      expect(requests.every(({ error }) => error === "blocked")).toBe(true);
    }
    const asked = services.of("kegg");
    expect(asked.length).toBeLessThanOrEqual(RULES.kegg.inFlight);
    const opened = Math.max(...asked.map(({ endedAt }) => endedAt!));
    blocking = false;
    while (clock.now() < opened + 59_000) {
      const before = clock.now();
      const [envelope] = await Promise.all([ask(questions[0]!), clock.advance(0)]);
      expect(envelope.errors[0]).toMatchObject({ code: "blocked", status: null });
      expect(envelope.errors[0]?.retry_after_s).toBe(Math.ceil((opened + 60_000 - before) / 1000));
      await clock.advance(4_000);
    }
    expect(services.of("kegg")).toHaveLength(asked.length);
    await clock.advance(opened + 60_000 - clock.now());
    const [again] = await until([ask(questions[0]!)]);
    expect(again?.outcome).toBe("found");
  });

  it("is KEGG's alone: the others are asked as before", async () => {
    const { services, ask, until } = await openSources();
    services.mood = () => refusal(403);
    await until(crowd(6).map((question) => ask(question)));
    expect(services.of("kegg").length).toBeLessThanOrEqual(RULES.kegg.inFlight);
    for (const group of ["string", "ncbi", "uniprot"] as const) expect(services.of(group).length).toBeGreaterThan(3);
  });
});

describe("the measure itself", () => {
  it("sees two starts too close, too many in flight, and nothing in what is polite", () => {
    const rule = { hosts: [], spacingMs: 100, inFlight: 1 };
    const span = (startedAt: number, endedAt: number | null) => ({ startedAt, endedAt });
    expect(violations([span(0, 10), span(100, 150)], rule)).toEqual([]);
    expect(violations([span(100, 150), span(1, 10)], rule)).toEqual(["request 1 starts 99 ms after the one before"]);
    expect(violations([span(0, null), span(100, 150)], rule)).toEqual(["request 1 starts while 1 are open"]);
    expect(groupOf("pmc.ncbi.nlm.nih.gov")).toBe("ncbi");
    expect(GROUPS).toHaveLength(6);
  });
});
