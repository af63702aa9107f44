import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { keptHeaders } from "./answer-kept.ts";
import { withFileLock } from "./file-lock.ts";
import { type HopRequest, isoTime, type Send } from "./hop.ts";
import { parseManifest } from "./recording.ts";
import { type Manifest, RECORDING_FORMAT, type RecordedResponse } from "./recording-format.ts";
import { Setback } from "./setback.ts";
import type { Clock, ServiceSpec } from "./upstream.ts";
import { cacheKey, keyUrl, redirectTarget } from "./urls.ts";

export interface RecorderOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
}

export interface Recorder {
  /** The same network, written down as it answers. */
  recording(send: Send, spec: ServiceSpec): Send;
}

/** Headers that only matter while an exchange is played, beside those that are kept anyway. */
const PLAYED_HEADERS = ["retry-after", "date"] as const;

/**
 * Writes every exchange into a recording folder, body first, then the manifest, atomically and under a lock, so that
 * several processes may record into one folder and a later session adds to it.
 */
export function createRecorder({ directory, clock, warn }: RecorderOptions): Recorder {
  const warned = new Set<string>();

  const keep = async (spec: ServiceSpec, hop: HopRequest, response: RecordedResponse, body: Uint8Array | null) => {
    try {
      await write(spec, hop, response, body);
    } catch {
      if (!warned.has("")) warn("The recording could not be written; it is not complete");
      warned.add("");
    }
  };

  const write = async (spec: ServiceSpec, hop: HopRequest, response: RecordedResponse, body: Uint8Array | null) => {
    if (!spec.licence.redistribute && !warned.has(spec.licence.id)) {
      warned.add(spec.licence.id);
      warn(`The recording holds answers under ${spec.licence.id}, which must not be passed on: keep it private`);
    }
    await mkdir(join(directory, "bodies"), { recursive: true, mode: 0o700 });
    if (body !== null) await replaceFile(join(directory, response.body!), body);
    await withFileLock(join(directory, "manifest.lock"), clock, async () => {
      const file = join(directory, "manifest.json");
      const manifest = await readManifest(file, isoTime(clock.now()));
      addResponse(manifest, spec, hop, response);
      await replaceFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
    });
  };

  return {
    recording: (send, spec) => async (hop, limits) => {
      try {
        const answer = await send(hop, limits);
        const { bytes, sha256 } = answer.content;
        await keep(
          spec,
          hop,
          {
            status: answer.status,
            headers: playedHeaders(hop, answer.headers, spec),
            body: `bodies/${sha256}`,
            content_sha256: sha256,
            retrieved_at: answer.retrievedAt,
          },
          bytes,
        );
        return answer;
      } catch (error) {
        const fault = error instanceof Setback ? error.details.broken : undefined;
        if (fault !== undefined && error instanceof Setback) {
          const { status, bytes } = error.details;
          await keep(
            spec,
            hop,
            {
              headers: {},
              fault,
              ...(status == null ? {} : { status }),
              ...(fault === "truncate" ? { after_bytes: bytes ?? 0 } : {}),
              retrieved_at: isoTime(clock.now()),
            },
            null,
          );
        }
        throw error;
      }
    },
  };
}

function playedHeaders(
  hop: HopRequest,
  headers: Readonly<Record<string, string>>,
  spec: ServiceSpec,
): Record<string, string> {
  const played: Record<string, string> = { ...keptHeaders(headers) };
  for (const name of PLAYED_HEADERS) if (headers[name] !== undefined) played[name] = headers[name];
  const target = headers.location === undefined ? null : redirectTarget(hop.keyUrl, headers.location, spec);
  if (target !== null) played.location = target;
  return played;
}

async function readManifest(file: string, createdAt: string): Promise<Manifest> {
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? { format: RECORDING_FORMAT, created_at: createdAt, entries: [] } : parseManifest(text);
}

function addResponse(manifest: Manifest, spec: ServiceSpec, hop: HopRequest, response: RecordedResponse): void {
  const key = cacheKey(hop.method, hop.keyUrl, hop.keyForm);
  const entry = manifest.entries.find((one) => cacheKey(one.method, one.url, one.form) === key);
  if (entry === undefined) {
    manifest.entries.push({
      id: `${spec.source}-${manifest.entries.length + 1}`,
      method: hop.method,
      url: keyUrl(hop.keyUrl),
      form: hop.keyForm,
      licence: spec.licence.id,
      synthetic: false,
      responses: [response],
    });
    return;
  }
  const last = entry.responses.at(-1);
  // The last answer repeats in any case; the same one again adds nothing.
  const same = last?.status === response.status && last?.body === response.body && last?.fault === response.fault;
  if (!same) entry.responses.push(response);
}

async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const fresh = `${file}.${process.pid}.${randomUUID()}.tmp`;
  await writeFile(fresh, content, { flag: "wx", mode: 0o600 });
  await rename(fresh, file);
}
