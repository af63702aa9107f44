import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { demoSpec, openUpstream, scripted } from "./open-upstream.fixture.ts";
import type { UpstreamRequest } from "./upstream.ts";

const KEY = "ncbi-key-0123456789abcdef";
const EMAIL = "someone@example.org";
const CALLER = "caller-0123456789";
const SECRETS = [KEY, EMAIL, encodeURIComponent(EMAIL), CALLER];

const spec = demoSpec({
  identity: { api_key: KEY, email: EMAIL, caller_identity: CALLER, tool: "gene-router" },
  licence: { id: "demo-licence", redistribute: false },
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "secrecy-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Everything on disk, names and contents. */
async function onDisk(): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files.map(async (file) =>
    file.isFile() ? `${file.name}\n${await readFile(join(file.parentPath, file.name), "utf8")}` : file.name,
  );
  return (await Promise.all(texts)).join("\n");
}

const requests: [string, Partial<UpstreamRequest>][] = [
  ["GET", { query: { term: "katG" } }],
  ["POST", { method: "POST", form: { term: "katG" } }],
];

it.each(requests)("a key goes over the wire of a %s, and nowhere else", async (method, request) => {
  const { fetch, sent } = scripted(new Response("", { status: 500 }), new Response("data"));
  for (const upstream of ["live", `record:${join(folder, "recording")}`]) {
    const env = { GENE_ROUTER_CACHE_DIR: join(folder, "cache"), GENE_ROUTER_UPSTREAM: upstream };
    const { ask, warnings } = openUpstream({ fetch, env });
    const { exchange, ledger } = await ask(request, spec);
    const shown = JSON.stringify([ledger, ledger.entries, exchange, warnings]) + (await onDisk());
    for (const secret of SECRETS) expect(shown).not.toContain(secret);
    expect(ledger.entries[0]).toMatchObject(
      method === "GET"
        ? { url: expect.stringContaining("api_key=REDACTED") }
        : { params: { api_key: "REDACTED", email: "REDACTED", caller_identity: "REDACTED", tool: "gene-router" } },
    );
  }
  for (const { url, body } of sent) {
    const params = method === "GET" ? new URL(url).searchParams : new URLSearchParams(body ?? "");
    expect([params.get("api_key"), params.get("email")]).toEqual([KEY, EMAIL]);
  }
  expect(sent.length).toBeGreaterThan(2);
  // Written down, so that the test would see a key if one were there.
  expect(await onDisk()).toContain("term");
});

it("a key is in no error, log or ledger when the request fails", async () => {
  for (const code of [400, 403, 429, 500]) {
    const { ask, warnings } = openUpstream({ fetch: scripted(new Response(KEY, { status: code })).fetch });
    const { fault, ledger } = await ask({ query: { term: "katG" } }, spec);
    const shown = JSON.stringify([fault, fault?.message, fault?.stack, ledger.entries, warnings]);
    for (const secret of SECRETS) expect(shown).not.toContain(secret);
  }
});

it("an answer that repeats a key is given, kept and recorded without it", async () => {
  const echo = `{"error":"API rate limit exceeded","api-key":"${KEY}"}`;
  const headers = { link: `<https://api.example.org/list?api_key=${KEY}>; rel="next"` };
  const { fetch, sent } = scripted(new Response(echo, { headers }));
  const env = {
    GENE_ROUTER_CACHE_DIR: join(folder, "cache"),
    GENE_ROUTER_UPSTREAM: `record:${join(folder, "recording")}`,
  };
  const { ask } = openUpstream({ fetch, env });
  const { exchange } = await ask({}, spec);
  await ask({}, spec);
  expect(exchange?.text()).toBe(echo.replace(KEY, "REDACTED"));
  expect(exchange?.headers).not.toHaveProperty("link");
  expect(sent).toHaveLength(1);
  const disk = await onDisk();
  expect(disk).toContain("REDACTED");
  for (const secret of SECRETS) expect(disk).not.toContain(secret);
});

it("a key goes to no other host, even when a redirect carries it there", async () => {
  const location = `https://mirror.example.org/x?api_key=${KEY}&term=katG`;
  const { fetch, sent } = scripted(new Response("", { status: 302, headers: { location } }), new Response("data"));
  const { exchange } = await openUpstream({ fetch }).ask({}, { ...spec, hosts: ["mirror.example.org"] });
  expect(exchange?.finalUrl).toBe("https://mirror.example.org/x?term=katG");
  expect(sent[1]?.url).toBe("https://mirror.example.org/x?term=katG");
  expect(JSON.stringify(sent[1])).not.toContain(CALLER);
});

it("a redirect that packs a key into another parameter or its path is not followed, shown or written down", async () => {
  const whole = `https://api.example.org/list?api_key=${KEY}&email=${encodeURIComponent(EMAIL)}&caller_identity=${CALLER}`;
  for (const location of [
    `/login?next=${encodeURIComponent(whole)}`,
    `/login?next=${encodeURIComponent(encodeURIComponent(whole))}`,
    `/login/${encodeURIComponent(EMAIL)}/x`,
    `https://mirror.example.org/?from=${encodeURIComponent(whole)}`,
    `/list?who=${CALLER}`,
  ]) {
    const recording = join(folder, "recording");
    const env = { GENE_ROUTER_UPSTREAM: `record:${recording}` };
    const { fetch, sent } = scripted(new Response("", { status: 302, headers: { location } }), new Response("data"));
    const { ask, warnings } = openUpstream({ fetch, env });
    const { fault, ledger } = await ask({}, { ...spec, hosts: ["mirror.example.org"] });
    expect(fault?.code).toBe("redirect_refused");
    expect(sent).toHaveLength(1);
    const shown = JSON.stringify([fault?.message, ledger.entries, warnings]) + (await onDisk());
    for (const secret of SECRETS) expect(shown).not.toContain(secret);
    expect(await onDisk()).toContain('"status": 302');
    await rm(recording, { recursive: true });
  }
});

it("two installations with different keys share one cache entry", async () => {
  const { fetch, sent } = scripted(new Response("data"));
  const env = { GENE_ROUTER_CACHE_DIR: folder };
  await openUpstream({ fetch, env }).ask({}, spec);
  await openUpstream({ fetch, env }).ask({}, { ...spec, identity: { api_key: "another-key" } });
  expect(sent).toHaveLength(1);
});
