import { z } from "zod";
import { Fault } from "../kit/fault.ts";

export interface Mapping {
  readonly from: string;
  readonly to: string;
  /** What a UniProtKB target says of itself; null for other databases. */
  readonly reviewed: boolean | null;
  readonly entryName: string | null;
}

export interface MappingPage {
  readonly mappings: readonly Mapping[];
  /** Identifiers without a mapping; the service repeats them on every page. */
  readonly failedIds: readonly string[];
  /** Identifiers of withdrawn entries, for which the service only suggests an archive. */
  readonly obsoleteIds: readonly string[];
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
  results: z.array(z.object({ from: z.string(), to: Target })).nullish(),
  failedIds: z.array(z.string()).nullish(),
  suggestedIds: z.array(z.object({ from: z.string() })).nullish(),
  messages: z.array(z.unknown()).nullish(),
  errors: z.array(z.unknown()).nullish(),
});
type Body = z.output<typeof Body>;

/** Printable, and short enough for two of them in one record id. */
const IDENTIFIER = /^[\x20-\x7e]{1,98}$/;

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

/** Where the results of a finished job lie, as the service states it. @throws Fault */
export function parseResultsUrl(value: unknown): string {
  const { redirectURL } = readBody(value);
  if (!redirectURL) throw new Fault("unparsable", "The mapping service does not say where the results are");
  return redirectURL;
}

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
  if (!results && !failedIds && (messages || errors)) {
    throw new Fault("in_band_error", "The mapping service answered with an error report");
  }
  return parsed.data;
}

const pageOf = (body: Body): MappingPage => ({
  mappings: (body.results ?? []).map(({ from, to }) => mappingOf(from, to)),
  failedIds: body.failedIds ?? [],
  obsoleteIds: (body.suggestedIds ?? []).map(({ from }) => from),
});

function mappingOf(from: string, to: z.output<typeof Target>): Mapping {
  const id = typeof to === "string" ? to : (to.primaryAccession ?? to.uniParcId ?? to.id ?? "");
  if (!IDENTIFIER.test(id)) throw new Fault("unparsable", "A mapping has no readable target");
  if (typeof to === "string") return { from, to, reviewed: null, entryName: null };
  return { from, to: id, reviewed: reviewedOf(to.entryType), entryName: to.uniProtkbId ?? null };
}

/** Only UniProtKB entries are reviewed or not; withdrawn ones and those of other databases are neither. */
const reviewedOf = (entryType: string | null | undefined): boolean | null =>
  entryType === "UniProtKB reviewed (Swiss-Prot)" ? true : entryType === "UniProtKB unreviewed (TrEMBL)" ? false : null;
