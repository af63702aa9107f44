import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Manifest, RECORDING_FORMAT, type RecordedEntry } from "../../../servers/kit/upstream/recording-format.ts";
import { cacheKey, keyForm, keyUrl } from "../../../servers/kit/upstream/urls.ts";
import { type CapturedRow, capturedBytes } from "./captured.ts";

/**
 * Writes captured answers as a recording (`manifest.json`, `bodies/<sha256>`) into `directory`, a temporary folder: the
 * answers stay under their own licences. Rows of one request become its answers in order. `now` is an ISO 8601 time, the
 * `retrieved_at` of every answer.
 */
export function buildRecording(rows: CapturedRow[], directory: string, now: string): void {
  const entries = new Map<string, RecordedEntry>();
  mkdirSync(join(directory, "bodies"), { recursive: true });
  for (const row of rows) {
    const stored = capturedBytes(row.file);
    const body = row.transform?.(stored) ?? stored;
    const hash = createHash("sha256").update(body).digest("hex");
    writeFileSync(join(directory, "bodies", hash), body);
    const key = cacheKey(row.method, row.url, row.form);
    const entry = entries.get(key) ?? {
      id: `captured-${entries.size + 1}`,
      method: row.method,
      url: keyUrl(row.url),
      form: row.form === null ? null : keyForm(row.form),
      licence: row.licence,
      synthetic: false,
      responses: [],
    };
    entries.set(key, entry);
    entry.responses.push({
      status: row.status ?? 200,
      headers: { ...row.headers },
      body: `bodies/${hash}`,
      content_sha256: hash,
      retrieved_at: now,
    });
  }
  const manifest: Manifest = { format: RECORDING_FORMAT, created_at: now, entries: [...entries.values()] };
  writeFileSync(join(directory, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
