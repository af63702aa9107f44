import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "./content.ts";
import { RECORDING_FORMAT } from "./recording-format.ts";

export const RECORDED_AT = "2026-08-28T08:59:58.120Z";
export const CREATED_AT = "2026-08-28T09:00:00.000Z";

/** Writes a manifest as it is given, right or wrong. */
export function writeManifest(directory: string, entries: readonly object[], more: object = {}): void {
  const manifest = { format: RECORDING_FORMAT, created_at: CREATED_AT, entries, ...more };
  writeFileSync(join(directory, "manifest.json"), JSON.stringify(manifest));
}

/** Writes a body file; gives the fields of the response that holds it. */
export function writeBody(directory: string, body: string) {
  mkdirSync(join(directory, "bodies"), { recursive: true });
  writeFileSync(join(directory, "bodies", hashOf(body)), body);
  return { body: `bodies/${hashOf(body)}`, content_sha256: hashOf(body), retrieved_at: RECORDED_AT };
}

export const entryOf = (responses: readonly object[], more: object = {}) => ({
  id: "demo-list",
  method: "GET",
  url: "https://api.example.org/list",
  form: null,
  licence: "demo",
  synthetic: false,
  responses,
  ...more,
});

/** An entry of hand-made answers. */
export const syntheticOf = (responses: readonly object[], more: object = {}) =>
  entryOf(
    responses.map((response) => ({ status: 200, headers: {}, ...response })),
    { synthetic: true, ...more },
  );
