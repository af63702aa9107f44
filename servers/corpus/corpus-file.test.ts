import { mkdtemp, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../kit/digest.ts";
import { artefactText } from "./artefact.fixture.ts";
import { CorpusFile, CorpusUnavailable } from "./corpus-file.ts";

const sample = (abstract: string): string => artefactText({ papers: [{ pmid: "11", abstract }] });

let folder: string;
let path: string;
let warnings: string[];
const fileAt = (at: string): CorpusFile => new CorpusFile(at, (line) => warnings.push(line));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "corpus-"));
  path = join(folder, "corpus_tb.json");
  warnings = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const refusalOf = async (file: CorpusFile): Promise<CorpusUnavailable> => {
  const error = await file.open().catch((caught: unknown) => caught);
  if (error instanceof CorpusUnavailable) return error;
  throw new Error("no refusal");
};

describe("the corpus file", () => {
  it("is one exchange: base name, hash and modification time", async () => {
    await writeFile(path, sample("katG"));
    await utimes(path, new Date(), new Date("2026-03-01T10:00:00.250Z"));
    const { entry, store } = await fileAt(path).open();
    expect(entry).toEqual({
      url: "file:corpus_tb.json",
      method: "FILE",
      params: null,
      status: 200,
      retrieved_at: "2026-03-01T10:00:00.250Z",
      validated_at: null,
      cached: true,
      stale: false,
      attempts: 0,
      bytes: Buffer.byteLength(sample("katG")),
      content_sha256: sha256(sample("katG")),
      release: null,
      error: null,
    });
    expect(store.facts()).toMatchObject({ papers: 1, passages: 1, sha256: sha256(sample("katG")) });
  });

  it("is read once, also by calls that come together", async () => {
    await writeFile(path, sample("katG"));
    const file = fileAt(path);
    const [a, b] = await Promise.all([file.open(), file.open()]);
    expect(a?.store).toBe(b?.store);
    expect((await file.open()).store).toBe(a?.store);
  });

  it("keeps its index when only its time changes, and tells the new time", async () => {
    await writeFile(path, sample("katG"));
    const file = fileAt(path);
    const before = await file.open();
    await utimes(path, new Date(), new Date("2027-01-01T00:00:00.000Z"));
    const after = await file.open();
    expect(after.store).toBe(before.store);
    expect(after.entry.retrieved_at).toBe("2027-01-01T00:00:00.000Z");
  });

  it("is read anew when its content changes", async () => {
    await writeFile(path, sample("katG"));
    const file = fileAt(path);
    const before = await file.open();
    await writeFile(path, sample("another text"));
    const after = await file.open();
    expect(after.entry.content_sha256).not.toBe(before.entry.content_sha256);
    expect((await after.store.paper("11"))?.text).toContain("another text");
  });

  it("is missing where there is none, and found once it is written", async () => {
    const file = fileAt(path);
    expect((await refusalOf(file)).reason).toBe("missing");
    await writeFile(path, sample("katG"));
    expect((await file.open()).store.facts().papers).toBe(1);
  });

  it("is unreadable when it is a folder", async () => {
    expect((await refusalOf(fileAt(folder))).reason).toBe("unreadable");
  });

  it("is damaged when it was cut, names the line, and recovers when it is mended", async () => {
    await writeFile(path, sample("katG"));
    await truncate(path, Buffer.byteLength(sample("katG")) - 30);
    const file = fileAt(path);
    const refusal = await refusalOf(file);
    expect(refusal).toMatchObject({ reason: "damaged", line: 9, entry: { status: 200, error: "unparsable" } });
    expect(await refusalOf(file)).toBe(refusal);
    expect(warnings).toEqual([expect.stringMatching(/^The corpus file is damaged: line 9: /)]);
    await writeFile(path, sample("katG"));
    expect((await file.open()).store.facts().papers).toBe(1);
  });

  it("is damaged when it is not UTF-8", async () => {
    const [before = "", after = ""] = sample("katG é").split("é");
    await writeFile(path, Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from(after)]));
    expect(await refusalOf(fileAt(path))).toMatchObject({ reason: "damaged" });
  });
});
