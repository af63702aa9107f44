import { describe, expect, it } from "vitest";
import { embeddedSource } from "../tests/support/router/embedded-source.ts";
import { startRouter } from "../tests/support/router/start-router.ts";
import { parseConfig } from "./config/parse-config.ts";
import { explainConfig, listTools, tokensOf, validateOffline } from "./inspect.ts";

const config = (servers: object, environment = {}) =>
  parseConfig({ file: "servers.yaml", text: JSON.stringify({ servers }), dotenv: null, environment });
const openSource = async (name: string) => embeddedSource(name);

describe("what the command line asks", () => {
  it("validates names and entry points without the network", async () => {
    const good = await validateOffline({
      config: config({ kegg: { embed: "kegg", entrypoints: ["wait"] } }),
      openSource,
      cacheDir: null,
    });
    expect(good).toEqual({ ok: true, sources: 1, tools: 2, problems: [], unchecked: [], warnings: [] });
    const bad = await validateOffline({
      config: config({
        kegg: { embed: "kegg", entrypoints: ["gone"] },
        rem: { url: "http://127.0.0.1:9/mcp" },
        broken: { embed: "broken" },
      }),
      openSource: async (name) => {
        if (name === "broken") throw new Error("no");
        return embeddedSource(name);
      },
      cacheDir: null,
    });
    expect(bad).toMatchObject({
      ok: false,
      problems: [{ namespace: "kegg", name: "gone" }],
      unchecked: ["rem", "broken"],
    });
  });

  it("lists tools with their cost, by namespace and surface", async () => {
    const router = await startRouter({
      servers: { kegg: { embed: "kegg", entrypoints: ["get_pathways"] }, tbdb: { embed: "tbdb" } },
    });
    const rows = listTools(router, { surface: "search" });
    expect(rows.filter(({ listed }) => listed).map(({ name }) => name)).toEqual([
      "call_tool",
      "search_tools",
      "kegg_get_pathways",
    ]);
    expect(rows.find(({ name }) => name === "kegg_get_pathways")).toMatchObject({
      namespace: "kegg",
      about: "Lists the pathways of one gene.",
      tokens: tokensOf(router.snapshot().catalogue.toolsByName.get("kegg_get_pathways")?.definition),
      pinned: true,
    });
    expect(listTools(router, { namespace: "tbdb" }).map(({ name }) => name)).toEqual([
      "tbdb_get_pathways",
      "tbdb_wait",
    ]);
    await router.close();
  });

  it("explains where each value came from", () => {
    const explained = explainConfig(config({ kegg: { embed: "kegg" } }, { GENE_ROUTER_PORT: "9" }));
    expect(explained).toContainEqual({ key: "port", value: 9, origin: "environment", from: "GENE_ROUTER_PORT" });
    expect(explained).toContainEqual({ key: "servers.kegg.timeout_ms", value: 60_000, origin: "default", from: null });
  });
});
