import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LOCK_EXPIRES_MS, withFileLock } from "./file-lock.ts";
import { createSystemClock } from "./system-clock.ts";

const clock = createSystemClock();
let folder: string;
let lock: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lock-"));
  lock = join(folder, "a.lock");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("lets one in at a time and leaves nothing behind", async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await clock.sleep(2);
    inside--;
  };
  await Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, clock, work)));
  expect(most).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

it("is given back when the work fails", async () => {
  const failing = withFileLock(lock, clock, async () => {
    throw new Error("failed");
  });
  await expect(failing).rejects.toThrow("failed");
  await expect(withFileLock(lock, clock, async () => "in")).resolves.toBe("in");
});

it("of a process that died is broken at once", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  await writeFile(lock, JSON.stringify({ pid, at: clock.now(), host: hostname() }));
  await expect(withFileLock(lock, clock, async () => "in")).resolves.toBe("in");
  expect(await readdir(folder)).toEqual([]);
});

it("of a process that hangs is broken when it is too old", async () => {
  await writeFile(lock, JSON.stringify({ pid: process.pid, at: clock.now() - LOCK_EXPIRES_MS - 1 }));
  await expect(withFileLock(lock, clock, async () => "in")).resolves.toBe("in");
});

it("of another machine is judged by its age alone: process ids mean nothing there", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const theirs = JSON.stringify({ pid, at: clock.now(), host: "another" });
  await writeFile(lock, theirs);
  let waited = 0;
  const impatient = {
    ...clock,
    sleep: async () => {
      waited += 1;
      if (waited === 3) {
        expect(await readFile(lock, "utf8")).toBe(theirs);
        await rm(lock);
      }
    },
  };
  await expect(withFileLock(lock, impatient, async () => "in")).resolves.toBe("in");
  expect(waited).toBe(3);
});

it("that was broken and taken by another is left to that other", async () => {
  const theirs = JSON.stringify({ pid: process.pid, at: clock.now(), host: hostname() });
  await withFileLock(lock, clock, () => writeFile(lock, theirs));
  expect(await readFile(lock, "utf8")).toBe(theirs);
});

it("gives up on what is no lock", async () => {
  await mkdir(lock);
  let now = 0;
  const hasty = {
    now: () => now,
    sleep: async () => {
      now += 1_000;
    },
  };
  await expect(withFileLock(lock, hasty, async () => "in")).rejects.toThrow("cannot be had");
});

it("that nobody can read is broken", async () => {
  await writeFile(lock, "{");
  await expect(withFileLock(lock, clock, async () => "in")).resolves.toBe("in");
});

it("fails where the folder is missing", async () => {
  await expect(withFileLock(join(folder, "none", "a.lock"), clock, async () => "in")).rejects.toMatchObject({
    code: "ENOENT",
  });
});
