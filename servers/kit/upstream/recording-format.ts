import { z } from "zod";

export const RECORDING_FORMAT = "gene-router-recording/1";

const Text = z.string();
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Time = z.iso.datetime();

/** One recorded answer: a body file, a hand-made text, or the way in which the connection broke. */
export const RecordedResponse = z.object({
  status: z.int().min(100).max(599).optional(),
  headers: z.record(Text, Text).default({}),
  body: Text.optional(),
  body_text: Text.optional(),
  fault: z.enum(["reset", "timeout", "truncate"]).optional(),
  /** Bytes that arrived before a `truncate`. */
  after_bytes: z.int().min(0).optional(),
  /** Milliseconds before the answer begins. */
  delay_ms: z.int().min(0).max(3_600_000).optional(),
  content_sha256: Sha256.optional(),
  retrieved_at: Time.optional(),
});

export const RecordedEntry = z.object({
  id: Text.min(1),
  method: z.enum(["GET", "POST"]),
  /** Key form. */
  url: z.url({ protocol: /^https?$/ }),
  form: z.record(Text, Text).nullable().default(null),
  licence: Text.min(1),
  synthetic: z.boolean().default(false),
  responses: z.array(RecordedResponse).min(1),
});

export const Manifest = z.object({
  format: z.literal(RECORDING_FORMAT),
  created_at: Time,
  entries: z.array(RecordedEntry),
});

export type RecordedResponse = z.infer<typeof RecordedResponse>;
export type RecordedEntry = z.infer<typeof RecordedEntry>;
export type Manifest = z.infer<typeof Manifest>;
