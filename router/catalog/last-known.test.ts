import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseConfig } from "../config/parse-config.ts";
import { createLastKnownStore, type LastKnown } from "./last-known.ts";

const source = (url: string) =>
  parseConfig({ file: "f", text: JSON.stringify({ servers: { kegg: { url } } }), dotenv: null, environment: {} })
    .sources[0]!;

const known: LastKnown = {
  definition: {
    serverInfo: { name: "kegg", version: "1" },
    instructions: null,
    capabilities: { tools: {} },
    tools: [{ name: "a", inputSchema: { type: "object" } }],
    prompts: [],
    resources: [],
    resourceTemplates: [],
    malformed: [],
    ttlMs: 0,
    cacheScope: "private",
  },
  era: { era: "modern", probedAt: 1000 },
};

describe("the last-known catalogue", () => {
  let directory: string;
  const warnings: string[] = [];
  const store = (dir: string | null = directory) => createLastKnownStore(dir, (message) => warnings.push(message));

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "last-known-"));
    warnings.length = 0;
  });
  afterEach(() => rm(directory, { recursive: true }));

  it("outlives the process, with the revision and when it was found out", async () => {
    await store().write(source("http://h/mcp"), known);
    expect(await store().read(source("http://h/mcp"))).toEqual(known);
  });

  it("does not pass from one server to another under the same namespace", async () => {
    await store().write(source("http://h/mcp"), known);
    expect(await store().read(source("http://other/mcp"))).toBeNull();
  });

  it("leaves no temporary file behind", async () => {
    await store().write(source("http://h/mcp"), known);
    expect((await readdir(join(directory, "catalogue"))).filter((name) => !name.endsWith(".json"))).toEqual([]);
  });

  it.each([
    ["cut short", (text: string) => text.slice(0, -10)],
    ["changed by hand", (text: string) => text.replace('"name":"a"', '"name":"b"')],
    ["of another format", (text: string) => text.replace("catalogue/1", "catalogue/2")],
  ])("is not believed when it is %s", async (_, damage) => {
    await store().write(source("http://h/mcp"), known);
    const [name] = await readdir(join(directory, "catalogue"));
    const file = join(directory, "catalogue", name!);
    await writeFile(file, damage(await readFile(file, "utf8")));
    expect(await store().read(source("http://h/mcp"))).toBeNull();
  });

  it("costs one warning when the disk cannot be written, never a failure", async () => {
    await writeFile(join(directory, "file"), "");
    const blocked = store(join(directory, "file"));
    await blocked.write(source("http://h/mcp"), known);
    await blocked.write(source("http://h2/mcp"), known);
    expect(warnings).toHaveLength(1);
  });

  it("is nowhere when nothing may be kept", async () => {
    await store(null).write(source("http://h/mcp"), known);
    expect(await store(null).read(source("http://h/mcp"))).toBeNull();
  });
});
