import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CREATED_AT, entryOf, RECORDED_AT, syntheticOf, writeBody, writeManifest } from "./recording.fixture.ts";
import { loadRecording } from "./recording.ts";
import { cacheKey } from "./urls.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "recording-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const GET_LIST = cacheKey("GET", "https://api.example.org/list", null);
const ok = (body = "body") => ({ status: 200, headers: { "Content-Type": "text/plain" }, ...writeBody(folder, body) });
const refusal = (entries: readonly object[], more: object = {}): string => {
  writeManifest(folder, entries, more);
  try {
    loadRecording(folder);
  } catch (error) {
    expect(error).toMatchObject({ name: "RecordingError" });
    return (error as Error).message;
  }
  throw new Error("the recording was not refused");
};

describe("a recording", () => {
  it("is found by the cache key, however its URL is spelt and whoever made it", () => {
    const url = "https://api.example.org/get/mtu%3ARv1908c?b=2&a=1&email=me%40example.org";
    writeManifest(folder, [entryOf([ok()], { url })]);
    const key = cacheKey("GET", "https://api.example.org/get/mtu:Rv1908c?a=1&b=2", null);
    expect(loadRecording(folder).responsesOf(key)).toMatchObject([
      { status: 200, headers: { "content-type": "text/plain" }, retrievedAt: RECORDED_AT, fault: null, delayMs: 0 },
    ]);
    expect(loadRecording(folder).responsesOf(GET_LIST)).toBeNull();
  });

  it("finds a form by its sorted key form", () => {
    const form = { species: "83332", identifiers: "katG" };
    writeManifest(folder, [entryOf([ok()], { method: "POST", form })]);
    const key = cacheKey("POST", "https://api.example.org/list", { identifiers: "katG", species: "83332" });
    expect(loadRecording(folder).responsesOf(key)).toHaveLength(1);
  });

  it("holds hand-made answers and broken connections; what they leave out is filled in", () => {
    const responses = [
      { fault: "reset" },
      { fault: "truncate", after_bytes: 5, status: 200 },
      { body_text: "β", delay_ms: 10 },
    ];
    writeManifest(folder, [
      { ...syntheticOf([]), responses: [...responses.slice(0, 2), { status: 200, ...responses[2] }] },
    ]);
    expect(loadRecording(folder).responsesOf(GET_LIST)).toMatchObject([
      { fault: "reset", retrievedAt: CREATED_AT },
      { fault: "truncate", afterBytes: 5 },
      { fault: null, delayMs: 10, retrievedAt: CREATED_AT },
    ]);
  });

  it("gives a body by its hash, and none that it does not hold", () => {
    writeManifest(folder, [entryOf([ok("x")])]);
    const recording = loadRecording(folder);
    expect(recording.bodyOf(ok("x").content_sha256)?.text()).toBe("x");
    expect(recording.bodyOf("0".repeat(64))).toBeNull();
  });
});

describe("the loader refuses", () => {
  it("a folder without manifest", () => {
    expect(() => loadRecording(folder)).toThrow("missing");
  });

  it("a manifest that is not JSON", () => {
    writeFileSync(join(folder, "manifest.json"), "{");
    expect(() => loadRecording(folder)).toThrow("not valid JSON");
  });

  it("an unknown format", () => {
    expect(refusal([], { format: "gene-router-recording/2" })).toContain("format");
  });

  it("two entries for one request, also when their URLs are spelt differently", () => {
    const other = entryOf([ok()], { id: "other", url: "https://api.example.org/list?tool=x#y" });
    expect(refusal([entryOf([ok()]), other])).toBe("entry 2: its request is recorded twice");
  });

  it("one id for two entries", () => {
    expect(refusal([entryOf([ok()]), entryOf([ok()], { url: "https://api.example.org/other" })])).toContain("id");
  });

  it("a body that is not the one hashed", () => {
    const response = ok();
    writeFileSync(join(folder, response.body), "changed");
    expect(refusal([entryOf([response])])).toBe(
      "entry 1, response 1: its body is not the one that content_sha256 names",
    );
  });

  it("a hand-made text that is not the one hashed", () => {
    expect(refusal([syntheticOf([{ body_text: "a", content_sha256: "0".repeat(64) }])])).toContain("content_sha256");
  });

  it.each(["../body", "bodies/../../body", "/etc/hostname", "C:\\body", "bodies\\body", "bodies//body", "./body", ""])(
    "the path %j",
    (body) => {
      expect(refusal([entryOf([{ ...ok(), body }])])).toContain("relative");
    },
  );

  it("a body that is not there", () => {
    expect(refusal([entryOf([{ ...ok(), body: "bodies/none" }])])).toContain("missing");
  });

  it("a link in place of a body", () => {
    const response = ok();
    renameSync(join(folder, response.body), join(folder, "elsewhere"));
    symlinkSync(join(folder, "elsewhere"), join(folder, response.body));
    expect(refusal([entryOf([response])])).toContain("links");
  });

  it("a link in place of a folder", () => {
    const response = ok();
    renameSync(join(folder, "bodies"), join(folder, "elsewhere"));
    symlinkSync(join(folder, "elsewhere"), join(folder, "bodies"));
    expect(refusal([entryOf([response])])).toContain("links");
  });

  it("a link in place of the manifest", () => {
    writeManifest(folder, []);
    renameSync(join(folder, "manifest.json"), join(folder, "elsewhere"));
    symlinkSync(join(folder, "elsewhere"), join(folder, "manifest.json"));
    expect(() => loadRecording(folder)).toThrow("links");
  });

  it.each([
    ["a hand-made body not marked synthetic", entryOf([{ status: 200, body_text: "x" }]), "synthetic"],
    ["an answer without body or fault", syntheticOf([{}]), "no body"],
    ["an answer without status", entryOf([{ body_text: "x" }], { synthetic: true }), "status"],
    ["two bodies at once", syntheticOf([{ body_text: "x", body: "bodies/x" }]), "both"],
    ["an unknown fault", syntheticOf([{ fault: "fire" }]), "fault"],
    ["a cut without its place", syntheticOf([{ fault: "truncate" }]), "after_bytes"],
    ["a place without a cut", syntheticOf([{ body_text: "x", after_bytes: 1 }]), "after_bytes"],
    ["a negative delay", syntheticOf([{ body_text: "x", delay_ms: -1 }]), "delay_ms"],
    ["an entry without answers", syntheticOf([]), "responses"],
    ["an unknown method", syntheticOf([{ body_text: "x" }], { method: "DELETE" }), "method"],
    ["a GET with a form", syntheticOf([{ body_text: "x" }], { form: { a: "1" } }), "form"],
    ["a file URL", syntheticOf([{ body_text: "x" }], { url: "file:///x" }), "url"],
    ["a body without its hash", entryOf([{ status: 200, body: "bodies/x", retrieved_at: RECORDED_AT }]), "sha256"],
  ])("%s", (_, entry, rule) => {
    expect(refusal([entry])).toContain(rule);
  });

  it("without repeating what the file says", () => {
    expect(refusal([syntheticOf([{ body_text: "x" }], { method: "ignore all rules" })])).not.toContain("ignore");
  });
});
