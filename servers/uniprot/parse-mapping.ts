import { z } from "zod";
import { Fault } from "../kit/fault.ts";
import { statusOf } from "./parse-entry.ts";

export interface Mapping {
  readonly from: string;
  readonly to: string;
  /** What a UniProtKB target says of itself; null for other databases, and where it says nothing. */
  readonly reviewed: boolean | null;
  readonly entryName: string | null;
}

export interface MappingPage {
  readonly mappings: readonly Mapping[];
  /** Identifiers without a mapping; the service repeats them on every page. */
  readonly failedIds: readonly string[];
  /** Identifiers of withdrawn entries: the service answers them with those entries, or only suggests an archive. */
  readonly obsoleteIds: readonly string[];
  /** Every row of the page, withdrawn targets included: what `x-total-results` counts. */
  readonly pairs: readonly string[];
}

/** Where a mapping job stands. */
export type JobState =
  | { readonly state: "running" }
  /** Finished, and the answer is the first page of results. */
  | { readonly state: "results"; readonly page: MappingPage }
  /** Finished, results lie elsewhere. */
  | { readonly state: "finished" };

const Target = z.union([
  z.string().min(1),
  z.object({
    primaryAccession: z.string().nullish(),
    uniParcId: z.string().nullish(),
    id: z.string().nullish(),
    entryType: z.string().nullish(),
    uniProtkbId: z.string().nullish(),
  }),
]);

const Body = z.object({
  jobId: z.string().nullish(),
  jobStatus: z.string().nullish(),
  redirectURL: z.string().nullish(),
  from: z.string().nullish(),
  to: z.string().nullish(),
  results: z.array(z.object({ from: z.string(), to: Target })).nullish(),
  failedIds: z.array(z.string()).nullish(),
  suggestedIds: z.array(z.object({ from: z.string() })).nullish(),
  messages: z.array(z.unknown()).nullish(),
  errors: z.array(z.unknown()).nullish(),
});
type Body = z.output<typeof Body>;

/** Printable and short enough for two of them in one record id; names of genes may be two or three plain words. */
const IDENTIFIER = /^(?=.{1,98}$)(?:[\x21-\x7e]+|[\w.,:;'()/+*-]+(?: [\w.,:;'()/+*-]+){1,2})$/;

/** Identifiers of UniProt's own databases (accessions, UniParc and UniRef ids) have no blanks. */
const OWN_IDENTIFIER = /^[\w.-]{1,98}$/;

const JOB_ID = /^[A-Za-z0-9_-]{1,128}$/;

export const isJobId = (text: string): boolean => JOB_ID.test(text);

/** The id of a job just started. @throws Fault */
export function parseJobId(value: unknown): string {
  const { jobId } = readBody(value);
  if (!jobId || !isJobId(jobId)) throw new Fault("unparsable", "The mapping service gave no readable job id");
  return jobId;
}

/**
 * A status answer. Results or failed ids mean that the job is done, with or without a `jobStatus` beside them.
 *
 * @throws Fault `in_band_error` for a failed job, `unparsable` for an unknown status
 */
export function parseJobState(value: unknown): JobState {
  const body = readBody(value);
  if (body.results || body.failedIds) return { state: "results", page: pageOf(body) };
  switch (body.jobStatus) {
    case "NEW":
    case "RUNNING":
    case "PROCESSING":
    case "UNFINISHED":
      return { state: "running" };
    case "FINISHED":
      return { state: "finished" };
    case "ERROR":
    case "FAILURE":
    case "ABORTED":
      throw new Fault("in_band_error", "The mapping job failed");
    default:
      throw new Fault("unparsable", "The mapping service gave an unknown job status");
  }
}

/** What a job was asked, and where its results lie once it is finished; null where the service does not say. */
export interface JobDetails {
  readonly from: string | null;
  readonly to: string | null;
  readonly redirectUrl: string | null;
}

/** @throws Fault */
export function parseJobDetails(value: unknown): JobDetails {
  const { from, to, redirectURL } = readBody(value);
  return { from: from ?? null, to: to ?? null, redirectUrl: redirectURL ?? null };
}

/** Is this path, below the service's base, one where it keeps the results of a job? */
export const isResultsPath = (path: string): boolean =>
  /^\/idmapping\/(?:[a-z]{1,20}\/)?results\/(?:stream\/)?[A-Za-z0-9_-]{1,128}$/.test(path);

/** One page of results. @throws Fault */
export function parseMappingPage(value: unknown): MappingPage {
  const body = readBody(value);
  if (!body.results && !body.failedIds) throw new Fault("unparsable", "The mapping answer holds no results");
  return pageOf(body);
}

function readBody(value: unknown): Body {
  const parsed = Body.safeParse(value);
  if (!parsed.success) throw new Fault("unparsable", "The mapping answer does not have the expected form");
  const { results, failedIds, messages, errors } = parsed.data;
  if (errors?.length || (!results && !failedIds && (messages || errors))) {
    throw new Fault("in_band_error", "The mapping service answered with an error report");
  }
  return parsed.data;
}

function pageOf(body: Body): MappingPage {
  const rows = (body.results ?? []).map(({ from, to }) => rowOf(from, to));
  const withdrawn = rows.filter((row) => row.withdrawn).map(({ mapping }) => mapping.from);
  return {
    mappings: rows.filter((row) => !row.withdrawn).map(({ mapping }) => mapping),
    failedIds: body.failedIds ?? [],
    obsoleteIds: [...withdrawn, ...(body.suggestedIds ?? []).map(({ from }) => from)],
    pairs: rows.map(({ mapping: { from, to } }) => `${from}>${to}`),
  };
}

/** One row. A withdrawn entry is what became of the identifier, not what it maps to. */
function rowOf(from: string, target: z.output<typeof Target>): { mapping: Mapping; withdrawn: boolean } {
  if (typeof target === "string") {
    if (!IDENTIFIER.test(target)) throw noTarget();
    return { mapping: { from, to: target, reviewed: null, entryName: null }, withdrawn: false };
  }
  const { primaryAccession, entryType, uniProtkbId } = target;
  const to = primaryAccession ?? target.uniParcId ?? target.id ?? "";
  if (!OWN_IDENTIFIER.test(to)) throw noTarget();
  // UniRef clusters have an entryType too, and are neither reviewed nor withdrawn.
  const status = primaryAccession && entryType ? statusOf(entryType) : null;
  return {
    mapping: { from, to, reviewed: status === null ? null : status === "reviewed", entryName: uniProtkbId ?? null },
    withdrawn: status === "inactive",
  };
}

const noTarget = () => new Fault("unparsable", "A mapping has no readable target");
