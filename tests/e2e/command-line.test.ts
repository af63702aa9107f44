import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { scratchFolder } from "../support/open-router.ts";
import { freePort } from "../support/router/free-port.ts";
import { askLegacy } from "../support/router/raw-client.ts";
import { rawSource, remoteSource } from "../support/router/remote-source.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const scratch = scratchFolder();
afterAll(scratch.remove);
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** The program as a shell starts it. */
function geneRouter(...args: string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", join(ROOT, "cli/main.ts"), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: "/nonexistent", GENE_ROUTER_CACHE_DIR: "off" },
  });
  children.push(child);
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said.err += chunk;
  });
  return { child, said, exit: once(child, "close").then(([code]) => code as number | null) };
}

const servers = (name: string, urls: Record<string, string>): string => {
  const file = join(scratch.path, `${name}.yaml`);
  const entries = Object.entries(urls).map(([namespace, url]) => `  ${namespace}:\n    url: ${url}\n`);
  writeFileSync(file, `servers:\n  corpus:\n    embed: corpus\n${entries.join("")}`);
  return file;
};

describe("the program in a shell", () => {
  it.each([["list-tools"], ["list-tools", "--json"], ["config"]])(
    "does not mind a reader who leaves early: %s",
    async (...args) => {
      const { child, said, exit } = geneRouter(...args);
      child.stdout.destroy();
      expect(await exit).toBe(0);
      expect(said.err).not.toContain("EPIPE");
    },
  );

  it("goes on serving when nobody reads what it prints", async () => {
    const port = await freePort();
    const { child, said, exit } = geneRouter("serve", "--port", String(port), "--replay", "fixtures/demo");
    child.stdout.destroy();
    child.stderr.destroy();
    const listed = async () => {
      const { body } = await askLegacy(`http://127.0.0.1:${port}/mcp`, "tools/call", {
        name: "search_tools",
        arguments: { query: "pathways of a gene" },
      });
      return body.result.structuredContent.hits.length;
    };
    // Each call writes a line into the closed pipe.
    for (let call = 0; call < 3; call += 1) {
      await expect.poll(() => listed().catch(() => 0), { timeout: 30_000 }).toBeGreaterThan(0);
    }
    expect(child.exitCode).toBeNull();
    expect(said.out).toBe("");
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
  });

  it("cancels a call at its source on Ctrl-C, prints no result and exits as shells expect", async () => {
    const remote = await remoteSource();
    const file = servers("cancel", { rem: remote.url });
    const { child, said, exit } = geneRouter("call", "rem_hang", "{}", "--json", "--servers", file);
    await expect
      .poll(() => remote.headers.some((headers) => headers["mcp-name"] === "hang"), { timeout: 30_000 })
      .toBe(true);
    child.kill("SIGINT");
    expect(await exit).toBe(130);
    expect(said.out).toBe("");
    await expect.poll(() => remote.control.cancelled).toEqual(["hang"]);
    await remote.kill();
  });

  it("ends doctor on Ctrl-C while a source hangs", async () => {
    let knocked = false;
    const hanging = await rawSource(() => {
      knocked = true;
    });
    const { child, said, exit } = geneRouter("doctor", "--json", "--servers", servers("sick", { slow: hanging.url }));
    await expect.poll(() => knocked, { timeout: 30_000 }).toBe(true);
    child.kill("SIGINT");
    expect(await exit).toBe(130);
    expect(said.out).toBe("");
    expect(said.err).toContain("cancelled");
    await hanging.kill();
  });

  it("lists what it has without waiting for a source that hangs, and says which one", async () => {
    const hanging = await rawSource(() => {});
    const file = servers("hanging", { slow: hanging.url });
    const { said, exit } = geneRouter("list-tools", "--json", "--servers", file);
    expect(await exit).toBe(0);
    expect(said.err).toContain("slow has not answered yet");
    expect(JSON.parse(said.out).map(({ name }: { name: string }) => name)).toContain("corpus_search");
    await hanging.kill();
  });

  it.each([
    ["call", "corpus_describe", "--json", "--replay", "fixtures/demo"],
    ["search", "papers", "--json"],
    ["validate", "--json"],
    ["config", "--json"],
    ["schema", "envelope"],
  ])("prints nothing but JSON to standard output: %s", async (...args) => {
    const { said, exit } = geneRouter(...args);
    expect(await exit).toBe(0);
    expect(() => JSON.parse(said.out)).not.toThrow();
  });
});
