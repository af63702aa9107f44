import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { loadBaseline, saveBaseline, stampOf, watchFile } from "./baseline-file.ts";

const folder = mkdtempSync(join(tmpdir(), "gene-router-baseline-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, "ci", "fleet-baseline.json");
const baseline = { capturedAt: "2026-01-02T03:04:05.000Z", namespaces: new Map() };

beforeEach(() => saveBaseline(file, baseline));

/** Watches while `steps` run, one before each look; says before which looks a change was reported. */
async function looks(steps: (() => void)[]): Promise<number[]> {
  const ending = new AbortController();
  const reported: number[] = [];
  let look = 0;
  const clock = {
    now: () => 0,
    sleep: async () => {
      steps[look]?.();
      if (look === steps.length) ending.abort();
      look += 1;
    },
  };
  const onChanged = async (): Promise<void> => {
    reported.push(look);
  };
  await watchFile(file, { since: await stampOf(file), clock, signal: ending.signal, onChanged });
  return reported;
}

const quiet = (): void => {};
const write =
  (text: string): (() => void) =>
  () =>
    writeFileSync(file, text);

describe("a watched file", () => {
  it("is reported once, at the second look that sees it the same", async () => {
    expect(await looks([quiet, write("a"), quiet, quiet, quiet])).toEqual([3]);
  });

  it("is not reported while it is being written", async () => {
    expect(await looks([write("a"), write("ab"), write("abc"), quiet, quiet])).toEqual([4]);
  });

  it("is reported when it goes and when it comes back", async () => {
    expect(await looks([() => rmSync(file), quiet, quiet, write("back"), quiet])).toEqual([2, 5]);
  });

  it("is reported when it was changed between reading and the first look", async () => {
    const since = await stampOf(file);
    writeFileSync(file, "early");
    const ending = new AbortController();
    let reports = 0;
    await watchFile(file, {
      since,
      clock: { now: () => 0, sleep: async () => {} },
      signal: ending.signal,
      onChanged: async () => {
        reports += 1;
        ending.abort();
      },
    });
    expect(reports).toBe(1);
  });
});

describe("a baseline on disk", () => {
  it("is written whole, and leaves nothing else behind", async () => {
    expect(await loadBaseline(file)).toEqual(baseline);
    expect(readdirSync(join(folder, "ci"))).toEqual(["fleet-baseline.json"]);
  });

  it("stays as it was when the new one cannot be put in its place", async () => {
    const before = readFileSync(file, "utf8");
    await expect(saveBaseline(join(file, "below", "x.json"), baseline)).rejects.toThrow();
    await expect(saveBaseline(join(folder, "ci"), baseline)).rejects.toThrow();
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(readdirSync(folder)).toEqual(["ci"]);
  });

  it("is none where there is no file", async () => {
    expect(await loadBaseline(join(folder, "none.json"))).toBeNull();
  });
});
