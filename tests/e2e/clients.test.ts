import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRouter, type RouterUnderTest, scratchFolder } from "../support/open-router.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** The demonstration recording with two requests added: one that is throttled first, and one that hangs. */
function recordingWithWaits(folder: string): void {
  cpSync(join(ROOT, "fixtures/demo"), folder, { recursive: true });
  const file = join(folder, "manifest.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const { id, method, url, form, licence, responses } = manifest.entries.find((entry: { url: string }) =>
    entry.url.endsWith("/list/mtu"),
  );
  const list = responses[0];
  /** The same list for an organism of another code. */
  const add = (code: string, before: object[], delay_ms = 0) => {
    const body_text = list.body_text.replaceAll("mtu:", `${code}:`);
    const content_sha256 = createHash("sha256").update(body_text).digest("hex");
    manifest.entries.push({
      ...{ method, form, licence, synthetic: true },
      id: `${id}-${code}`,
      url: url.replace("/mtu", `/${code}`),
      responses: [...before, { ...list, body_text, content_sha256, delay_ms }],
    });
  };
  const empty = {
    status: 429,
    body_text: "",
    content_sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  };
  add("slw", [{ ...empty, headers: { "retry-after": "1" }, retrieved_at: list.retrieved_at }]);
  add("hng", [], 30_000);
  writeFileSync(file, JSON.stringify(manifest));
}

/** What this suite asks of a client, whatever its make and transport. */
interface AnyClient {
  list(): Promise<string[]>;
  instructions(): string | undefined;
  call(
    name: string,
    args: Record<string, unknown>,
    options?: { signal?: AbortSignal; onprogress?: (progress: { message?: string }) => void },
  ): Promise<{ isError?: boolean; structuredContent?: unknown }>;
  close(): Promise<void>;
}

function v1(client: ClientV1): AnyClient {
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    instructions: () => client.getInstructions(),
    call: async (name, args, options = {}) =>
      (await client.callTool({ name, arguments: args }, undefined, options)) as { isError?: boolean },
    close: () => client.close(),
  };
}

function v2(client: ClientV2): AnyClient {
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    instructions: () => client.getInstructions(),
    call: (name, args, options = {}) => client.callTool({ name, arguments: args }, options),
    close: () => client.close(),
  };
}

const recording = scratchFolder();
const replay = join(recording.path, "demo");
let router: RouterUnderTest;
let url: string;
const info = { name: "test", version: "1" };
const child = {
  command: process.execPath,
  args: ["--import", "tsx", join(ROOT, "cli/main.ts"), "stdio", "--replay", replay],
  env: { PATH: process.env.PATH!, GENE_ROUTER_CACHE_DIR: "off" },
  stderr: "ignore" as const,
};

beforeAll(async () => {
  mkdirSync(replay);
  recordingWithWaits(replay);
  router = await openRouter({ replay });
  url = await router.url();
});
afterAll(async () => {
  await router.close();
  recording.remove();
});

const CLIENTS: [name: string, open: () => Promise<AnyClient>][] = [
  [
    "SDK v1 over HTTP",
    async () => {
      const client = new ClientV1(info);
      await client.connect(new HttpV1(new URL(url)));
      return v1(client);
    },
  ],
  [
    "SDK v1 over stdio",
    async () => {
      const client = new ClientV1(info);
      await client.connect(new StdioV1(child));
      return v1(client);
    },
  ],
  [
    "SDK v2 over HTTP, 2026-07-28",
    async () => {
      const client = new ClientV2(info, { versionNegotiation: { mode: "auto" } });
      await client.connect(new HttpV2(new URL(url)));
      return v2(client);
    },
  ],
  [
    "SDK v2 over HTTP, 2025",
    async () => {
      const client = new ClientV2(info);
      await client.connect(new HttpV2(new URL(url)));
      return v2(client);
    },
  ],
  [
    "SDK v2 over stdio, 2026-07-28",
    async () => {
      const client = new ClientV2(info, { versionNegotiation: { mode: "auto" } });
      await client.connect(new StdioV2(child));
      return v2(client);
    },
  ],
];

describe.each(CLIENTS)("%s", (_name, open) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await open();
  });
  afterAll(() => client.close());

  it("lists tools and instructions that name only what is served", async () => {
    const names = await client.list();
    expect(names).toEqual(expect.arrayContaining(["search_tools", "call_tool", "kegg_get_pathways", "corpus_search"]));
    expect(client.instructions()).toMatch(/research use only/i);
    for (const [name] of client.instructions()!.matchAll(/\b(?:kegg|string|uniprot|pubmed|tbdb|corpus)_[a-z_]+/g)) {
      expect(names).toContain(name);
    }
  });

  it("searches, and calls what it found", async () => {
    const found = await client.call("search_tools", { query: "pathways of a gene" });
    const hit = "kegg_get_pathways";
    const { hits } = found.structuredContent as { hits: { name: string }[] };
    expect(hits.map(({ name }) => name)).toContain(hit);
    const answer = await client.call("call_tool", { name: hit, arguments: { gene: "katG" } });
    expect(answer.structuredContent).toMatchObject({ outcome: "found", source: "kegg" });
    expect(await client.call(hit, { gene: "katG" })).toMatchObject({ structuredContent: answer.structuredContent });
  });

  it("gets an error as a result, and an unknown tool as a protocol error", async () => {
    const refused = await client.call("kegg_get_pathways", { gene: "" });
    expect(refused).toMatchObject({ isError: true, structuredContent: { outcome: "bad_input" } });
    await expect(client.call("kegg_nothing", {})).rejects.toMatchObject({ code: -32602 });
  });

  it("sees progress while the source waits for its service", async () => {
    const messages: string[] = [];
    const answer = await client.call(
      "kegg_get_pathways",
      { gene: "nosuch", organism: "slw" },
      { onprogress: ({ message }) => messages.push(message ?? "") },
    );
    expect(answer.structuredContent).toMatchObject({ outcome: "not_resolved" });
    expect(messages.length).toBeGreaterThan(0);
  });

  it("cancels a call that hangs, and goes on", async () => {
    const cancel = new AbortController();
    const hanging = client.call("kegg_get_pathways", { gene: "katG", organism: "hng" }, { signal: cancel.signal });
    setTimeout(() => cancel.abort(), 200);
    await expect(hanging).rejects.toThrow();
    expect(await client.call("kegg_get_pathways", { gene: "katG" })).toMatchObject({ isError: false });
  });
});

describe("the MCP inspector's command line", () => {
  // It looks for its own package.json from the working folder, so it runs in its own.
  const home = join(ROOT, "node_modules/@modelcontextprotocol/inspector-cli/build");
  const inspect = async (...args: string[]) => {
    const options = [join(home, "cli.js"), "--cli", url, "--transport", "http", ...args];
    const { stdout } = await run(process.execPath, options, { cwd: home });
    return JSON.parse(stdout);
  };

  it("lists and calls", async () => {
    const { tools } = await inspect("--method", "tools/list");
    expect(tools.map(({ name }: { name: string }) => name)).toContain("uniprot_get_protein");
    const answer = await inspect(
      ...["--method", "tools/call", "--tool-name", "uniprot_get_protein", "--tool-arg", "gene=katG"],
    );
    expect(answer.structuredContent).toMatchObject({ outcome: "found", record_ids: ["P9WIE5"] });
  });
});
