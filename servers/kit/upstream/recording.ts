import { lstatSync, readFileSync } from "node:fs";
import { isAbsolute, join, win32 } from "node:path";
import { Content } from "./content.ts";
import { isoTime } from "./hop.ts";
import { Manifest, type RecordedEntry, type RecordedResponse } from "./recording-format.ts";
import { cacheKey } from "./urls.ts";

/** A recorded answer, ready to be played. */
export interface PlayedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Content;
  readonly fault: "reset" | "timeout" | "truncate" | null;
  readonly afterBytes: number;
  readonly delayMs: number;
  readonly retrievedAt: string;
}

export interface Recording {
  readonly createdAt: string;
  /** By the cache key; several answers are played in order. */
  responsesOf(key: string): readonly PlayedResponse[] | null;
  bodyOf(sha256: string): Content | null;
}

/** A recording that must not be played; the message names the entry by its number and the rule that it breaks. */
export class RecordingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RecordingError";
  }
}

/**
 * Reads a recording folder: `manifest.json` and `bodies/<sha256>`. Refuses unknown formats, two entries or two ids for
 * one request, wrong hashes, paths that lead out of the folder, links, and hand-made bodies not marked synthetic.
 */
export function loadRecording(directory: string): Recording {
  const manifest = parseManifest(readPlainFile(directory, "manifest.json", "manifest.json").toString("utf8"));
  const createdAt = isoTime(Date.parse(manifest.created_at));
  const byKey = new Map<string, readonly PlayedResponse[]>();
  const byHash = new Map<string, Content>();
  const ids = new Set<string>();
  for (const [index, entry] of manifest.entries.entries()) {
    const where = `entry ${index + 1}`;
    if (ids.has(entry.id)) throw new RecordingError(`${where}: its id is used twice`);
    ids.add(entry.id);
    if (entry.method === "GET" && entry.form !== null) throw new RecordingError(`${where}: a GET has no form`);
    const key = cacheKey(entry.method, entry.url, entry.form);
    if (byKey.has(key)) throw new RecordingError(`${where}: its request is recorded twice`);
    const responses = entry.responses.map((response, number) =>
      playable(directory, entry, response, { createdAt, byHash, where: `${where}, response ${number + 1}` }),
    );
    byKey.set(key, responses);
  }
  return {
    createdAt,
    responsesOf: (key) => byKey.get(key) ?? null,
    bodyOf: (sha256) => byHash.get(sha256) ?? null,
  };
}

/** Checks the text of a manifest; paths, hashes and keys are checked by `loadRecording`. */
export function parseManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RecordingError("manifest.json: not valid JSON");
  }
  const parsed = Manifest.safeParse(value);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.map(String).join(".");
  throw new RecordingError(`manifest.json: ${path === "" ? "its root" : path} is not as the format asks`);
}

interface LoadContext {
  readonly createdAt: string;
  readonly byHash: Map<string, Content>;
  readonly where: string;
}

function playable(
  directory: string,
  entry: RecordedEntry,
  response: RecordedResponse,
  context: LoadContext,
): PlayedResponse {
  const { where } = context;
  const refuse = (rule: string): never => {
    throw new RecordingError(`${where}: ${rule}`);
  };
  const { body, body_text: bodyText, fault } = response;
  if (body !== undefined && bodyText !== undefined) refuse("has both body and body_text");
  if (bodyText !== undefined && !entry.synthetic) refuse("body_text needs synthetic: true");
  if (fault === undefined && body === undefined && bodyText === undefined) refuse("has no body and no fault");
  if (fault === undefined && response.status === undefined) refuse("has no status");
  if ((fault === "truncate") !== (response.after_bytes !== undefined)) refuse("truncate and after_bytes go together");
  if (body !== undefined && response.content_sha256 === undefined) refuse("a body needs its content_sha256");
  if (body !== undefined && response.retrieved_at === undefined) refuse("a body needs its retrieved_at");

  const content =
    body === undefined
      ? new Content(Buffer.from(bodyText ?? "", "utf8"))
      : new Content(readPlainFile(directory, body, where));
  const hasBody = body !== undefined || bodyText !== undefined;
  if (hasBody && response.content_sha256 !== undefined && response.content_sha256 !== content.sha256) {
    refuse("its body is not the one that content_sha256 names");
  }
  const kept = context.byHash.get(content.sha256) ?? content;
  if (fault === undefined) context.byHash.set(kept.sha256, kept);
  const time = response.retrieved_at ?? context.createdAt;
  return {
    status: response.status ?? 0,
    headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value])),
    content: kept,
    fault: fault ?? null,
    afterBytes: response.after_bytes ?? 0,
    delayMs: response.delay_ms ?? 0,
    retrievedAt: isoTime(Date.parse(time)),
  };
}

/** A file below the folder: relative, without `..`, and no link at any step. */
function readPlainFile(directory: string, path: string, where: string): Buffer {
  const steps = path.split("/");
  const leavesFolder = isAbsolute(path) || win32.isAbsolute(path) || path.includes("\\") || path.includes("\0");
  if (leavesFolder || steps.some((step) => step === "" || step === "." || step === "..")) {
    throw new RecordingError(`${where}: a path must be relative and stay in the recording`);
  }
  let at = directory;
  for (const [index, step] of steps.entries()) {
    at = join(at, step);
    const found = lstatSync(at, { throwIfNoEntry: false });
    const isLast = index === steps.length - 1;
    if (found === undefined) throw new RecordingError(`${where}: a file of the recording is missing`);
    if (found.isSymbolicLink()) throw new RecordingError(`${where}: links are not followed`);
    if (isLast ? !found.isFile() : !found.isDirectory()) throw new RecordingError(`${where}: not a plain file`);
  }
  return readFileSync(at);
}
