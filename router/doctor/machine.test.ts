import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lookAtMachine } from "./machine.ts";

describe("a look at the machine", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "machine-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("tries the cache folder, or the nearest above it, and leaves nothing behind", async () => {
    expect(await lookAtMachine(join(folder, "not", "there", "yet"), join(folder, ".env"))).toEqual({
      cache: "writable",
      freeBytes: expect.any(Number),
      dotenv: "none",
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("knows a folder that cannot be written, and one that is switched off", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(await lookAtMachine(join(file, "below"), join(folder, ".env"))).toMatchObject({ cache: "not_writable" });
    expect(await lookAtMachine(null, join(folder, ".env"))).toMatchObject({ cache: "off", freeBytes: null });
  });

  it.each([
    ["exposed", "X_TOKEN=t\n", 0o644],
    ["good", "X_TOKEN=t\n", 0o600],
    ["good", "GENE_ROUTER_PORT=1\nX_TOKEN=\n", 0o644],
  ])("calls a .env %s that holds %j with mode %o", async (state, text, mode) => {
    const file = join(folder, ".env");
    writeFileSync(file, text);
    chmodSync(file, mode);
    expect(await lookAtMachine(null, file)).toMatchObject({ dotenv: state });
  });

  it("knows a .env that is there and cannot be read", async () => {
    const file = join(folder, ".env");
    mkdirSync(file);
    expect(await lookAtMachine(null, file)).toMatchObject({ dotenv: "unreadable" });
  });
});
