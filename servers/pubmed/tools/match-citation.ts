import { z } from "zod";
import type { Answer } from "../../kit/answer.ts";
import { batchOutcome } from "../../kit/batch-outcome.ts";
import type { Call } from "../../kit/call.ts";
import type { Item } from "../../kit/envelope/envelope.ts";
import { BadInput, Fault } from "../../kit/fault.ts";
import { shownValue } from "../../kit/text.ts";
import { defineTool } from "../../kit/tool.ts";
import type { Exchange } from "../../kit/upstream/upstream.ts";
import { differencesOf } from "../citation-check.ts";
import type { PubmedClient } from "../client.ts";
import { ArticleDetail, UNTRUSTED_PATHS } from "../detail.ts";
import {
  type Citation,
  type CitationMatch,
  citationText,
  type KeyedCitation,
  unansweredCitation,
} from "../ecitmatch.ts";
import { type Delivered, fetchItems } from "../fetch-items.ts";
import { itemOf } from "../item.ts";
import { RECORD_NOTES } from "../record.ts";

const field = (about: string) => z.string().trim().max(200).default("").describe(about);

const CitationInput = z.strictObject({
  journal: field("Journal title or its NLM abbreviation"),
  year: field("Year of publication"),
  volume: field("Volume"),
  first_page: field("First page"),
  author: field("First author, last name and initials"),
});

// The bar parts the fields of a citation, a line break ends it.
const BREAKS_FORM = /[|\u0000-\u001F\u007F-\u009F]/;

/** Why a citation cannot be asked for; null when it can. */
function objectionTo(citation: z.output<typeof CitationInput>): string | null {
  const values = Object.values(citation);
  if (values.some((value) => BREAKS_FORM.test(value))) return "holds a bar or a control character";
  return values.filter((value) => value !== "").length < 2 ? "names fewer than two fields" : null;
}

interface AskedCitation extends KeyedCitation {
  readonly input: string;
}

interface Found {
  readonly match: CitationMatch;
  readonly exchange: Exchange;
}

export const matchCitation = (client: PubmedClient) =>
  defineTool({
    name: "match_citation",
    title: "PMIDs of citations",
    description:
      "Finds the PubMed records of up to 50 citations given by journal, year, volume, first page and author. A match is by these fields alone: check the title before citing. Several fitting articles are reported as ambiguous, none is chosen; a citation that is not found may be misspelt. NCBI allows 3 requests a second (10 with a key).",
    input: z.strictObject({
      citations: z.array(CitationInput).min(1).max(50).describe("Citations; each needs at least two fields"),
    }),
    list: true,
    resolved: { refused_count: z.int().describe("Citations that could not be asked for") },
    detail: ArticleDetail,
    notes: {
      ...RECORD_NOTES,
      not_found: "PubMed found no article for some citations; a misspelt field suffices, so this is no absence.",
      ambiguous_citations: "Several articles fit some citations; none was chosen.",
      refused_items: "Some citations could not be asked for; they are listed in resolved.refused.",
      citation_differs:
        "A record with this flag names another author or year than its citation; it may be another article.",
      matched_by_fields: "A match rests on the bibliographic fields given; compare the title before citing.",
    },
    untrusted: UNTRUSTED_PATHS,
    async run({ citations }, call, answer) {
      const inputs = new Map(citations.map((citation) => [citationText(citation), citation]));
      const asked = [...inputs].flatMap(([input, citation], index): AskedCitation[] =>
        objectionTo(citation) === null ? [{ input, citation, key: `c${index + 1}` }] : [],
      );
      if (asked.length === 0) {
        throw BadInput.of("invalid_argument", "citations holds none with two fields and without bars", "citations");
      }
      answer.settle({ refused_count: inputs.size - asked.length });
      const found = await askAll(asked, client, call, answer);
      const items = new Map<string, Item>();
      const wanted = asked.flatMap(({ input, key }) => {
        const hit = found.get(key);
        if (hit?.match.kind === "matched") return [{ input, pmid: hit.match.pmid, via: hit.exchange }];
        items.set(input, unmatchedItem(input, hit?.match ?? null, answer));
        return [];
      });
      const delivered = checked(await fetchItems(wanted, client, call, answer), inputs, answer);
      for (const [input, citation] of inputs) {
        const objection = objectionTo(citation);
        if (objection !== null) answer.refused.push({ value: shownValue(input), reason: objection });
        answer.items.push(
          delivered.items.get(input) ??
            items.get(input) ??
            itemOf(shownValue(input), "bad_input", { reason: objection ?? "not asked" }),
        );
      }
      if (answer.refused.length > 0) answer.note("refused_items");
      if (wanted.length > 0) answer.settle({ matched_by: "citation" });
      if (delivered.drafts.length > 0) answer.note("matched_by_fields");
      answer.list(delivered.drafts, "not_resolved");
      return batchOutcome(answer.items);
    },
  });

/** The records delivered, those flagged that contradict a citation which they were matched to. */
function checked(
  { drafts, items }: Delivered,
  citations: ReadonlyMap<string, Citation>,
  answer: Answer<ArticleDetail>,
): Delivered {
  const details = new Map(drafts.map(({ record_id, detail }) => [record_id, detail]));
  const flagged = new Set<string>();
  const judged = [...items].map(([input, item]): [string, Item] => {
    const detail = item.outcome === "found" ? details.get(item.resolved_to!) : undefined;
    const differences = detail === undefined ? [] : differencesOf(citations.get(input)!, detail);
    if (differences.length === 0) return [input, item];
    flagged.add(item.resolved_to!);
    return [input, { ...item, reason: `the record names another ${differences.join(" and ")}` }];
  });
  if (flagged.size > 0) answer.note("citation_differs");
  const mark = (draft: Delivered["drafts"][number]) =>
    flagged.has(draft.record_id) ? { ...draft, flags: [...(draft.flags ?? []), "citation_differs"] } : draft;
  return { drafts: drafts.map(mark), items: new Map(judged) };
}

/** All citations in one request; one that stays without an answer is asked again alone. */
async function askAll(
  asked: readonly AskedCitation[],
  client: PubmedClient,
  call: Call,
  answer: Answer<ArticleDetail>,
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const ask = async (citations: readonly AskedCitation[]): Promise<Exchange | null> => {
    try {
      const { matches, exchange } = await client.matchCitations(citations, call);
      for (const { key } of citations) {
        const match = matches.get(key);
        if (match !== undefined) found.set(key, { match, exchange });
      }
      return exchange;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      answer.failed(error);
      return null;
    }
  };
  call.progress("Matching citations");
  // A request that failed as a whole is not asked again citation by citation.
  const first = await ask(asked);
  if (first === null) return found;
  for (const citation of asked.filter(({ key }) => !found.has(key))) {
    call.progress("Asking again for a citation");
    const again = await ask([citation]);
    if (again !== null && !found.has(citation.key)) answer.failed(unansweredCitation(again.status));
  }
  return found;
}

function unmatchedItem(input: string, match: CitationMatch | null, answer: Answer<ArticleDetail>): Item {
  if (match?.kind === "not_found") {
    answer.note("not_found");
    return itemOf(input, "not_resolved", { reason: match.reason });
  }
  if (match?.kind === "ambiguous") {
    answer.note("ambiguous_citations");
    for (const pmid of match.pmids.filter((pmid) => answer.candidates.every(({ id }) => id !== pmid))) {
      answer.candidates.push({ id: pmid, name: `PMID ${pmid}`, why: "fits a citation that others fit too" });
    }
    const reason = match.count === null ? "several articles fit" : `${match.count} articles fit`;
    return itemOf(input, "ambiguous", { reason });
  }
  return itemOf(input, "upstream_failed", { reason: "PubMed gave no answer for this citation" });
}
