import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parsePageBlocks } from "../support/page-blocks.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** Tests and their fixtures use what lies outside of the program. */
const isProgram = (path: string): boolean => !/\.(test|fixture)\.ts$/.test(path);

let tree: string;
let service: Server;
let base: string;

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), "gene-router-toy-"));
  for (const name of ["cli", "router", "servers", "servers.yaml", "package.json", "tsconfig.json"]) {
    cpSync(join(ROOT, name), join(tree, name), { recursive: true, filter: isProgram });
  }
  symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
  service = createServer((request, response) => {
    const answers: Record<string, unknown> = {
      "/orthologs/katG": [{ id: "B3942", name: "katG", species: "Escherichia coli" }],
      "/orthologs/gyrA": [],
    };
    const answer = answers[request.url ?? ""];
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(answer === undefined ? "" : JSON.stringify(answer));
  });
  await new Promise<void>((listening) => service.listen(0, "127.0.0.1", listening));
  base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});

afterAll(() => {
  service.close();
  rmSync(tree, { recursive: true, force: true });
});

async function geneRouter(...args: string[]) {
  const { stdout } = await run(process.execPath, ["--import", "tsx", "cli/main.ts", ...args], {
    cwd: tree,
    env: { PATH: process.env.PATH, HOME: tree, GENE_ROUTER_ORTHO_URL: base, GENE_ROUTER_CACHE_DIR: "off" },
  }).catch((error: { stdout: string }) => error);
  return stdout;
}

describe("docs/adding-a-source.md, followed literally", () => {
  it("gives a source that answers, with no other change", async () => {
    const blocks = parsePageBlocks(readFileSync(join(ROOT, "docs/adding-a-source.md"), "utf8"));
    expect(blocks.map(({ action, path }) => `${action} ${path}`)).toEqual([
      "file servers/ortho/parse.ts",
      "file servers/ortho/tools/get-orthologs.ts",
      "file servers/ortho/index.ts",
      "add cli/sources.ts",
      "add servers.yaml",
    ]);
    for (const { action, path, before, body } of blocks) {
      const target = join(tree, path);
      mkdirSync(dirname(target), { recursive: true });
      if (action === "file") writeFileSync(target, body);
      else {
        const text = readFileSync(target, "utf8");
        const at = before === null ? text.length : text.indexOf(before);
        expect(at, `${path} has the place named by the page`).toBeGreaterThan(0);
        writeFileSync(target, text.slice(0, at) + body + text.slice(at));
      }
    }

    expect(JSON.parse(await geneRouter("call", "ortho_get_orthologs", '{"gene":"katG"}', "--json"))).toMatchObject({
      outcome: "found",
      record_ids: ["ortho:B3942"],
      licences: { cc0: { name: "CC0 1.0" } },
    });
    expect(JSON.parse(await geneRouter("call", "ortho_get_orthologs", '{"gene":"gyrA"}', "--json"))).toMatchObject({
      outcome: "none_on_record",
      notes: [expect.stringMatching(/^not_exhaustive: /)],
    });
    expect(JSON.parse(await geneRouter("call", "ortho_get_orthologs", '{"gene":"nope"}', "--json"))).toMatchObject({
      outcome: "not_resolved",
    });
    expect(await geneRouter("validate")).not.toMatch(/problem/i);
    await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", "."], { cwd: tree });
  });
});
