import type { Answer, RecordDraft } from "../kit/answer.ts";
import { Fault } from "../kit/fault.ts";
import { TEXT_VERSION } from "../kit/text.ts";
import type { Exchange } from "../kit/upstream/upstream.ts";
import type { PubmedRecord } from "./article.ts";
import type { ArticleDetail } from "./detail.ts";
import { hasSuperscriptNumber } from "./flat-text.ts";
import { PUBMED_ABSTRACT } from "./licence.ts";
import { mentionsOf } from "./mentions.ts";

/** Codes of notes that stand as flags on a record, with what they tell a reader. Every article tool declares them. */
export const RECORD_NOTES = {
  retracted: "A record with this flag has been retracted; it must not be cited as evidence.",
  expression_of_concern: "The editors have published a concern about a record with this flag.",
  corrected: "A correction to a record with this flag has been published; it remains valid.",
  publication_notice:
    "A record with this flag is itself a notice (retraction, concern, erratum or update) on another article.",
  publication_state_unknown:
    "The publication state of a record with this flag was not determined, since a stale stored answer was used.",
  no_abstract: "PubMed holds no abstract for a record with this flag; only its title can be quoted.",
  other_abstract: "A record with this flag has no main abstract; a translated or lay abstract stands in.",
  no_term_named:
    "Title and abstract of a record with this flag name no query term: it matched elsewhere, and there is nothing to quote.",
  superscript_number:
    "In a record with this flag digits follow digits across a superscript or subscript, so that 10 to the power of 5 reads 105; see script_spans.",
  doi_conflict: "The article and the id list of a record with this flag name different DOIs.",
} as const;

export interface RecordContext {
  /** The exchange that brought the record, then those that led to it. */
  readonly from: readonly [Exchange, ...Exchange[]];
  /** Terms of the query; null when the tool asks for no term. */
  readonly terms: readonly string[] | null;
}

/** A record as the tools answer it. */
export function recordOf(record: PubmedRecord, { from, terms }: RecordContext): RecordDraft<ArticleDetail> {
  const { title, abstract, quotable, identifiers, state } = record;
  const [{ entry }] = from;
  const mentions = mentionsOf(terms ?? [], quotable.text);
  const { otherDoi } = identifiers;
  return {
    record_id: record.pmid,
    type: record.type,
    name: title.text || "(no title)",
    url: `https://pubmed.ncbi.nlm.nih.gov/${record.pmid}/`,
    licence: PUBMED_ABSTRACT,
    from,
    flags: flagsOf(record, {
      stale: entry.stale,
      unnamed: terms !== null && terms.length > 0 && mentions.length === 0,
    }),
    also: [`PMID:${record.pmid}`, ...(otherDoi === null ? [] : [otherDoi])],
    detail: {
      title: title.text || null,
      abstract: abstract.flat.text || null,
      has_abstract: abstract.flat.text !== "",
      abstract_sections: abstract.sections.map((section) => ({ ...section })),
      abstract_kind: abstract.kind,
      language: record.language,
      quotable_text: quotable.text,
      text_version: TEXT_VERSION,
      text_removed: quotable.removed,
      script_spans: quotable.spans.map((span) => ({ ...span })),
      authors: record.authors.map((author) => ({ ...author })),
      journal: record.journal,
      year: record.year,
      dates: {
        issue: record.dates.issue,
        electronic: record.dates.electronic,
        history: record.dates.history.map((date) => ({ ...date })),
      },
      doi: identifiers.doi,
      doi_conflict: otherDoi !== null,
      pmcid: identifiers.pmcid,
      in_pmc: identifiers.pmcid !== null,
      publication_types: record.publicationTypes.map(({ name }) => name),
      // A retraction published since would be missed: a stale answer supports text, never a state.
      publication_state: entry.stale
        ? null
        : {
            states: [...state.states],
            notices: state.notices.map((notice) => ({ ...notice })),
            is_notice: state.isNotice,
            checked_at: entry.validated_at ?? entry.retrieved_at,
          },
      mentions,
    },
  };
}

/** Notes that name the PMIDs with nothing to quote; the flags alone would have to be collected by the reader. */
export function nameFlagged(drafts: readonly RecordDraft<ArticleDetail>[], answer: Answer<ArticleDetail>): void {
  const flagged = (flag: keyof typeof RECORD_NOTES): string[] =>
    drafts.filter(({ flags }) => flags?.includes(flag)).map((draft) => draft.record_id);
  const silent = flagged("no_term_named");
  if (silent.length > 0) answer.note("no_term_named", `${RECORD_NOTES.no_term_named} PMIDs: ${silent.join(", ")}.`);
  const bare = flagged("no_abstract");
  if (bare.length > 0) answer.note("no_abstract", `${RECORD_NOTES.no_abstract} PMIDs: ${bare.join(", ")}.`);
}

export const unreadableRecord = (status: number): Fault =>
  new Fault("unparsable", "A record of PubMed's answer could not be read", { status });

export const withheldRecord = (status: number): Fault =>
  new Fault("incomplete", "PubMed did not send a record that it had named itself", { status });

function flagsOf(record: PubmedRecord, { stale, unnamed }: { stale: boolean; unnamed: boolean }): string[] {
  const { states, isNotice } = record.state;
  const flags: Record<keyof typeof RECORD_NOTES, boolean> = {
    // What a stale answer already knew to be retracted still is.
    retracted: states.includes("retracted"),
    expression_of_concern: states.includes("expression_of_concern"),
    corrected: states.includes("corrected"),
    publication_notice: isNotice,
    publication_state_unknown: stale,
    no_abstract: record.abstract.kind === null,
    other_abstract: record.abstract.kind === "other",
    no_term_named: unnamed,
    superscript_number: hasSuperscriptNumber(record.quotable),
    doi_conflict: record.identifiers.otherDoi !== null,
  };
  return Object.entries(flags).flatMap(([code, isSet]) => (isSet ? [code] : []));
}
