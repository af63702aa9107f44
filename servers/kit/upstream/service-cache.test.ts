import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Fault } from "../fault.ts";
import { parseJson } from "./accept.ts";
import { BASE, demoSpec, openUpstream, scripted, status, text } from "./open-upstream.fixture.ts";

const DAY_MS = 86_400_000;
const AN_HOUR_S = 3_600;

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

  it("keeps no answer that its source calls a part, and uses it all the same", async () => {
    const { fetch, sent } = scripted(text("half"), text("whole"));
    const { ask } = open(fetch);
    const accept = ({ text: read }: { text(): string }) => (read() === "half" ? "partial" : "data");
    expect((await ask({ accept })).exchange?.text()).toBe("half");
    expect((await ask({ accept })).exchange?.text()).toBe("whole");
    expect((await ask({ accept })).exchange?.text()).toBe("whole");
    expect(sent).toHaveLength(2);
  });

  it("drops a kept answer that turns out not to fit others", async () => {
    const { fetch, sent } = scripted(text("one"), text("two"));
    const { ask, upstream } = open(fetch);
    await ask();
    const { exchange } = await ask();
    expect(sent).toHaveLength(1);
    await upstream.service(demoSpec()).forget([exchange!]);
    expect((await ask()).exchange?.text()).toBe("two");
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

  it("lets nobody share an answer that is too old for them, even when both ask at once", async () => {
    const { fetch, sent } = scripted(text("old"), status(500));
    const { ask, begin, clock } = open(fetch);
    const patient = { ttlSeconds: 7 * 86_400 };
    const strict = { ttlSeconds: 86_400, staleIfError: false };
    await ask(patient);
    await clock.advance(2 * DAY_MS);
    const both = [patient, strict].map((request) => begin(demoSpec(), request));
    while (sent.length < 5) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      await clock.advance(5_000);
    }
    const [first, second] = await Promise.all(both);
    expect(first?.exchange?.text()).toBe("old");
    expect(second?.fault?.code).toBe("upstream_error");
    await clock.advance(8 * DAY_MS);
    const late = [patient, strict].map((request) => begin(demoSpec(), request));
    while (sent.length < 13) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      await clock.advance(5_000);
    }
    const [third, fourth] = await Promise.all(late);
    expect(third?.exchange?.entry.stale).toBe(true);
    expect(fourth?.fault?.code).toBe("upstream_error");
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
