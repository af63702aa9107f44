import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDiskCache } from "./disk-cache.ts";
import { decodeDiskEntry, encodeDiskEntry } from "./disk-entry.ts";
import { keptAnswer } from "./kept-answer.fixture.ts";
import { cacheKey } from "./urls.ts";

const KEY = cacheKey("GET", keptAnswer().url, null);
const OTHER = cacheKey("GET", "https://api.example.org/other", null);

let folder: string;
let warnings: string[];
const cache = (directory = folder) => createDiskCache(directory, (line) => warnings.push(line));
const fileOf = (key: string) => join(folder, "v1", key.slice(0, 2), key);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cache-"));
  warnings = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("gives back what it was given", async () => {
  const answer = keptAnswer({ params: { email: "REDACTED" }, validatedAt: "2026-08-29T09:00:00.000Z" });
  await cache().write(KEY, answer);
  const read = await cache().read(KEY);
  expect({ ...read, content: null }).toEqual({ ...answer, content: null });
  expect(read?.content.text()).toBe(answer.content.text());
  expect(Object.isFrozen(read)).toBe(true);
});

it("lays a file out as one line of JSON, a line feed, and the raw body", async () => {
  await cache().write(KEY, keptAnswer({ body: "a\nb" }));
  const text = await readFile(fileOf(KEY), "utf8");
  const [header, ...body] = text.split("\n");
  expect(body.join("\n")).toBe("a\nb");
  expect(Object.keys(JSON.parse(header!))).toEqual([
    "v",
    "source",
    "method",
    "url",
    "params",
    "status",
    "fetched_at",
    "validated_at",
    "bytes",
    "content_sha256",
    "headers",
  ]);
});

it("keeps files and folders to their owner and leaves no temporary file", async () => {
  await cache(join(folder, "new")).write(KEY, keptAnswer());
  const file = join(folder, "new", "v1", KEY.slice(0, 2), KEY);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  for (const made of [dirname(file), join(folder, "new", "v1"), join(folder, "new")]) {
    expect((await stat(made)).mode & 0o777).toBe(0o700);
  }
  expect(await readdir(dirname(file))).toEqual([KEY]);
});

it("replaces an older answer whole", async () => {
  await cache().write(KEY, keptAnswer({ body: "a long older body" }));
  await cache().write(KEY, keptAnswer({ body: "new" }));
  expect((await cache().read(KEY))?.content.text()).toBe("new");
});

it("knows nothing of what it was not given, without a warning", async () => {
  expect(await cache().read(KEY)).toBeNull();
  expect(warnings).toEqual([]);
});

describe("a damaged file is a miss and is removed", () => {
  const whole = encodeDiskEntry(keptAnswer());
  const headerWith = (change: object) => {
    const [line] = whole.toString().split("\n");
    return Buffer.from(`${JSON.stringify({ ...JSON.parse(line!), ...change })}\n${keptAnswer().content.text()}`);
  };

  it.each([
    ["cut in its body", whole.subarray(0, -1)],
    ["cut in its header", whole.subarray(0, 20)],
    ["empty", Buffer.alloc(0)],
    ["longer than it says", Buffer.concat([whole, Buffer.from("x")])],
    ["with one byte changed", Buffer.from(whole.toString().replace("mtu00360", "mtu00361"))],
    ["of another version", headerWith({ v: 2 })],
    ["with a header field too many", headerWith({ cookie: "x" })],
    ["with a header that is not kept", headerWith({ headers: { "set-cookie": "x" } })],
    ["with a time that is none", headerWith({ fetched_at: "yesterday" })],
    ["without a header", Buffer.from("<html>\n")],
    ["with an address that is none", headerWith({ url: "katG" })],
    ["of another request", headerWith({ url: "https://api.example.org/other" })],
    ["of another form", headerWith({ params: { id: "1" } })],
    ["of another method", headerWith({ method: "POST", params: { id: "1" } })],
    ["that is not UTF-8", Buffer.concat([Buffer.from([0xff, 0xfe, 0x00]), whole])],
  ])("%s", async (_, bytes) => {
    await mkdir(dirname(fileOf(KEY)), { recursive: true });
    await writeFile(fileOf(KEY), bytes);
    expect(await cache().read(KEY)).toBeNull();
    await expect(stat(fileOf(KEY))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("wherever it is cut", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
        expect(decodeDiskEntry(whole.subarray(0, length), KEY)).toBeNull();
      }),
    );
  });

  it("but any body survives whole", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (body) => {
        const decoded = decodeDiskEntry(encodeDiskEntry(keptAnswer({ body })), KEY);
        expect(Buffer.from(decoded!.content.bytes).equals(body)).toBe(true);
      }),
    );
  });
});

it("belongs to its request whoever asked: an identity in its header is not part of the key", async () => {
  const params = { term: "katG", email: "REDACTED", tool: "gene-router", token: "REDACTED" };
  const key = cacheKey("POST", keptAnswer().url, { term: "katG" });
  await cache().write(key, keptAnswer({ method: "POST", params }));
  expect(await cache().read(key)).toMatchObject({ params });
});

it("serves no file that was copied to another request's name", async () => {
  await cache().write(KEY, keptAnswer());
  await mkdir(dirname(fileOf(OTHER)), { recursive: true });
  await copyFile(fileOf(KEY), fileOf(OTHER));
  expect(await cache().read(OTHER)).toBeNull();
  expect(await cache().read(KEY)).not.toBeNull();
});

it("replaces a link instead of writing through it", async () => {
  const victim = join(folder, "victim");
  await writeFile(victim, "precious");
  await mkdir(dirname(fileOf(KEY)), { recursive: true });
  await symlink(victim, fileOf(KEY));
  expect(await cache().read(KEY)).toBeNull();
  await symlink(victim, fileOf(KEY));
  await cache().write(KEY, keptAnswer());
  expect(await readFile(victim, "utf8")).toBe("precious");
  expect((await lstat(fileOf(KEY))).isFile()).toBe(true);
});

it("is whole whenever it is read, however many write at once", async () => {
  const bodies = ["a".repeat(200_000), "b".repeat(100_000), "c"];
  const caches = bodies.map(() => cache());
  const reads: (string | undefined)[] = [];
  await Promise.all([
    ...Array.from({ length: 30 }, (_, n) => caches[n % 3]!.write(KEY, keptAnswer({ body: bodies[n % 3]! }))),
    ...Array.from({ length: 30 }, async (_, n) => reads.push((await caches[n % 3]!.read(KEY))?.content.text())),
  ]);
  for (const read of reads) expect([undefined, ...bodies]).toContain(read);
  expect(bodies).toContain((await cache().read(KEY))?.content.text());
  expect(await readdir(dirname(fileOf(KEY)))).toEqual([KEY]);
  expect(warnings).toEqual([]);
});

it("costs one warning, never a result, where the folder cannot be used", async () => {
  const inTheWay = join(folder, "file");
  await writeFile(inTheWay, "");
  const blocked = cache(inTheWay);
  await blocked.write(KEY, keptAnswer());
  await blocked.write(KEY, keptAnswer());
  expect(await blocked.read(KEY)).toBeNull();
  await blocked.remove(KEY);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("GENE_ROUTER_CACHE_DIR");
  expect(warnings[0]).not.toContain(folder);
});

it("does not change the rights of a folder that was there before", async () => {
  await chmod(folder, 0o755);
  await cache().write(KEY, keptAnswer());
  expect((await stat(folder)).mode & 0o777).toBe(0o755);
});
