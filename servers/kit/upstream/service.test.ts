import { describe, expect, it } from "vitest";
import { Fault } from "../fault.ts";
import { hashOf } from "./content.ts";
import { BASE, demoSpec, openUpstream, scripted, status, text } from "./open-upstream.fixture.ts";

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
