import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { SOURCE_NAMES } from "../../cli/sources.ts";
import { openRouter } from "../support/open-router.ts";
import { runCli } from "../support/run-cli.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const BASELINE = join(ROOT, "ci/fleet-baseline.json");
const scratch = mkdtempSync(join(tmpdir(), "gene-router-own-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("the baseline that comes with the program", () => {
  it("fits the built-in sources, and raises no finding", async () => {
    const { out, code } = await runCli([
      "drift",
      "--json",
      "--servers",
      join(ROOT, "servers.yaml"),
      "--baseline",
      BASELINE,
    ]);
    const { sources } = JSON.parse(out);
    expect(code).toBe(0);
    expect(sources.map(({ namespace }: { namespace: string }) => namespace).sort()).toEqual([...SOURCE_NAMES].sort());
    expect(sources.flatMap(({ findings }: { findings: unknown[] }) => findings)).toEqual([]);
  });

  it("fits the same source as a child process", async () => {
    const command = [process.execPath, "--import", "tsx", join(ROOT, "cli/main.ts"), "serve", "kegg", "--stdio"];
    const servers = join(scratch, "servers.yaml");
    writeFileSync(servers, JSON.stringify({ servers: { kegg: { command } } }));
    const { out, code } = await runCli(["drift", "--servers", servers, "--baseline", BASELINE]);
    expect(code, out).toBe(0);
  });

  it.each<[string, Record<string, string>]>([
    ["nothing set", {}],
    [
      "a public address, where the KEGG table is not offered",
      { GENE_ROUTER_HOST: "0.0.0.0", GENE_ROUTER_ALLOW_INSECURE: "1" },
    ],
    ["keys, names and short texts", { NCBI_API_KEY: "k", NCBI_EMAIL: "a@example.org", GENE_ROUTER_TEXT: "brief" }],
    ["a corpus that is not there", { GENE_ROUTER_CORPUS: join(scratch, "none.json") }],
  ])("withholds nothing of them with %s", async (_, env) => {
    const router = await openRouter({ env: { GENE_ROUTER_BASELINE: BASELINE, ...env } });
    try {
      const health = (await (
        await fetch((await router.url()).replace("/mcp", "/health").replace("0.0.0.0", "127.0.0.1"))
      ).json()) as {
        sources: { drift: string; quarantined: unknown[] }[];
      };
      expect(health.sources.map(({ drift, quarantined }) => ({ drift, quarantined }))).toEqual(
        SOURCE_NAMES.map(() => ({ drift: "pinned", quarantined: [] })),
      );
      expect(router.errors.filter((line) => line.includes("drift:"))).toEqual([]);
    } finally {
      await router.close();
    }
  });
});
