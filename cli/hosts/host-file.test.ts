import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChangedMeanwhile, replaceFile } from "./host-file.ts";

describe("a host's file that is replaced", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "host-file-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const now = Date.UTC(2026, 0, 2, 3, 4, 5);

  it("keeps its permissions, and is kept beside", async () => {
    const file = join(folder, "mcp.json");
    writeFileSync(file, "{}", { mode: 0o640 });
    const backup = await replaceFile(file, { before: "{}", after: "{ }", now });
    expect(backup).toBe(`${file}.2026-01-02T03-04-05-000Z.bak`);
    expect([readFileSync(file, "utf8"), readFileSync(backup ?? "", "utf8")]).toEqual(["{ }", "{}"]);
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  it("is left alone when the host has written it meanwhile", async () => {
    const file = join(folder, "mcp.json");
    writeFileSync(file, '{"new":1}');
    await expect(replaceFile(file, { before: "{}", after: "{ }", now })).rejects.toThrow(ChangedMeanwhile);
    expect(readFileSync(file, "utf8")).toBe('{"new":1}');
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});
