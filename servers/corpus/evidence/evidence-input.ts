import type { InputFaultCode } from "../../kit/fault.ts";
import { codePointLength, hasLoneSurrogate } from "../code-points.ts";

/** Limits of one call; "characters" are Unicode code points. */
export const LIMITS = {
  query: { min: 2, max: 1000 },
  documents: { min: 1, max: 10_000 },
  top_k: { min: 1, max: 50 },
  title: { max: 700 },
  abstract: { max: 20_000 },
  /** All titles and abstracts together, UTF-8 bytes. */
  totalBytes: 8_000_000,
  problems: 20,
} as const;

export const DEFAULT_TOP_K = 10;

export interface EvidenceDocument {
  readonly id: string | number;
  readonly title: string | null;
  readonly abstract: string | null;
}

interface EvidenceInput {
  /** Trimmed. */
  readonly query: string;
  readonly documents: readonly EvidenceDocument[];
  readonly topK: number;
}

/** One reason for refusing a call; never holds the caller's text. */
interface InputProblem {
  readonly code: InputFaultCode;
  readonly message: string;
  /** Path: `documents[17].title`. */
  readonly param: string;
  readonly limit: number | null;
  readonly found: number | null;
}

export type ParsedInput =
  | { readonly ok: true; readonly input: EvidenceInput }
  | { readonly ok: false; readonly problems: readonly InputProblem[]; readonly documents: number };

/** Collects problems until there are as many as one refusal lists. */
class Problems {
  readonly list: InputProblem[] = [];

  get full(): boolean {
    return this.list.length >= LIMITS.problems;
  }

  add(
    code: InputFaultCode,
    param: string,
    message: string,
    limit: number | null = null,
    found: number | null = null,
  ): void {
    if (!this.full) this.list.push({ code, message: `${param} ${message}`, param, limit, found });
  }

  range(param: string, found: number, unit: string, { min, max }: { min?: number; max: number }): void {
    if (found > max) this.add("out_of_range", param, `has ${found} ${unit}; at most ${max} are allowed`, max, found);
    else if (min !== undefined && found < min) {
      this.add("out_of_range", param, `has ${found} ${unit}; at least ${min} are needed`, min, found);
    }
  }
}

/** Arguments as a typed value, or every problem found (at most 20). A breach refuses the whole call. */
export function parseEvidenceInput(given: unknown): ParsedInput {
  const problems = new Problems();
  const args = isRecord(given) ? given : {};
  if (given !== undefined && !isRecord(given))
    problems.add("invalid_argument", "arguments", "must be an object of named parameters");
  refuseUnknown(args, ["query", "documents", "top_k"], "", problems);
  const query = readQuery(args.query, problems);
  const topK = readTopK(args.top_k, problems);
  const documents = readDocuments(args.documents, problems);
  if (problems.list.length > 0) {
    return { ok: false, problems: problems.list, documents: Array.isArray(args.documents) ? args.documents.length : 0 };
  }
  return { ok: true, input: { query, documents, topK } };
}

function readQuery(value: unknown, problems: Problems): string {
  const text = readText(value, "query", problems);
  if (value === undefined) problems.add("missing_argument", "query", "is required");
  const query = (text ?? "").trim();
  if (text !== null) problems.range("query", codePointLength(query), "characters", LIMITS.query);
  return query;
}

function readTopK(value: unknown, problems: Problems): number {
  if (value === undefined) return DEFAULT_TOP_K;
  if (!Number.isInteger(value)) {
    problems.add("invalid_argument", "top_k", "must be a whole number");
    return DEFAULT_TOP_K;
  }
  const { min, max } = LIMITS.top_k;
  const topK = value as number;
  if (topK < min) problems.add("out_of_range", "top_k", `must be at least ${min}`, min, topK);
  if (topK > max) problems.add("out_of_range", "top_k", `must be at most ${max}`, max, topK);
  return topK;
}

function readDocuments(value: unknown, problems: Problems): EvidenceDocument[] {
  if (value === undefined) problems.add("missing_argument", "documents", "is required");
  else if (!Array.isArray(value)) problems.add("invalid_argument", "documents", "must be a list");
  if (!Array.isArray(value)) return [];
  problems.range("documents", value.length, "entries", LIMITS.documents);
  const ids = new Set<string>();
  const documents: EvidenceDocument[] = [];
  let bytes = 0;
  for (const [index, entry] of value.entries()) {
    if (problems.full) return documents;
    const document = readDocument(entry, `documents[${index}]`, ids, problems);
    documents.push(document);
    bytes += Buffer.byteLength(document.title ?? "") + Buffer.byteLength(document.abstract ?? "");
  }
  if (bytes > LIMITS.totalBytes) {
    const message = `have ${bytes} bytes of titles and abstracts; at most ${LIMITS.totalBytes} are allowed`;
    problems.add("out_of_range", "documents", message, LIMITS.totalBytes, bytes);
  }
  return documents;
}

function readDocument(entry: unknown, path: string, ids: Set<string>, problems: Problems): EvidenceDocument {
  if (!isRecord(entry)) {
    problems.add("invalid_argument", path, "must be an object");
    return { id: "", title: null, abstract: null };
  }
  refuseUnknown(entry, ["id", "title", "abstract"], `${path}.`, problems);
  const id = readId(entry.id, `${path}.id`, ids, problems);
  const title = readText(entry.title, `${path}.title`, problems);
  const abstract = readText(entry.abstract, `${path}.abstract`, problems);
  if (title !== null) problems.range(`${path}.title`, codePointLength(title), "characters", LIMITS.title);
  if (abstract !== null) problems.range(`${path}.abstract`, codePointLength(abstract), "characters", LIMITS.abstract);
  const isReadable = [entry.title, entry.abstract].every((value) => value === undefined || typeof value === "string");
  if (isReadable && (title ?? "").trim() === "" && (abstract ?? "").trim() === "") {
    problems.add("missing_argument", path, "needs a title or an abstract that is not blank");
  }
  return { id, title, abstract };
}

function readId(value: unknown, path: string, ids: Set<string>, problems: Problems): string | number {
  if (value === undefined) problems.add("missing_argument", path, "is required");
  else if (typeof value === "string" ? value === "" : !Number.isSafeInteger(value)) {
    problems.add("invalid_argument", path, "must be a text that is not empty, or a whole number that is exact");
  } else if (typeof value === "string" && hasLoneSurrogate(value)) {
    problems.add("invalid_argument", path, "holds half of a surrogate pair");
  } else if (ids.has(String(value))) {
    problems.add("invalid_argument", path, "occurs twice; ids are compared as text");
  } else {
    ids.add(String(value));
    return value as string | number;
  }
  return "";
}

/** The text, null when absent or refused. */
function readText(value: unknown, path: string, problems: Problems): string | null {
  if (value === undefined) return null;
  if (typeof value !== "string") {
    problems.add("invalid_argument", path, "must be a text");
    return null;
  }
  if (hasLoneSurrogate(value)) {
    problems.add("invalid_argument", path, "holds half of a surrogate pair");
    return null;
  }
  return value;
}

const READABLE_NAME = /^[A-Za-z0-9_.-]{1,64}$/;

function refuseUnknown(
  given: Record<string, unknown>,
  known: readonly string[],
  prefix: string,
  problems: Problems,
): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const name = READABLE_NAME.test(key) ? key : "(unreadable name)";
    problems.add("unknown_argument", `${prefix}${name}`, `does not exist; known here are ${known.join(", ")}`);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
