import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadRecording } from "../../../servers/kit/upstream/recording.ts";
import { cacheKey } from "../../../servers/kit/upstream/urls.ts";
import { buildRecording } from "./build-recording.ts";
import { type CapturedRow, capturedBytes, describeCaptured } from "./captured.ts";

const NOW = "2026-08-28T09:00:00.000Z";

const row = (more: Partial<CapturedRow>): CapturedRow => ({
  file: "string/get_string_ids_katG.json",
  method: "POST",
  url: "https://version-12-0.string-db.org/api/json/get_string_ids",
  form: { identifiers: "katG", species: "83332" },
  licence: "cc-by-4.0-string",
  ...more,
});

describeCaptured("buildRecording", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "recording-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("writes what the loader accepts and finds again by request", () => {
    buildRecording([row({ headers: { "Content-Type": "application/json" } })], folder, NOW);
    const recording = loadRecording(folder);
    const [answer, ...more] = recording.responsesOf(cacheKey("POST", row({}).url, row({}).form)) ?? [];
    expect(more).toEqual([]);
    expect(answer).toMatchObject({
      status: 200,
      headers: { "content-type": "application/json" },
      retrievedAt: NOW,
      fault: null,
    });
    expect(Buffer.from(answer!.content.bytes)).toEqual(capturedBytes(row({}).file));
  });

  it("plays rows of one request in their order", () => {
    buildRecording([row({ status: 429 }), row({ form: { species: "83332", identifiers: "katG" } })], folder, NOW);
    const answers = loadRecording(folder).responsesOf(cacheKey("POST", row({}).url, row({}).form));
    expect(answers?.map((answer) => answer.status)).toEqual([429, 200]);
  });

  it("stores the body that the service sent when the captured file is packed", () => {
    const file = "string/83332.protein.info.v12.0.txt.gz";
    const url = "https://stringdb-downloads.org/info.txt";
    buildRecording([row({ file, method: "GET", url, form: null, transform: gunzipSync })], folder, NOW);
    const [answer] = loadRecording(folder).responsesOf(cacheKey("GET", url, null)) ?? [];
    expect(gunzipSync(capturedBytes(file)).equals(answer!.content.bytes)).toBe(true);
  });

  it("keeps identity parameters out of the manifest", () => {
    buildRecording([row({ form: { identifiers: "katG", caller_identity: "someone" } })], folder, NOW);
    expect(readFileSync(join(folder, "manifest.json"), "utf8")).not.toContain("someone");
  });
});
