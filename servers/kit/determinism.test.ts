import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import type { FakeClock } from "../../tests/support/clock/fake-clock.ts";
import { createSourceServer } from "./create-source-server.ts";
import type { Envelope } from "./envelope/envelope.ts";
import { defineSource } from "./source.ts";
import { defineTool } from "./tool.ts";
import { BASE, demoSpec, openUpstream, type Sent } from "./upstream/open-upstream.fixture.ts";

const ETAG = '"v1"';

/** A service with a list, names in a form, a redirect and something that it does not have. */
function service({ url, body, headers }: Sent): Response {
  if (headers["if-none-match"] === ETAG) return new Response(null, { status: 304 });
  const init = { headers: { "content-type": "text/plain", etag: ETAG, "x-noise": String(Math.random()) } };
  const { pathname } = new URL(url);
  if (pathname === "/list") return new Response("b\na\nβ\nc\n", init);
  if (pathname === "/old") return new Response("", { status: 302, headers: { location: "/names" } });
  if (pathname === "/names") return new Response(`name of ${body ?? "all"}\n`, init);
  return new Response("", { status: 404 });
}

const demo = (upstream: Parameters<typeof createSourceServer>[1]["upstream"], clock: FakeClock) =>
  createSourceServer(
    defineSource({
      name: "kegg",
      title: "Demo",
      description: "A demo.",
      homepage: BASE,
      terms: "None.",
      licences: {
        free: { name: "Free", url: BASE, attribution: "Demo", terms: "attribution", redistribute: true },
      },
      settings: {},
      create: () => [
        defineTool({
          name: "list_things",
          title: "Things",
          description: "Lists things.",
          input: z.strictObject({ limit: z.int().min(1).max(100).default(3).describe("Records a page") }),
          list: true,
          resolved: { missing: z.boolean() },
          detail: z.strictObject({ name: z.string() }),
          notes: {},
          untrusted: [],
          async run(_input, call, answer) {
            const ask = (request: object) =>
              upstream
                .service(demoSpec({ identity: { api_key: "k-0123456789" } }))
                .fetch({ path: "/list", ttlSeconds: 60, revalidate: true, accept: () => "data", ...request }, call);
            const list = await ask({});
            const names = await ask({ path: "/names", method: "POST", form: { q: "β", z: null, a: 1 } });
            const old = await ask({ path: "/old" });
            const none = await ask({ path: "/none", ttlSeconds: 3_600, answers: [404], accept: () => "empty" });
            await ask({});
            answer.settle({ matched_by: "list", missing: none.empty });
            const drafts = list
              .text()
              .trim()
              .split("\n")
              .sort()
              .map((id) => ({
                record_id: id,
                type: "thing",
                name: id,
                url: `https://demo.example/${id}`,
                licence: "free",
                from: [list, names, old],
                detail: { name: names.text().trim() },
              }));
            return answer.list(drafts, "none_on_record");
          },
        }),
      ],
    }),
    {
      environment: {},
      upstream,
      clock,
      deadlineMs: 60_000,
      exposure: "local",
      version: "1.2.3",
      warn: (line) => expect.fail(line),
    },
  );

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "same-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process of its own at some time after the beginning, asked once or twice. */
async function asked(env: Record<string, string>, laterMs = 0, times = 1): Promise<Envelope> {
  const fetch = (async (url: unknown, init: RequestInit = {}) =>
    service({
      url: String(url),
      method: init.method ?? "GET",
      headers: init.headers as Record<string, string>,
      body: (init.body as string | undefined) ?? null,
    })) as typeof globalThis.fetch;
  const { upstream, clock } = openUpstream({ env, fetch });
  await clock.advance(laterMs);
  const server = demo(upstream, clock);
  let envelope: Envelope | null = null;
  for (let time = 0; time < times; time++) {
    const { signal } = new AbortController();
    const { structuredContent } = await server.callTool("list_things", { limit: 3 }, { signal });
    envelope = structuredContent as unknown as Envelope;
  }
  return envelope!;
}

/** The bytes without the four fields that may differ, and without the note that goes with one of them. */
const bytesOf = (envelope: Envelope): string =>
  JSON.stringify(
    { ...envelope, notes: envelope.notes.filter((note) => !note.startsWith("stale_served:")) },
    (key, value) => (["cached", "stale", "validated_at", "attempts"].includes(key) ? undefined : value),
  );

it("an answer is the same byte for byte from network, memory, disk, revalidation, offline cache, recording and replay", async () => {
  const cache = { GENE_ROUTER_CACHE_DIR: join(folder, "cache") };
  const recording = join(folder, "recording");
  const first = await asked(cache);
  expect(first).toMatchObject({ outcome: "truncated", record_ids: ["a", "b", "c"], page: { total: 4 } });
  expect(first.requests.map(({ url, status }) => [url.slice(BASE.length), status])).toEqual([
    ["/list?api_key=REDACTED", 200],
    ["/names", 200],
    ["/old?api_key=REDACTED", 200],
    ["/none?api_key=REDACTED", 404],
  ]);
  const others: Record<string, Envelope> = {
    "no cache": await asked({}),
    memory: await asked(cache, 0, 2),
    disk: await asked(cache, 10_000),
    "a revalidation": await asked(cache, 61_000),
    "the offline cache": await asked({ ...cache, GENE_ROUTER_UPSTREAM: "cache" }, 3 * 86_400_000),
    "a recording session": await asked({ GENE_ROUTER_UPSTREAM: `record:${recording}` }),
    replay: await asked({ GENE_ROUTER_UPSTREAM: `replay:${recording}` }, 86_400_000, 2),
  };
  for (const [way, envelope] of Object.entries(others)) expect(bytesOf(envelope), way).toBe(bytesOf(first));
  expect(others["a revalidation"]?.requests[0]).toMatchObject({ cached: true, validated_at: expect.any(String) });
  expect(others["the offline cache"]?.notes).toContainEqual(
    "stale_served: An older stored answer was used, since the service was not reached. It was last confirmed 3 days ago.",
  );
  // The service repeats the key that it was sent; nobody behind the network sees it.
  expect(JSON.stringify(first)).toContain("api_key=REDACTED&q=");
  expect(JSON.stringify([first, others])).not.toContain("k-0123456789");
  expect(others.replay?.records.every(({ cached }) => cached)).toBe(true);
});
