import { expect } from "vitest";
import type { EnvelopeRecord } from "../../servers/kit/envelope/envelope.ts";
import type { ArticleDetail } from "../../servers/pubmed/detail.ts";
import { capturedText } from "../support/captured/captured.ts";
import type { ReadRow } from "./ledger.ts";
import { callWith } from "./pubmed-answers.ts";
import { type StatedArticle, statedArticles } from "./pubmed-oracle.ts";

interface Special {
  readonly labels?: readonly string[];
  /** How the first group author's name begins. */
  readonly collective?: string;
  readonly suffix?: string;
  readonly medline_date?: string;
  readonly season?: string;
  /** Superscripts and subscripts that hold text. */
  readonly scripts?: number;
  /** The relation to another article that says something of a state. */
  readonly notice?: string;
  readonly vernacular?: boolean;
}

/** Lengths are in UTF-16 units. The figures were taken from the files by another XML reader in another language. */
export type Facts = readonly [
  pmid: string,
  year: string | null,
  doi: string | null,
  pmcid: string | null,
  authors: number,
  title: number,
  abstract: number,
  special?: Special,
];

/** One efetch answer whose records come out of `get_records` as the facts say, and as the raw text says. */
export const articlesRow = (file: string, facts: readonly Facts[]): ReadRow => ({
  file: `pubmed/${file}`,
  tool: "get_records",
  out: `${facts.length} record(s), every field as stated${facts.map(inWords).join("")}`,
  check: () => readsAs(`pubmed/${file}`, facts),
});

const inWords = (facts: Facts): string =>
  Object.entries(facts[7] ?? {})
    .map(([what, value]) => `; ${what} ${String(value)}`)
    .join("") + (facts[6] === 0 ? "; no abstract" : "");

async function readsAs(file: string, facts: readonly Facts[]): Promise<void> {
  const answer = capturedText(file);
  // Asked in another order than answered, since the answer's order means nothing.
  const pmids = facts.map(([pmid]) => pmid).reverse();
  const result = await callWith({ efetch: answer }, "get_records", { pmids, max_bytes: 400_000 });
  expect(result).toMatchObject({ outcome: "found", record_ids: pmids, errors: [] });
  const stated = new Map(statedArticles(answer).map((article) => [article.pmid, article]));
  expect([...stated.keys()].sort()).toEqual([...pmids].sort());
  for (const entry of facts) {
    const record = result.records.find(({ record_id }) => record_id === entry[0])!;
    expectFacts(record, entry);
    expectStated(record, stated.get(entry[0])!);
  }
}

const detailOf = (record: EnvelopeRecord) => record.detail as unknown as ArticleDetail;

function expectFacts(record: EnvelopeRecord, facts: Facts): void {
  const [pmid, year, doi, pmcid, authors, title, abstract, special = {}] = facts;
  const detail = detailOf(record);
  expect(record).toMatchObject({
    type: "article",
    url: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
    licence: "pubmed-abstract",
  });
  expect({
    year: detail.year,
    doi: detail.doi,
    pmcid: detail.pmcid,
    authors: detail.authors.length,
    title: detail.title?.length ?? 0,
    abstract: detail.abstract?.length ?? 0,
  }).toEqual({ year, doi, pmcid, authors, title, abstract });
  expect(detail.abstract_sections.map(({ label }) => label ?? "")).toEqual(
    special.labels ?? (abstract === 0 ? [] : [""]),
  );
  expect(detail.dates.issue?.precision === "text" ? detail.dates.issue.raw : undefined).toBe(special.medline_date);
  expect(detail.dates.issue?.precision === "season").toBe(special.season !== undefined);
  if (special.season) expect(detail.dates.issue?.raw).toBe(`${year} ${special.season}`);
  const groups = detail.authors.flatMap((author) => ("collective" in author ? [author.collective] : []));
  expect(groups[0]?.startsWith(special.collective ?? "") ?? special.collective === undefined).toBe(true);
  const suffixes = detail.authors.flatMap((author) => ("suffix" in author && author.suffix ? [author.suffix] : []));
  expect(suffixes[0]).toBe(special.suffix);
  expect(detail.script_spans.length).toBeGreaterThanOrEqual(special.scripts ?? 0);
}

function expectStated(record: EnvelopeRecord, stated: StatedArticle): void {
  const detail = detailOf(record);
  expect(detail.title ?? "").toBe(stated.title);
  expect(detail.abstract_sections.map(({ label, text }) => [label ?? "", text])).toEqual(stated.sections);
  const abstract = stated.sections.map(([label, text]) => (label === "" ? text : `${label}: ${text}`)).join("\n\n");
  expect(detail.quotable_text).toBe([stated.title, abstract].filter((part) => part !== "").join("\n\n"));
  expect(detail.has_abstract).toBe(abstract !== "");
  expect(detail.authors).toHaveLength(stated.authors);
  expect(detail.authors.flatMap((author) => ("collective" in author ? [author.collective] : []))).toEqual(
    stated.collectives,
  );
  expect({
    doi: detail.doi,
    pmcid: detail.pmcid,
    in_pmc: detail.in_pmc,
    year: detail.year,
    journal: detail.journal,
    language: detail.language,
    publication_types: detail.publication_types,
  }).toEqual({
    doi: stated.doi,
    pmcid: stated.pmcid,
    in_pmc: stated.pmcid !== null,
    year: stated.year,
    journal: stated.journal,
    language: stated.language,
    publication_types: stated.types,
  });
  expectState(record, stated);
}

/** Direction decides; comments and references say nothing of a state. */
function expectState(record: EnvelopeRecord, { relations, types }: StatedArticle): void {
  const state = detailOf(record).publication_state!;
  const telling = relations.filter((relation) => !/^(?:Cites|Comment)/.test(relation));
  expect(state.notices.map(({ raw }) => raw)).toEqual(telling);
  expect(state.states).toEqual(telling.includes("ErratumIn") ? ["corrected"] : ["none_known"]);
  const isNotice = telling.some((relation) => /(?:Of|For)$/.test(relation)) || types.includes("Published Erratum");
  expect(state.is_notice).toBe(isNotice);
  expect(record.flags.includes("publication_notice")).toBe(isNotice);
  expect(record.flags).not.toContain("retracted");
}
