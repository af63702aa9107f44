import { z } from "zod";
import { NOTICE_KINDS, STATES } from "./publication-state.ts";

const PartialDate = z.strictObject({
  raw: z.string().describe("As printed"),
  precision: z.enum(["day", "month", "season", "year", "text"]),
});

const PublicationStateDetail = z.strictObject({
  states: z.array(z.enum([...STATES, "none_known"])).describe("none_known: PubMed records no notice on this article"),
  notices: z.array(
    z.strictObject({
      kind: z.enum(NOTICE_KINDS),
      pmid: z.string().nullable(),
      ref: z.string().nullable(),
      raw: z.string().describe("PubMed's RefType: …In concerns this article, …Of or …For another"),
    }),
  ),
  is_notice: z.boolean().describe("This record is itself a notice on another article"),
  checked_at: z.string().describe("When PubMed gave this state"),
});

/** `detail` of every PubMed record. */
export const ArticleDetail = z.strictObject({
  title: z.string().nullable(),
  abstract: z.string().nullable(),
  has_abstract: z.boolean(),
  abstract_sections: z.array(
    z.strictObject({ label: z.string().nullable(), category: z.string().nullable(), text: z.string() }),
  ),
  abstract_kind: z.enum(["main", "other"]).nullable().describe("other: only a translated or lay abstract exists"),
  language: z.string().nullable().describe("Of the article; of the abstract when abstract_kind is other"),
  quotable_text: z.string().describe("Title, blank line, abstract: the exact text in which quotes are checked"),
  text_version: z.string(),
  text_removed: z.int(),
  script_spans: z
    .array(z.strictObject({ start: z.int(), end: z.int(), script: z.enum(["sup", "sub"]) }))
    .describe("Superscripts and subscripts in quotable_text, UTF-16 offsets, end excluded"),
  authors: z.array(
    z.union([
      z.strictObject({
        last_name: z.string().nullable(),
        fore_name: z.string().nullable(),
        initials: z.string().nullable(),
        suffix: z.string().nullable(),
      }),
      z.strictObject({ collective: z.string() }),
    ]),
  ),
  journal: z.string().nullable(),
  year: z.string().nullable().describe("Four digits, as printed in the issue date"),
  dates: z.strictObject({
    issue: PartialDate.nullable(),
    electronic: PartialDate.nullable(),
    history: z.array(PartialDate.extend({ status: z.string() })),
  }),
  doi: z.string().nullable(),
  doi_conflict: z.boolean().describe("Article and id list name different DOIs; the article's own is given"),
  pmcid: z.string().nullable(),
  in_pmc: z.boolean(),
  publication_types: z.array(z.string()),
  publication_state: PublicationStateDetail.nullable().describe("null: not determined, the stored answer was stale"),
  mentions: z.array(z.string()).describe("Query terms that the title or abstract names"),
});

export type ArticleDetail = z.input<typeof ArticleDetail>;

/** Paths of upstream text in a result that carries article records. */
export const UNTRUSTED_PATHS = [
  "records[].name",
  "records[].detail.title",
  "records[].detail.abstract",
  "records[].detail.abstract_sections[].label",
  "records[].detail.abstract_sections[].category",
  "records[].detail.abstract_sections[].text",
  "records[].detail.quotable_text",
  "records[].detail.language",
  "records[].detail.authors[]",
  "records[].detail.journal",
  "records[].detail.dates",
  "records[].detail.publication_types[]",
  "records[].detail.publication_state.notices[].ref",
] as const;
