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
  /** What a row holds of that which `x-total-results` counts; a key that an earlier page had is not counted again. */
  readonly keysOf: (row: T) => readonly string[];
  /** Does a page of this list lie at this path below the service's base? */
  readonly isPage: (path: string) => boolean;
}

/**
 * A first page and all that follow it by `Link: rel="next"`, on the service's own host only.
 *
 * @param next the request for a later page, given its URL
 */
export async function readPages<T>(
  first: Exchange,
  next: (url: string) => UpstreamRequest,
  { service, call, rowsOf, wanted, keysOf, isPage }: PageReader<T>,
): Promise<Pages<T>> {
  const rows: Row<T>[] = [];
  const asked = new Set([first.finalUrl]);
  const earlier = new Set<string>();
  let counted = 0;
  const total = countOf(first.headers["x-total-results"]);
  const pages: Exchange[] = [];
  const ended = (fault: Fault | null): Pages<T> => ({ rows, total, capped: false, fault });
  /** Pages that do not fit together are not kept, or they would not for as long as they are. */
  const misfit = async (fault: Fault | null): Promise<Pages<T>> => {
    if (fault !== null) await service.forget(pages);
    return ended(fault);
  };
  for (let page = first; ; ) {
    pages.push(page);
    const values = rowsOf(page);
    rows.push(...values.map((value) => ({ value, page })));
    const keys = values.flatMap(keysOf).filter((key) => !earlier.has(key));
    counted += keys.length;
    for (const key of keys) earlier.add(key);
    const target = nextPage(page.headers.link);
    if (target === null) return misfit(missing(counted, total));
    if (rows.length >= wanted) return { rows, total, capped: true, fault: null };
    if (page !== first && keys.length === 0) return misfit(repeated());
    const url = allowedPage(target, page.finalUrl, service.base, isPage);
    if (url instanceof Fault) return misfit(url);
    if (asked.has(url)) return misfit(repeated());
    asked.add(url);
    try {
      page = await service.fetch(next(url), call);
    } catch (error) {
      if (error instanceof Fault) return ended(error);
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

/** A list that leads back to itself would be read for ever. */
const repeated = () => new Fault("incomplete", "The next page is one already read");

const CURSOR = /^[\w.~=-]{1,500}$/;

/**
 * The address of the page that a page names as its next: the same list from another place on. One on another host is not
 * this service's, and of its parameters only the cursor and the size are the service's to choose.
 */
function allowedPage(target: string, from: string, base: string, isPage: (path: string) => boolean): string | Fault {
  const address = addressOn(base, target, from);
  if (address === null) {
    return new Fault("redirect_refused", "The next page lies on a host that is not allowed");
  }
  const named = new URL(address);
  const cursor = named.searchParams.get("cursor") ?? "";
  const size = named.searchParams.get("size");
  const above = new URL(base).pathname.replace(/\/$/, "").length;
  if (!isPage(named.pathname.slice(above)) || !CURSOR.test(cursor)) {
    return new Fault("unparsable", "The service names a next page that is not one of the same list");
  }
  const url = new URL(from);
  url.pathname = named.pathname;
  url.searchParams.set("cursor", cursor);
  if (size !== null && /^\d{1,4}$/.test(size)) url.searchParams.set("size", size);
  return url.href;
}
