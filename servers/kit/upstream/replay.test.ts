import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { refuseHtml } from "./accept.ts";
import { hashOf } from "./content.ts";
import { BASE, demoSpec, openUpstream, scripted } from "./open-upstream.fixture.ts";
import { CREATED_AT, entryOf, RECORDED_AT, syntheticOf, writeBody, writeManifest } from "./recording.fixture.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "replay-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function replay(entries: readonly object[], env: Record<string, string> = {}) {
  writeManifest(folder, entries);
  const network = scripted(new Response("from the network"));
  const opened = openUpstream({ fetch: network.fetch, env: { ...env, GENE_ROUTER_UPSTREAM: `replay:${folder}` } });
  return { ...opened, sent: network.sent };
}

describe("replay", () => {
  it("answers from the recording alone, cached and with the recorded time", async () => {
    const { ask, sent, upstream } = replay([entryOf([{ status: 200, headers: {}, ...writeBody(folder, "recorded") }])]);
    const { exchange, ledger } = await ask();
    expect(upstream.mode).toBe("replay");
    expect(exchange?.text()).toBe("recorded");
    expect(ledger.entries).toMatchObject([
      { cached: true, stale: false, retrieved_at: RECORDED_AT, attempts: 1, content_sha256: hashOf("recorded") },
    ]);
    expect(ledger.counts).toEqual({ hits: 1, misses: 0, coalesced: 0 });
    expect(sent).toEqual([]);
    const kept = await upstream.body(hashOf("recorded"));
    expect(Buffer.from(kept!.body).toString()).toBe("recorded");
  });

  it("plays answers in order through the retry layer, and the last repeats", async () => {
    const busy = { status: 429, headers: { "Retry-After": "9" }, body_text: "" };
    const { ask, clock } = replay([syntheticOf([busy, { body_text: "one" }, { body_text: "two" }])]);
    const first = await ask();
    expect(first.exchange?.entry.attempts).toBe(2);
    expect(clock.waits).toEqual([9_000]);
    const bodies = [first, await ask(), await ask(), await ask()].map(({ exchange }) => exchange?.text());
    expect(bodies).toEqual(["one", "two", "two", "two"]);
  });

  it("says that nothing is recorded, with the audit URL, and says it the same way every time", async () => {
    const { ask } = replay([]);
    const spec = demoSpec({ identity: { api_key: "k-0123456789" } });
    const { fault, ledger } = await ask({ query: { q: 1 } }, spec);
    expect(fault).toMatchObject({
      code: "not_in_replay",
      retryable: false,
      message: expect.stringContaining(`${BASE}/list?api_key=REDACTED&q=1`),
    });
    expect(ledger.entries).toMatchObject([
      { url: `${BASE}/list?api_key=REDACTED&q=1`, status: 0, attempts: 1, retrieved_at: CREATED_AT },
    ]);
    expect((await ask({ query: { q: 1 } }, spec)).ledger.entries).toEqual(ledger.entries);
  });

  it("keeps the validator in the path", async () => {
    const { ask } = replay([syntheticOf([{ body_text: "<html>" }])]);
    const accept = (response: Parameters<typeof refuseHtml>[0]) => {
      refuseHtml(response);
      return "data" as const;
    };
    expect((await ask({ accept })).fault?.code).toBe("unexpected_content");
  });

  it.each([
    [{ fault: "reset" }, "network"],
    [{ fault: "timeout" }, "timeout"],
    [{ fault: "truncate", after_bytes: 7, status: 200 }, "incomplete"],
  ])("breaks the connection as %j says, and tries again", async (response, code) => {
    const { ask } = replay([entryOf([response])]);
    const broken = await ask();
    expect(broken.fault?.code).toBe(code);
    expect(broken.ledger.entries).toMatchObject([{ error: code, attempts: 4, cached: true }]);
    const mended = replay([
      syntheticOf([{ body_text: "data" }], { responses: [response, { status: 200, body_text: "data" }] }),
    ]);
    expect((await mended.ask()).exchange?.entry).toMatchObject({ attempts: 2, error: null });
  });

  it("follows recorded redirects within the recording", async () => {
    const { ask } = replay([
      syntheticOf([{ status: 303, headers: { Location: "/results" }, body_text: "" }]),
      syntheticOf([{ body_text: "data" }], { id: "results", url: `${BASE}/results` }),
    ]);
    expect((await ask()).exchange).toMatchObject({ finalUrl: `${BASE}/results` });
  });

  it("does not let one recorded refusal silence the rest", async () => {
    const { ask } = replay([
      syntheticOf([{ status: 403, body_text: "" }]),
      syntheticOf([{ body_text: "data" }], { id: "other", url: `${BASE}/other` }),
    ]);
    expect((await ask()).fault?.code).toBe("blocked");
    expect((await ask({ path: "/other" })).exchange?.text()).toBe("data");
  });

  it("takes a recorded delay from the call's time", async () => {
    const { begin, clock, callOf } = replay([syntheticOf([{ body_text: "data", delay_ms: 5_000 }])]);
    const patient = begin(demoSpec());
    const hasty = begin(demoSpec({ base: BASE }), {}, callOf({ deadlineAt: clock.now() + 4_000 }));
    await clock.advance(5_000);
    expect((await hasty).fault?.code).toBe("deadline_exceeded");
    expect((await patient).exchange?.text()).toBe("data");
  });

  it("lets a delay longer than an attempt time out", async () => {
    const { begin, clock } = replay([syntheticOf([{ body_text: "late", delay_ms: 31_000 }, { body_text: "data" }])]);
    const asked = begin(demoSpec());
    await clock.advance(32_000);
    expect((await asked).exchange?.entry.attempts).toBe(2);
  });

  it("ends a recorded hang with the call's deadline when that comes first", async () => {
    const { begin, clock, callOf } = replay([entryOf([{ fault: "timeout" }])]);
    const asked = begin(demoSpec(), {}, callOf({ deadlineAt: clock.now() + 2_000 }));
    await clock.advance(2_000);
    expect((await asked).fault?.code).toBe("deadline_exceeded");
  });

  it("does not space requests, since no service is asked", async () => {
    const { begin, clock } = replay([syntheticOf([{ body_text: "data" }])]);
    const slow = demoSpec({ group: { name: "slow", spacingMs: 60_000, inFlight: 1 } });
    for (let i = 0; i < 3; i++) expect((await begin(slow)).exchange?.text()).toBe("data");
    expect(clock.waits).toEqual([]);
  });

  it("stops start-up, naming the variable and the rule, when the recording must not be played", () => {
    expect(() => replay([entryOf([{ status: 200, body_text: "x" }])])).toThrow(
      "GENE_ROUTER_UPSTREAM: entry 1, response 1: body_text needs synthetic: true",
    );
    expect(() => openUpstream({ env: { GENE_ROUTER_UPSTREAM: `replay:${join(folder, "none")}` } })).toThrow(
      "GENE_ROUTER_UPSTREAM",
    );
  });
});
