import { Fault } from "../kit/fault.ts";
import type { CallScope, Exchange } from "../kit/upstream/upstream.ts";
import type { PubmedClient } from "./client.ts";
import type { ArticleIds } from "./idconv.ts";
import { sameDoi } from "./identifiers.ts";
import { unreadableRecord, withheldRecord } from "./record.ts";

export type DoiLookup =
  | {
      readonly kind: "converted";
      readonly ids: ArticleIds;
      /** As the record said it when it was fetched, which may be days ago. */
      readonly isRetracted: boolean;
      readonly from: readonly [Exchange, ...Exchange[]];
    }
  | { readonly kind: "not_found" }
  /** PubMed's search gave articles, but none whose record states this DOI. */
  | { readonly kind: "unverified" }
  | { readonly kind: "failed"; readonly fault: Fault };

/** More articles than these do not share a DOI; a search that finds them has read the DOI as words. */
const CANDIDATES = 5;

/**
 * The article of a DOI that PMC does not hold: PubMed's search by DOI, believed only when the record that comes back
 * states the same DOI, since PubMed falls back on other fields when it does not know one.
 */
export async function lookUpDoi(doi: string, client: PubmedClient, call: CallScope): Promise<DoiLookup> {
  try {
    // Quotes and brackets would change the search; PubMed's index reads them as blanks anyway.
    const term = `"${doi.replace(/["[\]]/g, " ")}"[doi]`;
    const found = await client.search({ term, offset: 0, limit: CANDIDATES, sort: "relevance" }, call);
    if (found.count === 0) return { kind: "not_found" };
    const { records, unreadable, exchange } = await client.fetch(found.pmids, "ids", call, { named: true });
    const record = [...records.values()].find(({ identifiers }) => {
      return identifiers.doi !== null && sameDoi(identifiers.doi, doi);
    });
    if (record === undefined) {
      const { status } = exchange;
      if (unreadable.length > 0) return { kind: "failed", fault: unreadableRecord(status) };
      const isWhole = found.pmids.every((pmid) => records.has(pmid));
      return isWhole ? { kind: "unverified" } : { kind: "failed", fault: withheldRecord(status) };
    }
    const { doi: own, pmcid } = record.identifiers;
    return {
      kind: "converted",
      ids: { pmid: record.pmid, pmcid, doi: own },
      isRetracted: record.state.states.includes("retracted"),
      from: [exchange, found.exchange],
    };
  } catch (error) {
    if (error instanceof Fault) return { kind: "failed", fault: error };
    throw error;
  }
}
