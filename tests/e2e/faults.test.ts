import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRouter, type RouterUnderTest, scratchFolder } from "../support/open-router.ts";
import { type StandIn, standIn } from "../support/stand-in.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const MIB = 1024 * 1024;

describe("a service that misbehaves", () => {
  const scratch = scratchFolder();
  const cache = join(scratch.path, "cache");
  let service: StandIn;
  let router: RouterUnderTest;
  const genes = "aaa:a1\tCDS\t1..9\tabcA; a product\n";

  beforeAll(async () => {
    service = await standIn({
      "/list/rst": (request) => request.socket.destroy(),
      "/list/hng": () => {},
      "/list/htm": (_, response) => {
        response.writeHead(200, { "content-type": "text/plain" }).end("<html><body>Be right back</body></html>");
      },
      "/list/gzp": (_, response) => {
        response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" }).end("this is not gzip");
      },
      "/list/big": (_, response) => {
        response.writeHead(200, { "content-type": "text/plain" });
        for (let sent = 0; sent < 40; sent += 1) response.write("x".repeat(MIB));
        response.end();
      },
      "/list/shr": (_, response) => {
        response.writeHead(200, { "content-type": "text/plain", "content-length": "1000" });
        response.write(genes);
        setTimeout(() => response.destroy(), 20);
      },
      "/list/fbd": (_, response) => void response.writeHead(403).end("blocked"),
      "/list/emp": (_, response) => void response.writeHead(200, { "content-type": "text/plain" }).end("\n"),
      "/list/aaa": (_, response) => void response.writeHead(200, { "content-type": "text/plain" }).end(genes),
      "/link/pathway/aaa:a1": (_, response) => void response.writeHead(200, { "content-type": "text/plain" }).end("\n"),
    });
    router = await openRouter({
      env: {
        GENE_ROUTER_KEGG_URL: service.url,
        GENE_ROUTER_CACHE_DIR: cache,
        GENE_ROUTER_ATTEMPT_MS: "1000",
        GENE_ROUTER_DEADLINE_MS: "4000",
      },
    });
  });
  afterAll(async () => {
    await router.close();
    await service.close();
    scratch.remove();
  });

  it.each([
    ["resets the connection", "rst", ["network"]],
    ["never answers", "hng", ["timeout", "deadline_exceeded"]],
    ["sends an HTML page with status 200", "htm", ["unexpected_content"]],
    ["sends garbage as gzip", "gzp", ["network", "unparsable"]],
    ["sends 40 MiB", "big", ["too_large"]],
    ["ends in the middle of its body", "shr", ["network", "incomplete"]],
    ["lists no gene at all", "emp", ["incomplete", "unexpected_content", "unparsable"]],
    ["blocks for pace", "fbd", ["blocked"]],
  ])("that %s is upstream_failed, never a zero", async (_name, organism, codes) => {
    const answer = await router.call("kegg_get_pathways", { gene: "abcA", organism });
    expect(answer.outcome).toBe("upstream_failed");
    expect(codes).toContain(answer.errors[0]!.code);
    expect(answer.requests).toHaveLength(1);
    expect(answer.requests[0]!.error).toBe(answer.errors[0]!.code);
    expect(answer.records).toEqual([]);
  });

  it("leaves nothing of it in the cache", () => {
    const bodies = existsSync(join(cache, "v1")) ? readdirSync(join(cache, "v1"), { recursive: true }) : [];
    const stored = bodies.map(String).filter((name) => /[0-9a-f]{64}$/.test(name));
    for (const name of stored) expect(readFileSync(join(cache, "v1", name), "utf8")).toMatch(/list\/aaa|link\/pathway/);
  });
});

describe("a source process that dies in the middle of a call", () => {
  it("gives a typed error, harms nobody else, and is started again", async () => {
    const scratch = scratchFolder();
    const pidFile = join(scratch.path, "pid");
    const service = await standIn({ "/list/hng": () => {} });
    const program = `${process.execPath} --import tsx ${join(ROOT, "cli/main.ts")} serve kegg --stdio`;
    const command = ["sh", "-c", `echo $$ > ${pidFile}; exec env GENE_ROUTER_KEGG_URL=${service.url} ${program}`];
    const servers = `servers:\n  kegg:\n    command: ${JSON.stringify(command)}\n  corpus:\n    embed: corpus\n`;
    const router = await openRouter({ servers, env: { GENE_ROUTER_CORPUS: join(ROOT, "fixtures/demo/corpus.json") } });
    try {
      const hanging = router.call("kegg_get_pathways", { gene: "katG", organism: "hng" });
      while (service.asked.length === 0) await new Promise((later) => setTimeout(later, 20));
      process.kill(Number(readFileSync(pidFile, "utf8")), "SIGKILL");
      expect(await hanging).toMatchObject({ error: "source_down", retryable: true, source: "kegg" });
      expect(await router.call("corpus_search", { query: "katG" })).toMatchObject({ source: "corpus" });
      let again = await router.call("kegg_get_pathways", {});
      for (let tries = 0; "error" in again && tries < 100; tries += 1) {
        await new Promise((later) => setTimeout(later, 200));
        again = await router.call("kegg_get_pathways", {});
      }
      expect(again).toMatchObject({ outcome: "bad_input" });
    } finally {
      await router.close();
      await service.close();
      scratch.remove();
    }
  });
});

describe("bad input over HTTP", () => {
  let router: RouterUnderTest;
  let url: string;
  beforeAll(async () => {
    router = await openRouter({ replay: join(ROOT, "fixtures/demo") });
    url = await router.url();
  });
  afterAll(() => router.close());

  const post = (body: string) =>
    fetch(url, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    });
  const message = (method: string, params: unknown) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  /** The JSON-RPC message of an answer, whether it came as JSON or as an event stream. */
  const answerOf = async (response: Response) => {
    const text = await response.text();
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  };

  it("answers malformed JSON with 400 and a JSON-RPC error", async () => {
    const response = await post('{"jsonrpc": "2.0", ');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32700 }, id: null });
  });

  it("answers wrong types with every problem at once", async () => {
    const params = { name: "pubmed_get_abstracts_for_gene", arguments: { gene: ["a"], limit: "ten", extra: 1 } };
    const { result } = await answerOf(await post(message("tools/call", params)));
    expect(result).toMatchObject({ isError: true, structuredContent: { outcome: "bad_input", requests: [] } });
    expect(result.structuredContent.errors.map(({ param }: { param: string }) => param).sort()).toEqual([
      "extra",
      "gene",
      "limit",
    ]);
  });

  it("answers an unknown tool with -32602 and near names, and never repeats what was sent", async () => {
    const params = { name: "kegg_get_pathway\u202eSECRET", arguments: {} };
    const text = await (await post(message("tools/call", params))).text();
    expect(text).toContain("-32602");
    expect(text).not.toContain("SECRET");
  });

  it("refuses an argument of 10 MB before it reaches a source", async () => {
    const response = await post(
      message("tools/call", { name: "kegg_get_pathways", arguments: { gene: "x".repeat(10_000_000) } }),
    );
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code: expect.any(Number) } });
  });

  it("refuses a name of one megabyte as too long, without echoing it", async () => {
    const params = { name: "kegg_get_pathways", arguments: { gene: "x".repeat(1_000_000) } };
    const response = await post(message("tools/call", params));
    const text = await response.text();
    expect(text).toContain("out_of_range");
    expect(text.length).toBeLessThan(5_000);
  });

  it("is still well after all of it", async () => {
    expect((await fetch(new URL("/health", url))).status).toBe(200);
    expect(await router.call("kegg_get_pathways", { gene: "katG" })).toMatchObject({ outcome: "found" });
  });
});
