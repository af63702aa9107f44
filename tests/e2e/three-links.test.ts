import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withReplay } from "../../cli/context.ts";
import { createInstallation } from "../../cli/installation.ts";
import { SOURCE_NAMES, type SourceName } from "../../cli/sources.ts";
import { serveSourceHttp } from "../../servers/kit/serve-source.ts";
import { openRouter, type RouterUnderTest } from "../support/open-router.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const DEMO = resolve(ROOT, "fixtures/demo");

/** One answer with records, one zero or near-zero, one refusal a source. */
const CALLS: Record<SourceName, [leaf: string, args: unknown][]> = {
  kegg: [
    ["get_pathways", { gene: "katG" }],
    ["get_pathways", { gene: "gyrA" }],
    ["get_pathways", { gene: "nosuch" }],
    ["get_pathways", {}],
  ],
  string: [
    ["get_partners", { gene: "katG" }],
    ["get_partners", { gene: "katG", required_score: 0.7 }],
  ],
  uniprot: [
    ["get_protein", { gene: "Rv1908c" }],
    ["get_protein", { gene: "a b" }],
  ],
  pubmed: [
    ["get_abstracts_for_gene", { gene: "katG" }],
    ["get_abstracts_for_gene", { gene: "unknown1" }],
  ],
  tbdb: [
    ["get_lineage_markers", { gene: "katG" }],
    ["get_resistance_variants", { gene: "Rv1908c", limit: "5" }],
    ["get_resistance_variants", { gene: "katG", drug: "tea" }],
  ],
  corpus: [
    ["search", { query: "katG isoniazid" }],
    ["search", { query: "zebrafish" }],
  ],
};

type Link = (name: SourceName) => string;

async function routerWith(link: Link): Promise<RouterUnderTest> {
  const servers = `servers:\n${SOURCE_NAMES.map((name) => `  ${name}:\n    ${link(name)}\n`).join("")}`;
  return openRouter({ servers, replay: DEMO });
}

async function answersOf(router: RouterUnderTest): Promise<Record<string, string>> {
  const entries: [string, string][] = [];
  for (const name of SOURCE_NAMES) {
    for (const [leaf, args] of CALLS[name]) {
      const answer = await router.call(`${name}_${leaf}`, args);
      entries.push([`${name}_${leaf} ${JSON.stringify(args)}`, JSON.stringify(answer)]);
    }
  }
  return Object.fromEntries(entries);
}

describe("each source embedded, remote and as a child process", () => {
  const installation = createInstallation({
    environment: withReplay({ GENE_ROUTER_CACHE_DIR: "off" }, DEMO),
    exposure: "local",
    warn: () => {},
  });
  const closing: (() => Promise<void>)[] = [];
  let embedded: Record<string, string>;

  beforeAll(async () => {
    const router = await routerWith((name) => `embed: ${name}`);
    closing.push(router.close);
    embedded = await answersOf(router);
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
    await installation.close();
  });

  it("answers something of every outcome that the calls ask for", () => {
    const outcomes = new Set(Object.values(embedded).map((text) => JSON.parse(text).outcome));
    for (const outcome of ["found", "none_on_record", "not_resolved", "bad_input", "not_covered"]) {
      expect(outcomes).toContain(outcome);
    }
  });

  it("gives the same bytes over HTTP", async () => {
    const urls = new Map<string, string>();
    for (const name of SOURCE_NAMES) {
      const serving = await serveSourceHttp(await installation.openSource(name), { hostname: "127.0.0.1", port: 0 });
      closing.push(() => serving.close(0));
      urls.set(name, `http://127.0.0.1:${serving.port}/mcp`);
    }
    const router = await routerWith((name) => `url: ${urls.get(name)}`);
    closing.push(router.close);
    expect(await answersOf(router)).toEqual(embedded);
  });

  it("gives the same bytes over the standard streams of a child process", async () => {
    const program = [process.execPath, "--import", "tsx", resolve(ROOT, "cli/main.ts")];
    const router = await routerWith(
      (name) => `command: ${JSON.stringify([...program, "serve", name, "--stdio", "--replay", DEMO])}`,
    );
    closing.push(router.close);
    expect(await answersOf(router)).toEqual(embedded);
  });
});
