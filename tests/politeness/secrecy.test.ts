import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serveSourceHttp } from "../../servers/kit/serve-source.ts";
import { scratchFolder } from "../support/open-router.ts";
import { openSources } from "./open-sources.ts";
import { type Mood, refusal, type Seen } from "./played-services.ts";
import { type Question, questionsTo } from "./questions.ts";

const KEY = "ncbi0key1that2nobody3may4see5f6a7b8c9d";
const EMAIL = "someone+genes@example.org";
const CALLER = "laboratory-of-someone";
const IDENTITY = { NCBI_API_KEY: KEY, NCBI_EMAIL: EMAIL, STRING_CALLER_IDENTITY: CALLER };

/** Every spelling in which a value could slip out. */
const SPELLINGS = [KEY, EMAIL, CALLER].flatMap((value) => [
  value,
  encodeURIComponent(value),
  encodeURIComponent(encodeURIComponent(value)),
  new URLSearchParams({ a: value }).toString().slice(2),
  Buffer.from(value).toString("base64").replace(/=+$/, ""),
]);

function expectNoSecret(text: string, where: string): void {
  for (const secret of SPELLINGS) expect(text.includes(secret), `${where} holds an identity`).toBe(false);
}

let scratch: ReturnType<typeof scratchFolder>;
beforeEach(() => {
  scratch = scratchFolder();
});
afterEach(() => scratch.remove());

/** Names and contents of every file below a folder. */
const written = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((file) =>
      file.isFile() ? `${file.name}\n${readFileSync(join(file.parentPath, file.name), "latin1")}` : file.name,
    )
    .join("\n");

const text = (body: string, type: string) => new Response(body, { headers: { "content-type": type } });
const page = (body: string) => text(`<html><body>${body}</body></html>`, "text/html");
const redirect = (location: string, status = 302) => refusal(status, { location });

/** What a service was told of the caller, as it may repeat it: raw, and as parameters. */
function told({ params }: Seen) {
  const values = ["api_key", "email", "caller_identity"].flatMap((name) => {
    const value = params.get(name);
    return value === null ? [] : ([[name, value]] as [string, string][]);
  });
  return { raw: values.map(([, value]) => value).join(" "), encoded: new URLSearchParams(values).toString() };
}

/** Ways in which a service answers, most of them repeating what it was sent. */
const MOODS: Readonly<Record<string, Mood>> = {
  "its usual answer": () => null,
  "429": (seen) =>
    refusal(429, { "retry-after": "120", link: `<https://example.org/?${told(seen).encoded}>; rel="next"` }),
  "403": (seen) => new Response(`blocked: ${told(seen).raw}`, { status: 403 }),
  "400 that repeats the request": (seen) => new Response(`bad request: ${seen.params}`, { status: 400 }),
  "500": (seen) => new Response(`error for ${seen.url.href}`, { status: 500 }),
  "its rate message, with the key": (seen) =>
    text(
      JSON.stringify({ error: "API rate limit exceeded", "api-key": told(seen).raw, count: "11" }),
      "application/json",
    ),
  "an error object": (seen) =>
    text(JSON.stringify([{ error: `unknown caller ${told(seen).raw}` }]), "application/json"),
  "an error in XML": (seen) =>
    text(`<?xml version="1.0"?><eFetchResult><ERROR>${told(seen).raw}</ERROR></eFetchResult>`, "text/xml"),
  "a redirect to another host": (seen) => redirect(`https://evil.example/x?${told(seen).encoded}`),
  "a redirect to another host that is allowed": (seen) =>
    redirect(
      `https://${seen.group === "ncbi" ? "pmc.ncbi.nlm.nih.gov" : "string-db.org"}/x?${told(seen).encoded}`,
      seen.method === "POST" ? 307 : 302,
    ),
  "a redirect to a log-in page": ({ url, params }) =>
    redirect(`/login?next=${encodeURIComponent(`${url.origin}${url.pathname}?${params}`)}`),
  "a redirect into a path": (seen) => redirect(`/${encodeURIComponent(told(seen).raw)}/x`),
  "a broken connection": ({ url }) => Object.assign(new TypeError("fetch failed"), { cause: new Error(url.href) }),
  "a page": (seen) => page(`You asked for ${seen.params} as ${told(seen).raw}`),
  nothing: () => text("", "text/plain"),
  garbage: (seen) => text(`\u0000{"${told(seen).raw}": `, "application/json"),
};

/** Each tool of PubMed and STRING once: they are the sources that say who asks. */
const QUESTIONS: readonly Question[] = [...questionsTo("pubmed", 6), ...questionsTo("string", 6)];

/** Asks every tool, reads every body that an answer names, and gives all that a caller could see of it. */
async function everything(env: Record<string, string>, mood: Mood, questions = QUESTIONS) {
  const { services, server, until, warnings } = await openSources({ ...IDENTITY, ...env });
  services.mood = mood;
  const shown: string[] = [];
  for (const { source, tool, args } of questions) {
    const { signal } = new AbortController();
    const [result] = await until([server(source).callTool(tool, args, { signal })]);
    shown.push(JSON.stringify(result));
    for (const [, sha256] of JSON.stringify(result).matchAll(/"content_sha256":"([0-9a-f]{64})"/g)) {
      const [body] = await until([server(source).readBody(sha256!)]);
      shown.push(JSON.stringify(body));
    }
    const cancelled = AbortSignal.abort(new Error("gone"));
    for (const thrown of [
      server(source).callTool("none", args, { signal }),
      server(source).callTool(tool, args, { signal: cancelled }),
    ]) {
      shown.push(
        String(
          await thrown.then(
            () => "",
            (error: Error) => error.stack ?? error.message,
          ),
        ),
      );
    }
    shown.push(JSON.stringify([server(source).tools, server(source).instructions]));
  }
  return { shown: [...shown, ...warnings].join("\n"), seen: services.seen };
}

describe.each(Object.entries(MOODS))("a service that answers with %s", (_, mood) => {
  it("learns who asks, and nobody else does: live, from the cache, recording and replaying", async () => {
    const cache = join(scratch.path, "cache");
    const recording = join(scratch.path, "recording");
    const modes: Record<string, string>[] = [
      { GENE_ROUTER_CACHE_DIR: cache },
      { GENE_ROUTER_CACHE_DIR: cache, GENE_ROUTER_UPSTREAM: "cache" },
      { GENE_ROUTER_CACHE_DIR: cache, GENE_ROUTER_UPSTREAM: `record:${recording}` },
      { GENE_ROUTER_UPSTREAM: `replay:${recording}` },
    ];
    for (const env of modes) {
      const where = env.GENE_ROUTER_UPSTREAM ?? "live";
      const { shown, seen } = await everything(env, mood);
      expect(shown).toContain('"envelope":"1"');
      expectNoSecret(shown, where);
      expectNoSecret(written(scratch.path), `${where}: a file`);
      const isOffline = where === "cache" || where.startsWith("replay");
      expect(seen.length > 0, where).toBe(!isOffline);
      for (const { url, params } of seen) {
        const isEutils = url.host === "eutils.ncbi.nlm.nih.gov";
        const isNcbi = isEutils || url.host === "pmc.ncbi.nlm.nih.gov";
        expect(params.get("api_key"), url.host).toBe(isEutils ? KEY : null);
        if (!isNcbi) expect(params.get("email")).toBeNull();
        if (isEutils) expect(params.get("email")).toBe(EMAIL);
        expect(params.get("caller_identity")).toBe(url.host === "version-12-0.string-db.org" ? CALLER : null);
      }
      expect(seen.map(({ url }) => url.host)).not.toContain("evil.example");
    }
  });
});

it("the measure would see a key: it is on the wire in all its requests, and the files are not empty", async () => {
  const env = { GENE_ROUTER_CACHE_DIR: join(scratch.path, "cache") };
  const { shown, seen } = await everything(env, () => null);
  expect(() => expectNoSecret(seen.map(({ url }) => url.href).join("\n"), "the wire")).toThrow();
  expect(shown).toContain("api_key=REDACTED");
  expect(shown).toContain('"caller_identity":"REDACTED"');
  expect(written(scratch.path)).toContain("api_key=REDACTED");
});

it("an answer that repeats a key and is good data otherwise is used and kept without it", async () => {
  const pmid = "20000000";
  const echo: Mood = ({ url }) =>
    url.pathname.endsWith("/esearch.fcgi")
      ? text(
          JSON.stringify({ header: {}, esearchresult: { count: "1", idlist: [pmid], querytranslation: url.href } }),
          "application/json",
        )
      : null;
  const questions: Question[] = [{ source: "pubmed", tool: "search_abstracts", args: { term: "katG" } }];
  for (const upstream of ["live", `record:${join(scratch.path, "recording")}`]) {
    const env = { GENE_ROUTER_CACHE_DIR: join(scratch.path, "cache"), GENE_ROUTER_UPSTREAM: upstream };
    const { shown } = await everything(env, echo, questions);
    expect(shown).toContain(`"record_ids":["${pmid}"]`);
    expectNoSecret(shown, upstream);
    expectNoSecret(written(scratch.path), `${upstream}: a file`);
  }
});

it("health page, resources and listings of a served source show none", async () => {
  const { server, until, services } = await openSources(IDENTITY);
  const { signal } = new AbortController();
  for (const { source, tool, args } of QUESTIONS.slice(0, 2))
    await until([server(source).callTool(tool, args, { signal })]);
  expect(services.seen.length).toBeGreaterThan(0);
  for (const source of ["pubmed", "string"] as const) {
    const serving = await serveSourceHttp(server(source), { hostname: "127.0.0.1", port: 0 });
    const url = `http://127.0.0.1:${serving.port}`;
    const pages = await Promise.all(
      ["/health", "/mcp", "/", "/metrics"].map(async (path) => {
        const answer = await fetch(url + path);
        return `${JSON.stringify([...answer.headers])} ${await answer.text()}`;
      }),
    );
    expectNoSecret(pages.join("\n"), source);
    await serving.close(0);
  }
});
