import { expect } from "vitest";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import type { ArticleDetail } from "../../servers/pubmed/detail.ts";
import { bareXml, pubmedNetwork, setXml } from "../support/pubmed-network.ts";

/** PubMed behind msw, shared by the ledgers of its reports. */
export const pubmed = pubmedNetwork();

/** Detail of the record of PMID 7, which a fetch answered with these parts must give. */
export const detailOf = async (parts: Parameters<typeof bareXml>[0]): Promise<ArticleDetail> =>
  (await pubmed.recordOf(setXml(bareXml(parts)))).detail as ArticleDetail;

/** A failure that is told as one, and is neither a zero nor a record. */
export function expectFailure(result: Envelope, code: string): void {
  expect(result).toMatchObject({ outcome: "upstream_failed", records: [], record_ids: [], page: { total: null } });
  expect(result.errors.map((error) => error.code)).toEqual([code]);
}
