import { Fault } from "../kit/fault.ts";
import type { CallScope, Exchange, Service, UpstreamRequest } from "../kit/upstream/upstream.ts";
import { nextPage } from "./next-page.ts";
import { addressOn } from "./service-address.ts";

export interface Row<T> {
  readonly value: T;
  /** The page that the row stood on. */
  readonly page: Exchange;
}

export interface Pages<T> {
  readonly rows: readonly Row<T>[];
  /** `x-total-results`: rows that the service counts; null when it does not say. */
  readonly total: number | null;
  /** More rows exist than were wanted. */
  readonly capped: boolean;
  /** Why a later page is missing; what stood on the pages before it is kept. */
  readonly fault: Fault | null;
}

export interface PageReader<T> {
  readonly service: Service;
  readonly call: CallScope;
  /** The page's rows, already accepted as data. */
  readonly rowsOf: (page: Exchange) => readonly T[];
  /** No further page is asked for once this many rows are read. */
  readonly wanted: number;
  /** What a row adds to the number that `x-total-results` states; 1 unless a row stands for several or none. */
  readonly weightOf?: (row: T) => number;
}

/**
 * A first page and all that follow it by `Link: rel="next"`, on the service's own host only.
 *
 * @param next the request for a later page, given its URL
 */
export async function readPages<T>(
  first: Exchange,
  next: (url: string) => UpstreamRequest,
  { service, call, rowsOf, wanted, weightOf = () => 1 }: PageReader<T>,
): Promise<Pages<T>> {
  const rows: Row<T>[] = [];
  const seen = new Set([first.finalUrl]);
  const weigh = (read: readonly Row<T>[]) => read.reduce((sum, { value }) => sum + weightOf(value), 0);
  const total = countOf(first.headers["x-total-results"]);
  for (let page = first; ; ) {
    rows.push(...rowsOf(page).map((value) => ({ value, page })));
    const target = nextPage(page.headers.link);
    if (target === null) return { rows, total, capped: false, fault: missing(weigh(rows), total) };
    if (rows.length >= wanted) return { rows, total, capped: true, fault: null };
    const url = allowedPage(target, service.base, seen);
    if (url instanceof Fault) return { rows, total, capped: false, fault: url };
    seen.add(url);
    try {
      page = await service.fetch(next(url), call);
    } catch (error) {
      if (error instanceof Fault) return { rows, total, capped: false, fault: error };
      throw error;
    }
  }
}

const countOf = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,15}$/.test(header.trim()) ? Number(header) : null;

const missing = (read: number, total: number | null): Fault | null =>
  total !== null && read < total
    ? new Fault("incomplete", `The service counts ${total} rows and served ${read}`)
    : null;

/** A page that leads to itself would be read for ever; one on another host is not this service's. */
function allowedPage(target: string, base: string, seen: ReadonlySet<string>): string | Fault {
  const url = addressOn(base, target);
  if (url === null) {
    return new Fault("redirect_refused", "The next page lies on a host that is not allowed");
  }
  return seen.has(url) ? new Fault("incomplete", "The next page is one already read") : url;
}
