import { z } from "zod";
import { KEPT_HEADERS, type KeptAnswer } from "./answer-kept.ts";
import { Content, hashOf } from "./content.ts";
import { keyOfAudit } from "./urls.ts";

/** Layout of a cache file: one line of JSON, LF, the raw body. */
const Header = z.strictObject({
  v: z.literal(1),
  source: z.string(),
  method: z.enum(["GET", "POST"]),
  url: z.url({ protocol: /^https?$/ }),
  params: z.record(z.string(), z.string()).nullable(),
  status: z.int().min(100).max(599),
  fetched_at: z.iso.datetime({ precision: 3 }),
  validated_at: z.iso.datetime({ precision: 3 }).nullable(),
  bytes: z.int().min(0),
  content_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  headers: z.partialRecord(z.enum(KEPT_HEADERS), z.string()),
});

const LF = 0x0a;

export function encodeDiskEntry(answer: KeptAnswer): Buffer {
  const header: z.infer<typeof Header> = {
    v: 1,
    source: answer.source,
    method: answer.method,
    url: answer.url,
    params: answer.params,
    status: answer.status,
    fetched_at: answer.fetchedAt,
    validated_at: answer.validatedAt,
    bytes: answer.content.bytes.byteLength,
    content_sha256: answer.content.sha256,
    headers: answer.headers,
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), answer.content.bytes]);
}

/**
 * The answer in a cache file, or null when the file is short, its header bad, its body not the one hashed, or the answer
 * one to another request than `key`.
 */
export function decodeDiskEntry(file: Buffer, key: string): KeptAnswer | null {
  const end = file.indexOf(LF);
  if (end < 0) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(file.toString("utf8", 0, end));
  } catch {
    return null;
  }
  const header = Header.safeParse(parsed);
  if (!header.success) return null;
  const { data } = header;
  if (keyOfAudit(data.method, data.url, data.params) !== key) return null;
  const body = file.subarray(end + 1);
  if (body.byteLength !== data.bytes || hashOf(body) !== data.content_sha256) return null;
  return Object.freeze({
    source: data.source,
    method: data.method,
    url: data.url,
    params: data.params,
    status: data.status,
    fetchedAt: data.fetched_at,
    validatedAt: data.validated_at,
    headers: Object.freeze(data.headers as Record<string, string>),
    content: new Content(body, data.content_sha256),
  });
}
