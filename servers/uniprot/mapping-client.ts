import { Fault } from "../kit/fault.ts";
import { encodeSegment, parseJson } from "../kit/upstream/accept.ts";
import type { CallScope, Clock, Exchange, Service, UpstreamRequest } from "../kit/upstream/upstream.ts";
import { nextPage } from "./next-page.ts";
import {
  isResultsPath,
  type JobDetails,
  type MappingPage,
  parseJobDetails,
  parseJobId,
  parseJobState,
  parseMappingPage,
} from "./parse-mapping.ts";
import { type Pages, readPages } from "./read-pages.ts";
import { addressOn } from "./service-address.ts";

/** The service's own limit. */
const LARGEST_PAGE = 500;

const RESULTS_TTL_S = 7 * 86_400;

export interface MappingQuestion {
  readonly ids: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly taxId: number | null;
}

export interface MappingClient {
  /** Starts a job; returns its id. @throws Fault */
  start(question: MappingQuestion, call: CallScope): Promise<string>;
  /** Does a job of an earlier call map between these databases? @throws Fault */
  answers(jobId: string, databases: Pick<MappingQuestion, "from" | "to">, call: CallScope): Promise<boolean>;
  /**
   * Waits for a job, asking after 1, 2, 4 s…, and reads every page of its results.
   *
   * @throws Fault `deadline_exceeded` when the job needs longer than the call may last
   */
  results(jobId: string, call: CallScope): Promise<Pages<MappingPage>>;
}

export function createMappingClient(service: Service, clock: Clock): MappingClient {
  const ask = (path: string, accept: (value: unknown) => unknown, ttlSeconds: number): UpstreamRequest => ({
    path,
    ttlSeconds,
    accept: (response) => {
      accept(parseJson(response));
      return "data";
    },
  });
  const resultsPage = (url: string) => ask(url, parseMappingPage, RESULTS_TTL_S);

  const details = async (jobId: string, call: CallScope): Promise<JobDetails> => {
    const path = `/idmapping/details/${encodeSegment(jobId)}`;
    const exchange = await service.fetch({ ...ask(path, parseJobDetails, 0), blame: "job_id" }, call);
    return parseJobDetails(JSON.parse(exchange.text()));
  };

  async function finished(jobId: string, call: CallScope): Promise<Exchange> {
    const job = encodeSegment(jobId);
    let leftMs = call.deadlineAt - clock.now();
    for (let waitMs = 1_000; ; waitMs *= 2) {
      // A finished job redirects to its results, so that the answer may be their first page already.
      const status = await service.fetch(
        { ...ask(`/idmapping/status/${job}`, parseJobState, 0), blame: "job_id" },
        call,
      );
      const { state } = parseJobState(JSON.parse(status.text()));
      if (state === "results") return status;
      if (state === "finished") {
        const { redirectUrl } = await details(jobId, call);
        if (redirectUrl === null) {
          throw new Fault("unparsable", "The mapping service does not say where the results are");
        }
        const address = addressOn(service.base, redirectUrl);
        if (address === null) throw new Fault("redirect_refused", "The results lie on a host that is not allowed");
        if (!isResultsPath(address.slice(service.base.length))) {
          throw new Fault("unparsable", "The results lie where no results are kept");
        }
        return service.fetch(resultsPage(address), call);
      }
      leftMs -= waitMs;
      if (leftMs <= 0) throw new Fault("deadline_exceeded", "The mapping job needs longer than this call may last");
      call.progress("Waiting for the mapping job");
      await clock.sleep(waitMs, call.signal);
    }
  }

  /**
   * The redirect of a finished job serves 25 whole entries a page, up to hundreds of megabytes for a long list. When
   * there is more than one page, the same address is asked again for large pages of the few fields that are read.
   */
  async function largestFirstPage(page: Exchange, call: CallScope): Promise<Exchange> {
    const url = new URL(page.finalUrl);
    if (nextPage(page.headers.link) === null || !url.pathname.includes("/results/")) return page;
    url.searchParams.set("size", String(LARGEST_PAGE));
    if (url.pathname.includes("/uniprotkb/")) url.searchParams.set("fields", "accession,id");
    try {
      return await service.fetch(resultsPage(url.href), call);
    } catch (error) {
      // Small pages are slow, but they are pages.
      if (error instanceof Fault) return page;
      throw error;
    }
  }

  return {
    async start({ ids, from, to, taxId }, call) {
      const started = await service.fetch(
        {
          ...ask("/idmapping/run", parseJobId, 0),
          method: "POST",
          form: { from, to, ids: ids.join(","), taxId },
          blame: "ids",
        },
        call,
      );
      return parseJobId(JSON.parse(started.text()));
    },

    async answers(jobId, { from, to }, call) {
      const job = await details(jobId, call);
      return (job.from ?? from) === from && (job.to ?? to) === to;
    },

    async results(jobId, call) {
      const first = await largestFirstPage(await finished(jobId, call), call);
      return readPages(first, resultsPage, {
        service,
        call,
        rowsOf: (page) => [parseMappingPage(JSON.parse(page.text()))],
        wanted: Number.POSITIVE_INFINITY,
        keysOf: ({ pairs }) => pairs,
        // A job's status may be its first page already; those that follow lie where its results do.
        isPage: (path) => isResultsPath(path) && path.endsWith(`/${jobId}`),
      });
    },
  };
}
