import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settled } from "../../../tests/support/clock/fake-clock.ts";
import { Fault } from "../fault.ts";
import { parseJson } from "./accept.ts";
import { hashOf } from "./content.ts";
import { BASE, demoSpec, openUpstream, scripted } from "./open-upstream.fixture.ts";

const text = (body: string, init: ResponseInit = {}) =>
  new Response(body, { headers: { "content-type": "text/plain" }, ...init });
const status = (code: number, headers: Record<string, string> = {}) =>
  new Response(code === 304 ? null : "", { status: code, headers });
const DAY_MS = 86_400_000;
const AN_HOUR_S = 3_600;

describe("an answer", () => {
  it("is the body, its kept headers, and an entry that says where it came from", async () => {
    const headers = { "content-type": "text/plain", "x-uniprot-release": "2026_03", "set-cookie": "x=1" };
    const { fetch } = scripted(text("data", { headers }));
    const { ask, clock } = openUpstream({ fetch });
    const now = new Date(clock.now()).toISOString();
    const spec = demoSpec({ releaseOf: (kept) => kept["x-uniprot-release"] ?? null });
    const { exchange, ledger } = await ask({ query: { b: 1, a: null } }, spec);
    expect(exchange).toMatchObject({
      status: 200,
      contentType: "text/plain",
      headers: { "content-type": "text/plain", "x-uniprot-release": "2026_03" },
      empty: false,
      finalUrl: `${BASE}/list?b=1`,
    });
    expect(exchange?.headers).not.toHaveProperty("set-cookie");
    expect(exchange?.text()).toBe("data");
    expect(ledger.entries).toEqual([
      {
        url: `${BASE}/list?b=1`,
        method: "GET",
        params: null,
        status: 200,
        retrieved_at: now,
        validated_at: null,
        cached: false,
        stale: false,
        attempts: 1,
        bytes: 4,
        content_sha256: hashOf("data"),
        release: "2026_03",
        error: null,
      },
    ]);
    expect(ledger.counts).toEqual({ hits: 0, misses: 1, coalesced: 0 });
  });

  it("is asked for with everything that the services want to know, encoded once", async () => {
    const { fetch, sent } = scripted(text("data"));
    const { ask } = openUpstream({ fetch, env: { GENE_ROUTER_CONTACT: "me@example.org" } });
    await ask({ method: "POST", form: { identifiers: "a\rb", species: 83332 } });
    expect(sent).toEqual([
      {
        url: `${BASE}/list`,
        method: "POST",
        headers: {
          accept: "*/*",
          "accept-encoding": "gzip, br, deflate",
          "content-type": "application/x-www-form-urlencoded",
          "user-agent": expect.stringMatching(/^gene-router\/1\.2\.3 \(\+https:\/\/.*; me@example\.org\)$/),
        },
        body: "identifiers=a%0Db&species=83332",
      },
    ]);
  });

  it("may be empty, or a status that the source takes for one", async () => {
    const { fetch } = scripted(status(404));
    const { exchange } = await openUpstream({ fetch }).ask({ answers: [404], accept: () => "empty" });
    expect(exchange).toMatchObject({ status: 404, empty: true });
  });

  it("is the same object with the same entry when one call asks twice, however it came the first time", async () => {
    const { fetch, sent } = scripted(text("data"));
    const { upstream, callOf } = openUpstream({ fetch });
    const service = upstream.service(demoSpec());
    const request = { path: "/list", ttlSeconds: 60, accept: () => "data" as const };
    const cold = callOf();
    const [one, two] = await Promise.all([service.fetch(request, cold), service.fetch(request, cold)]);
    const three = await service.fetch(request, cold);
    expect([two, three]).toEqual([one, one]);
    expect(cold.ledger.entries).toHaveLength(1);
    const warm = callOf();
    await Promise.all([service.fetch(request, warm), service.fetch(request, warm)]);
    expect(warm.ledger.entries).toHaveLength(1);
    expect(sent).toHaveLength(1);
  });
});

describe("a failure", () => {
  it.each([
    [429, "rate_limited", 4],
    [500, "upstream_error", 4],
    [501, "upstream_error", 1],
    [403, "blocked", 1],
    [400, "upstream_refused", 1],
    [404, "upstream_refused", 1],
  ])("with status %i is %s after %i attempts, and is in the ledger", async (code, error, attempts) => {
    const { fetch, sent } = scripted(status(code));
    const { fault, ledger } = await openUpstream({ fetch }).ask();
    expect(fault).toMatchObject({ name: "Fault", code: error, status: code, host: "api.example.org" });
    expect(ledger.entries).toMatchObject([{ status: code, error, attempts, cached: false, content_sha256: null }]);
    expect(sent).toHaveLength(attempts);
  });

  it("without an answer has status 0", async () => {
    const { fetch } = scripted(new TypeError("fetch failed", { cause: new Error("secret host") }));
    const { fault, ledger } = await openUpstream({ fetch }).ask();
    expect(fault).toMatchObject({ code: "network", status: null, host: "api.example.org", retryable: true });
    expect(fault?.message).not.toContain("secret");
    expect(ledger.entries).toMatchObject([{ status: 0, error: "network", attempts: 4, bytes: 0 }]);
  });

  it("names the argument most likely at fault, only when upstream refused", async () => {
    const refused = await openUpstream({ fetch: scripted(status(400)).fetch }).ask({ blame: "gene" });
    expect(refused.fault?.param).toBe("gene");
    const failed = await openUpstream({ fetch: scripted(status(500)).fetch }).ask({ blame: "gene" });
    expect(failed.fault?.param).toBeNull();
  });

  it("passes when a later attempt succeeds; the waits follow the service", async () => {
    const { fetch } = scripted(status(503, { "retry-after": "3" }), status(500), text("data"));
    const { ask, clock } = openUpstream({ fetch });
    const { exchange } = await ask();
    expect(exchange?.entry).toMatchObject({ attempts: 3, error: null, status: 200 });
    expect(clock.waits).toEqual(expect.arrayContaining([3_000, 1_500]));
  });

  it("that asks for too long a wait ends the call at once, with the seconds", async () => {
    const { fetch, sent } = scripted(status(429, { "retry-after": "120" }));
    const { fault } = await openUpstream({ fetch }).ask();
    expect(fault).toMatchObject({ code: "rate_limited", retryAfterS: 120 });
    expect(sent).toHaveLength(1);
  });

  it("of the validator keeps its code, gets status, host and hash, and is never tried again", async () => {
    const { fetch, sent } = scripted(text("Error: too many"));
    const accept = () => {
      throw new Fault("in_band_error", "The service reports an error in its body");
    };
    const { fault, ledger } = await openUpstream({ fetch }).ask({ accept });
    expect(fault).toMatchObject({ code: "in_band_error", status: 200, host: "api.example.org" });
    expect(ledger.entries).toMatchObject([
      { status: 200, error: "in_band_error", bytes: 15, content_sha256: hashOf("Error: too many") },
    ]);
    expect(sent).toHaveLength(1);
  });

  it("inside a validator is `unparsable`", async () => {
    const accept = () => {
      throw new TypeError("upstream text");
    };
    const { fault } = await openUpstream().ask({ accept });
    expect(fault).toMatchObject({ code: "unparsable", message: expect.not.stringContaining("upstream text") });
  });
});

describe("pacing", () => {
  it("pauses the whole group on 429 with Retry-After, for other calls too", async () => {
    const { fetch, sent } = scripted(status(429, { "retry-after": "5" }), ({ url }) => text(url));
    const { begin, clock } = openUpstream({ fetch });
    const first = begin(demoSpec(), { path: "/a" });
    await clock.advance(1_000);
    const second = begin(demoSpec(), { path: "/b" });
    await clock.advance(3_999);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    expect((await first).exchange?.text()).toBe(`${BASE}/a`);
    expect((await second).exchange?.text()).toBe(`${BASE}/b`);
  });

  it("does not pause on 503 without Retry-After", async () => {
    const { fetch, sent } = scripted(status(503), text("b"), text("a"));
    const { begin, clock } = openUpstream({ fetch });
    void begin(demoSpec(), { path: "/a" });
    await clock.advance(10);
    void begin(demoSpec(), { path: "/b" });
    await clock.advance(10);
    expect(sent.map(({ url }) => url)).toEqual([`${BASE}/a`, `${BASE}/b`]);
  });

  it("opens a break on 403: calls fail at once, without a request, until it is over", async () => {
    const { fetch, sent } = scripted(status(403), text("data"));
    const { ask, clock } = openUpstream({ fetch });
    await ask({ path: "/a" });
    const { fault, ledger } = await ask({ path: "/b" });
    expect(fault).toMatchObject({ code: "blocked", status: null });
    expect(ledger.entries).toMatchObject([{ status: 0, error: "blocked" }]);
    expect(sent).toHaveLength(1);
    const other = demoSpec({ group: { name: "other", spacingMs: 0, inFlight: 1 } });
    expect((await ask({ path: "/c" }, other)).fault).toBeNull();
    await clock.advance(60_000);
    expect((await ask({ path: "/b" })).fault).toBeNull();
  });

  it("opens the break as well when the validator knows a block page", async () => {
    const { fetch, sent } = scripted(text("<blocked>"), text("data"));
    const { ask } = openUpstream({ fetch });
    const accept = () => {
      throw new Fault("blocked", "The service shows its block page");
    };
    await ask({ accept });
    expect((await ask({ path: "/b" })).fault?.code).toBe("blocked");
    expect(sent).toHaveLength(1);
  });

  it("spaces redirected requests like all others, but lets cache hits through", async () => {
    const { fetch, sent } = scripted(status(302, { location: "/b" }), text("data"));
    const spaced = demoSpec({ group: { name: "slow", spacingMs: 1_000, inFlight: 1 } });
    const { begin, clock } = openUpstream({ fetch });
    const first = begin(spaced);
    await clock.advance(999);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    expect((await first).exchange?.text()).toBe("data");
    const hit = begin(spaced);
    await settled();
    expect((await hit).exchange?.entry).toMatchObject({ cached: true, attempts: 0 });
  });
});

describe("deadline and cancellation", () => {
  const hang = (_: unknown, signal: AbortSignal) =>
    new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

  it("ends the call while it waits for the service, in the ledger with the attempts made", async () => {
    const { fetch } = scripted(hang);
    const { begin, callOf, clock } = openUpstream({ fetch });
    const asked = begin(demoSpec(), {}, callOf({ deadlineAt: clock.now() + 31_000 }));
    await clock.advance(31_000);
    const { fault, ledger } = await asked;
    expect(fault).toMatchObject({ code: "deadline_exceeded", retryable: true });
    expect(ledger.entries).toMatchObject([{ status: 0, error: "deadline_exceeded", attempts: 2 }]);
  });

  it("counts the time in the queue", async () => {
    const { fetch, sent } = scripted(hang);
    const narrow = demoSpec({ group: { name: "narrow", spacingMs: 0, inFlight: 1 } });
    const { begin, callOf, clock } = openUpstream({ fetch });
    void begin(narrow, { path: "/a" });
    await settled();
    const waiting = begin(narrow, { path: "/b" }, callOf({ deadlineAt: clock.now() + 1_000 }));
    await clock.advance(1_000);
    expect((await waiting).fault?.code).toBe("deadline_exceeded");
    expect(sent).toHaveLength(1);
  });

  it("sends nothing for a call whose time is over", async () => {
    const { fetch, sent } = scripted(text("data"));
    const { ask, callOf, clock } = openUpstream({ fetch });
    const { fault } = await ask({}, demoSpec(), callOf({ deadlineAt: clock.now() }));
    expect(fault?.code).toBe("deadline_exceeded");
    expect(sent).toHaveLength(0);
  });

  it("closes the socket of a cancelled call, which answers and keeps nothing", async () => {
    let socket: AbortSignal | undefined;
    const { fetch, sent } = scripted((one, signal) => {
      socket = signal;
      return hang(one, signal);
    }, text("data"));
    const { begin, ask, callOf } = openUpstream({ fetch });
    const cancel = new AbortController();
    const call = callOf({ signal: cancel.signal });
    const cancelled = begin(demoSpec(), {}, call);
    await settled();
    cancel.abort(new Error("cancelled"));
    expect((await cancelled).fault?.message).toBe("cancelled");
    await settled();
    expect(socket?.aborted).toBe(true);
    expect(call.ledger.entries).toEqual([]);
    expect((await ask()).exchange?.text()).toBe("data");
    expect(sent).toHaveLength(2);
  });

  it("lets the others of a shared exchange have their answer", async () => {
    let answer: (response: Response) => void = () => undefined;
    const { fetch, sent } = scripted(
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    );
    const { begin, callOf } = openUpstream({ fetch });
    const cancel = new AbortController();
    const leaving = begin(demoSpec(), {}, callOf({ signal: cancel.signal }));
    const staying = begin(demoSpec());
    await settled();
    cancel.abort(new Error("cancelled"));
    answer(text("data"));
    expect((await leaving).exchange).toBeNull();
    const { exchange, ledger } = await staying;
    expect(exchange?.text()).toBe("data");
    expect(ledger.counts).toEqual({ hits: 0, misses: 0, coalesced: 1 });
    expect(sent).toHaveLength(1);
  });

  it("gives all calls of a shared exchange one and the same entry", async () => {
    const { begin } = openUpstream({ fetch: scripted(text("data")).fetch });
    const [one, two] = await Promise.all([begin(demoSpec()), begin(demoSpec())]);
    expect(two.exchange?.entry).toBe(one.exchange?.entry);
  });

  it("says what is being waited for", async () => {
    const { fetch } = scripted(status(500), text("data"));
    const { ask, callOf } = openUpstream({ fetch });
    const progress = vi.fn();
    await ask({}, demoSpec(), callOf({ progress }));
    expect(progress.mock.calls.flat()).toEqual(["Asking demo", "Waiting to ask demo again", "Asking demo"]);
  });
});

describe("the cache", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "service-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const open = (fetch: typeof globalThis.fetch, env: Record<string, string> = {}, more = {}) =>
    openUpstream({ fetch, env: { GENE_ROUTER_CACHE_DIR: folder, ...env }, ...more });

  it("answers from memory, then from disk in the next process, with the original time", async () => {
    const { fetch, sent } = scripted(text("data"));
    const first = open(fetch);
    const original = (await first.ask()).exchange?.entry;
    await first.clock.advance(60_000);
    const again = (await first.ask()).exchange?.entry;
    const next = (await open(fetch).ask()).exchange;
    for (const entry of [again, next?.entry]) {
      expect(entry).toEqual({ ...original, cached: true, attempts: 0 });
    }
    expect(next?.text()).toBe("data");
    expect(sent).toHaveLength(1);
  });

  it("asks again after the lifetime", async () => {
    const { fetch } = scripted(text("old"), text("new"));
    const { ask, clock } = open(fetch);
    await ask({ ttlSeconds: 60 });
    await clock.advance(61_000);
    const { exchange } = await ask({ ttlSeconds: 60 });
    expect(exchange?.text()).toBe("new");
    expect(exchange?.entry).toMatchObject({ cached: false, stale: false });
  });

  it("keeps an empty answer a day at most", async () => {
    const { fetch, sent } = scripted(text(""), text(""));
    const { ask, clock } = open(fetch);
    const request = { ttlSeconds: 30 * 86_400, accept: () => "empty" as const };
    await ask(request);
    await clock.advance(DAY_MS);
    await ask(request);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    await ask(request);
    expect(sent).toHaveLength(2);
  });

  it("keeps a 404 for those who take it for an answer, and for no one else", async () => {
    const { fetch, sent } = scripted(status(404));
    const { ask } = open(fetch);
    await ask({ answers: [404], accept: () => "empty" });
    expect((await ask({ answers: [404], accept: () => "empty" })).exchange?.entry.cached).toBe(true);
    expect((await ask()).fault?.code).toBe("upstream_refused");
    expect(sent).toHaveLength(2);
  });

  it.each([
    [
      "an HTML page with status 200",
      text("<html>", { headers: { "content-type": "text/html" } }),
      "unexpected_content",
    ],
    ["a body cut in the middle", text('{"results":['), "unparsable"],
    ["a refusal", status(400), "upstream_refused"],
    ["a failure", status(500), "upstream_error"],
    ["a part of a body", text("{}", { status: 206 }), "incomplete"],
  ])("never keeps %s", async (_, wrong, code) => {
    const failing = scripted(wrong);
    const accept: Parameters<ReturnType<typeof openUpstream>["ask"]>[0] = {
      accept: (response) => {
        parseJson(response);
        return "data";
      },
    };
    expect((await open(failing.fetch).ask(accept)).fault?.code).toBe(code);
    const { fetch, sent } = scripted(text("{}"));
    expect((await open(fetch).ask(accept)).exchange?.text()).toBe("{}");
    expect(sent).toHaveLength(1);
  });

  it("judges what it finds on disk with the validator of today, and asks again when that refuses", async () => {
    await open(scripted(text("old format")).fetch).ask();
    const { fetch, sent } = scripted(text("new format"));
    const accept = (response: { text(): string }) => {
      if (response.text().startsWith("old")) throw new Fault("unparsable", "The format is unknown");
      return "data" as const;
    };
    expect((await open(fetch).ask({ accept })).exchange?.text()).toBe("new format");
    expect(sent).toHaveLength(1);
  });

  it("never holds an answer with a lifetime of 0", async () => {
    const { fetch, sent } = scripted(text("data"));
    const { ask } = open(fetch);
    await ask({ ttlSeconds: 0 });
    await ask({ ttlSeconds: 0 });
    expect(sent).toHaveLength(2);
    expect((await open(fetch, { GENE_ROUTER_UPSTREAM: "cache" }).ask({ ttlSeconds: 60 })).fault?.code).toBe(
      "cache_miss",
    );
  });

  it("follows GENE_ROUTER_TTL_<SOURCE>, except for what is never kept", async () => {
    const { fetch, sent } = scripted(text("data"));
    const { ask, clock } = open(fetch, { GENE_ROUTER_TTL_KEGG: "10" });
    await ask();
    await clock.advance(11_000);
    await ask();
    expect(sent).toHaveLength(2);
    await ask({ ttlSeconds: 0 });
    await ask({ ttlSeconds: 0 });
    expect(sent).toHaveLength(4);
  });

  describe("when the service fails", () => {
    const old = async (failure: Response | Error, request = {}, env = {}, pastDays = 2) => {
      const { fetch } = scripted(text("old"), failure);
      const opened = open(fetch, env);
      await opened.ask({ ttlSeconds: AN_HOUR_S, ...request });
      await opened.clock.advance(AN_HOUR_S * 1000 + pastDays * DAY_MS);
      return opened.ask({ ttlSeconds: AN_HOUR_S, ...request });
    };

    it("lets an old answer stand in; the failed exchange stays in the ledger beside it", async () => {
      const { exchange, ledger } = await old(status(500));
      expect(exchange?.text()).toBe("old");
      expect(ledger.entries).toMatchObject([
        { status: 500, error: "upstream_error", attempts: 4, stale: false },
        { status: 200, error: null, stale: true, cached: true },
      ]);
      expect(ledger.entries[1]).toBe(exchange?.entry);
      expect(ledger.staleAgeDays).toBe(2);
    });

    it.each([
      ["after a refusal", status(403), {}, {}, 2],
      ["after another 4xx", status(400), {}, {}, 2],
      ["when the request forbids it", status(500), { staleIfError: false }, {}, 2],
      ["when it is switched off", status(500), {}, { GENE_ROUTER_STALE_DAYS: "0" }, 2],
      ["too long after its lifetime", status(500), {}, {}, 31],
    ])("does not %s", async (_, failure, request, env, pastDays) => {
      const { exchange, ledger } = await old(failure, request, env, pastDays);
      expect(exchange).toBeNull();
      expect(ledger.entries).toHaveLength(1);
      expect(ledger.staleAgeDays).toBeNull();
    });
  });

  describe("revalidation", () => {
    const request = { ttlSeconds: AN_HOUR_S, revalidate: true };
    const tagged = () => text("data", { headers: { etag: '"v1"' } });

    it("asks with the tag; a 304 renews the entry and keeps the time of the body", async () => {
      const { fetch, sent } = scripted(tagged(), status(304));
      const { ask, clock } = open(fetch);
      const first = (await ask(request)).exchange!.entry;
      await clock.advance(2 * AN_HOUR_S * 1000);
      const { exchange, ledger } = await ask(request);
      expect(sent.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"v1"']);
      expect(exchange?.text()).toBe("data");
      expect(exchange?.entry).toEqual({
        ...first,
        cached: true,
        attempts: 1,
        validated_at: expect.stringMatching(/^2026-08-28T11:00:/),
      });
      expect(ledger.counts).toEqual({ hits: 1, misses: 0, coalesced: 0 });
      // Fresh again, in the next process too.
      await clock.advance(AN_HOUR_S * 900);
      await open(fetch, {}, { clock }).ask(request);
      expect(sent).toHaveLength(2);
    });

    it("takes a new body when there is one", async () => {
      const { fetch } = scripted(tagged(), text("newer"));
      const { ask, clock } = open(fetch);
      await ask(request);
      await clock.advance(2 * AN_HOUR_S * 1000);
      expect((await ask(request)).exchange).toMatchObject({ entry: { cached: false, validated_at: null } });
    });

    it("asks without a tag when none is known, and takes no 304 then", async () => {
      const { fetch, sent } = scripted(text("data"), status(304));
      const { ask, clock } = open(fetch);
      await ask(request);
      await clock.advance(2 * AN_HOUR_S * 1000);
      expect((await ask(request)).fault?.code).toBe("unexpected_content");
      expect(sent[1]?.headers).not.toHaveProperty("if-none-match");
    });

    it("does not happen unless the request wants it", async () => {
      const { fetch, sent } = scripted(tagged(), tagged());
      const { ask, clock } = open(fetch);
      await ask({ ttlSeconds: AN_HOUR_S });
      await clock.advance(2 * AN_HOUR_S * 1000);
      await ask({ ttlSeconds: AN_HOUR_S });
      expect(sent[1]?.headers).not.toHaveProperty("if-none-match");
    });
  });

  describe("alone, with the network switched off", () => {
    it("serves what it has, old answers marked stale, and says that the rest is missing", async () => {
      await open(scripted(text("data")).fetch).ask({ ttlSeconds: AN_HOUR_S });
      const { fetch, sent } = scripted(text("never"));
      const { ask, clock, upstream } = open(fetch, { GENE_ROUTER_UPSTREAM: "cache" });
      expect(upstream.mode).toBe("cache");
      expect((await ask({ ttlSeconds: AN_HOUR_S })).exchange?.entry).toMatchObject({ cached: true, stale: false });
      await clock.advance(400 * DAY_MS);
      const { exchange, ledger } = await ask({ ttlSeconds: AN_HOUR_S });
      expect(exchange?.entry).toMatchObject({ cached: true, stale: true });
      expect(ledger.staleAgeDays).toBe(400);
      const missing = await ask({ path: "/other" });
      expect(missing.fault).toMatchObject({ code: "cache_miss", retryable: false });
      expect(missing.ledger.entries).toMatchObject([{ url: `${BASE}/other`, status: 0, error: "cache_miss" }]);
      expect((await ask({ path: "/other" })).ledger.entries).toEqual(missing.ledger.entries);
      expect(sent).toHaveLength(0);
    });
  });

  it("gives the body behind a hash with its source, and nothing for a hash it never saw", async () => {
    const { ask, upstream } = open(scripted(text("data")).fetch, { GENE_ROUTER_MEMORY_MB: "0" });
    const sha256 = (await ask()).exchange!.entry.content_sha256!;
    const kept = await upstream.body(sha256);
    expect(kept).toMatchObject({ source: "kegg", contentType: "text/plain" });
    expect(Buffer.from(kept!.body).toString()).toBe("data");
    expect(await upstream.body("0".repeat(64))).toBeNull();
  });
});
