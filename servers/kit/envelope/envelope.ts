import { z } from "zod";
import { INPUT_FAULT_CODES, UPSTREAM_FAULT_CODES } from "../fault.ts";
import { OUTCOMES } from "./outcome.ts";

/** The envelope, field by field, in the order in which it is serialised. One schema serves types, checks and JSON Schema. */
export const ENVELOPE_VERSION = "1";

export const LICENCE_TERMS = [
  "attribution",
  "share_alike_noncommercial",
  "copyleft",
  "academic_only",
  "publisher",
] as const;

export const Licence = z.strictObject({
  name: z.string(),
  url: z.string(),
  attribution: z.string(),
  terms: z.enum(LICENCE_TERMS),
  redistribute: z.boolean(),
});

export const Candidate = z.strictObject({ id: z.string(), name: z.string(), why: z.string() });
export const Refused = z.strictObject({ value: z.string(), reason: z.string() });
export const Cut = z.strictObject({ field: z.string(), kept: z.int(), total: z.int() });

export const Item = z.strictObject({
  input: z.string(),
  outcome: z.enum(OUTCOMES),
  resolved_to: z.string().nullable(),
  record_ids: z.array(z.string()),
  reason: z.string().nullable(),
});

export const Page = z.strictObject({
  returned: z.int(),
  total: z.int().nullable(),
  next_cursor: z.string().nullable(),
  truncated_by: z.enum(["limit", "max_bytes", "upstream_cap"]).nullable(),
  unreachable: z.int().nullable(),
});

export const ErrorEntry = z.strictObject({
  code: z.enum([...INPUT_FAULT_CODES, ...UPSTREAM_FAULT_CODES]),
  message: z.string(),
  param: z.string().nullable(),
  retryable: z.boolean(),
  retry_after_s: z.number().nullable(),
  status: z.int().nullable(),
  host: z.string().nullable(),
});

export const RequestEntry = z.strictObject({
  url: z.string(),
  method: z.enum(["GET", "POST", "HEAD", "FILE"]),
  params: z.record(z.string(), z.string()).nullable(),
  status: z.int(),
  retrieved_at: z.string(),
  validated_at: z.string().nullable(),
  cached: z.boolean(),
  stale: z.boolean(),
  attempts: z.int(),
  bytes: z.int(),
  content_sha256: z.string().nullable(),
  release: z.string().nullable(),
  error: z.enum(UPSTREAM_FAULT_CODES).nullable(),
});

/** What may be cited or opened: visible characters only, as an id or an address has them. */
const isPrintable = (text: string): boolean => !/^\s|\s$|[\p{C}\p{Zl}\p{Zp}]/u.test(text);
const isAddress = (text: string): boolean =>
  text.startsWith("https://") && !text.includes(" ") && isPrintable(text) && URL.canParse(text);

/** One record with the tool's own closed `detail`. */
export const recordOf = <D extends z.ZodType>(source: string, detail: D) =>
  z.strictObject({
    record_id: z.string().min(1).max(200).refine(isPrintable),
    type: z.string(),
    name: z.string(),
    url: z.string().refine(isAddress),
    source: z.literal(source),
    licence: z.string(),
    retrieved_at: z.string(),
    cached: z.boolean(),
    stale: z.boolean(),
    request_refs: z.array(z.int()).min(1),
    flags: z.array(z.string()),
    also: z.array(z.string().refine(isPrintable)),
    cut: z.array(Cut),
    detail,
  });

/** The whole envelope with a tool's own `query`, `resolved` and `detail`. */
export const envelopeOf = <Q extends z.ZodType, R extends z.ZodType, D extends z.ZodType>(
  source: string,
  parts: { query: Q; resolved: R; detail: D },
) =>
  z.strictObject({
    envelope: z.literal(ENVELOPE_VERSION),
    source: z.literal(source),
    outcome: z.enum(OUTCOMES),
    query: parts.query,
    resolved: parts.resolved,
    records: z.array(recordOf(source, parts.detail)),
    record_ids: z.array(z.string()),
    items: z.array(Item),
    page: Page,
    notes: z.array(z.string().regex(/^[a-z0-9_]+: ./)),
    errors: z.array(ErrorEntry),
    requests: z.array(RequestEntry),
    licences: z.record(z.string(), Licence),
  });

export type Licence = z.infer<typeof Licence>;
export type Candidate = z.infer<typeof Candidate>;
export type Refused = z.infer<typeof Refused>;
export type Item = z.infer<typeof Item>;
export type Page = z.infer<typeof Page>;
export type ErrorEntry = z.infer<typeof ErrorEntry>;
export type RequestEntry = z.infer<typeof RequestEntry>;
export type EnvelopeRecord = z.infer<ReturnType<typeof recordOf<z.ZodRecord<z.ZodString, z.ZodUnknown>>>>;
export type Envelope = z.infer<
  ReturnType<
    typeof envelopeOf<
      z.ZodRecord<z.ZodString, z.ZodUnknown>,
      z.ZodRecord<z.ZodString, z.ZodUnknown>,
      z.ZodRecord<z.ZodString, z.ZodUnknown>
    >
  >
>;
