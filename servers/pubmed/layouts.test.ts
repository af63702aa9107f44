import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { abstractXml, articleXml, bareXml, EUTILS, pubmedNetwork, setXml } from "../../tests/support/pubmed-network.ts";

// Layouts of PubMed's answers that public collections of them hold: older DTDs, other printers, hand-made sets.
const network = pubmedNetwork();

const bookXml = (document: string, data = "") =>
  `<PubmedBookArticle><BookDocument><PMID Version="1">7</PMID>${document}</BookDocument><PubmedBookData>${data}</PubmedBookData></PubmedBookArticle>`;

const year = (name: string, value: string) => `<${name}><Year>${value}</Year></${name}>`;

describe("a record", () => {
  it("may be printed with every text on lines of its own", async () => {
    const { record_id, detail } = await network.recordOf(
      `<PubmedArticleSet>
        <PubmedArticle>
          <MedlineCitation
            Owner="NLM">
            <PMID
              Version="1">
              7
            </PMID>
            <Article>
              <Journal><JournalIssue><PubDate><Year>
                2018
              </Year><Month>
                May
              </Month></PubDate></JournalIssue><Title>
                A
                journal
              </Title></Journal>
              <ArticleTitle>
                Factors
                near
                <i>
                  katG
                </i>
                here.
              </ArticleTitle>
              <ELocationID
                EIdType="doi"
                ValidYN="Y">
                10.1000/a
              </ELocationID>
              <Abstract><AbstractText>
                P = 2 x 10
                <sup>
                  -9</sup>
                .
              </AbstractText></Abstract>
            </Article>
          </MedlineCitation>
          <PubmedData><ArticleIdList><ArticleId
            IdType="pmc">
            PMC12
          </ArticleId></ArticleIdList></PubmedData>
        </PubmedArticle>
      </PubmedArticleSet>`,
    );
    expect(record_id).toBe("7");
    expect(detail).toMatchObject({
      title: "Factors near katG here.",
      abstract: "P = 2 x 10 -9 .",
      journal: "A journal",
      dates: { issue: { raw: "2018 May", precision: "month" } },
      doi: "10.1000/a",
      pmcid: "PMC12",
    });
  });

  it("of an older DTD names versions otherwise and holds elements that no tool reads", async () => {
    const { record_id, detail } = await network.recordOf(
      setXml(
        `<PubmedArticle><MedlineCitation VersionID="5" VersionDate="Date"><PMID VersionID="2">7</PMID><DateCreated><Year>1999</Year></DateCreated>
        <Article><ArticleTitle>Own.</ArticleTitle></Article>
        <MedlineJournalInfo><MedlineTA>J Own</MedlineTA><VernacularTitle>other</VernacularTitle></MedlineJournalInfo>
        <PersonalNameSubjectList><PersonalNameSubject/></PersonalNameSubjectList><GeneSymbolList><GeneSymbol>g</GeneSymbol></GeneSymbolList>
        <SpaceFlightMission>m</SpaceFlightMission><GeneralNote>n</GeneralNote>
        <CommentsCorrectionsList><CommentsCorrections RefType="Cites"><PMID VersionID="1">9</PMID></CommentsCorrections></CommentsCorrectionsList>
        </MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="url">https://x.example/7</ArticleId></ArticleIdList><?nihms?></PubmedData></PubmedArticle>`,
      ),
    );
    expect(record_id).toBe("7");
    expect(detail).toMatchObject({ title: "Own.", journal: "J Own", doi: null, authors: [] });
    expect(detail.publication_state).toMatchObject({ states: ["none_known"], notices: [] });
  });

  it("of the publisher writes its language and types in capitals, without ids", async () => {
    const record = await network.recordOf(
      setXml(
        bareXml({
          article: `<AuthorList><Author><LastName>Solo</LastName></Author></AuthorList><Language>ENG</Language>
            <PublicationTypeList><PublicationType UI="">JOURNAL ARTICLE</PublicationType><PublicationType UI="">RETRACTED PUBLICATION</PublicationType></PublicationTypeList>`,
        }),
      ),
    );
    expect(record.flags).toContain("retracted");
    expect(record.detail).toMatchObject({ language: "ENG", authors: [{ last_name: "Solo" }] });
  });

  it("may hold formulas with comments, brackets in attributes and nothing to read", async () => {
    const formula = `<!--Sums & signs--><math xmlns="http://www.w3.org/1998/Math/MathML" display='block'><infinity/><mfenced open="|" close=">"><mi>a</mi></mfenced><mfenced separators=''><mi>b</mi></mfenced></math>
      <mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:munderover><mml:mo>&#x2211;</mml:mo><mml:mn>1</mml:mn><mml:mn>10</mml:mn></mml:munderover></mml:math>`;
    const record = await network.recordOf(setXml(bareXml({ article: abstractXml(`As ${formula} shows.`) })));
    expect(record.detail).toMatchObject({
      abstract: "As ab ∑110 shows.",
      script_spans: [
        { start: 7, end: 8, script: "sub" },
        { start: 8, end: 10, script: "sup" },
      ],
    });
    expect(record.flags).toContain("superscript_number");
  });

  it("keeps markup as close to its words as PubMed printed it", async () => {
    const { detail } = await network.recordOf(
      setXml(
        bareXml({ article: "<ArticleTitle>A &quot;<i>blood bond&quot;</i> at the<i>katG</i>gene.</ArticleTitle>" }),
      ),
    );
    expect(detail.title).toBe('A "blood bond" at thekatGgene.');
  });
});

describe("a book", () => {
  const chapter = `<Book><BookTitle book="b">Reviews<sup>&#174;</sup></BookTitle>${year("PubDate", "1993")}${year("BeginningDate", "1993")}${year("EndingDate", "2026")}
    <AuthorList Type="editors"><Author><LastName>Ed</LastName></Author></AuthorList><Medium>Internet</Medium></Book>
    <ArticleTitle book="b" part="p">A chapter</ArticleTitle><AuthorList Type="authors"><Author><LastName>Au</LastName></Author></AuthorList>
    <PublicationType UI="D016454">Review</PublicationType>
    <Abstract><AbstractText Label="ONE">First.</AbstractText><CopyrightInformation>(c) X</CopyrightInformation></Abstract>
    <Sections><Section><SectionTitle>Summary</SectionTitle></Section></Sections>
    <ContributionDate><Year>2006</Year><Month>2</Month><Day>2</Day></ContributionDate>
    <ReferenceList><Reference><ArticleIdList><ArticleId IdType="pmc">PMC1</ArticleId><ArticleId IdType="doi">10.1000/cited</ArticleId></ArticleIdList></Reference></ReferenceList>`;

  it("that is continued does not date its chapters", async () => {
    const record = await network.recordOf(setXml(bookXml(chapter)));
    expect(record).toMatchObject({ type: "book", name: "A chapter" });
    expect(record.detail).toMatchObject({
      year: "2006",
      dates: { issue: { raw: "2006 2 2", precision: "day" } },
      authors: [{ last_name: "Au" }],
      abstract: "ONE: First.",
      publication_types: ["Review"],
      doi: null,
      pmcid: null,
    });
  });

  it.each([
    [
      "a chapter without a date is as old as its book",
      chapter.replace(/<ContributionDate>.*<\/ContributionDate>/, ""),
      "1993",
    ],
    [
      "a book is as old as it says",
      `<Book>${year("PubDate", "2009")}</Book>${year("ContributionDate", "2012")}`,
      "2009",
    ],
    ["a book that does not say is as old as its contribution", year("ContributionDate", "2012"), "2012"],
  ])("%s", async (_name, document, expected) => {
    expect((await network.recordOf(setXml(bookXml(document)))).detail.year).toBe(expected);
  });

  it("may come again without its content, in an older set of books, and keeps it", async () => {
    const { detail } = await network.recordOf(
      `<PubmedBookArticleSet>${bookXml("<ArticleTitle>Full</ArticleTitle>")}<PubmedBookArticle><BookDocument><PMID Version="1">7</PMID><Pagination/></BookDocument></PubmedBookArticle></PubmedBookArticleSet>`,
    );
    expect(detail.title).toBe("Full");
  });

  it("may stand between articles", async () => {
    network.answerFetch(setXml(articleXml("1"), bookXml("<ArticleTitle>B</ArticleTitle>"), articleXml("2")));
    const result = await network.call("get_records", { pmids: ["1", "7", "2"] });
    expect(result.records.map(({ record_id, type }) => [record_id, type])).toEqual([
      ["1", "article"],
      ["7", "book"],
      ["2", "article"],
    ]);
  });
});

describe("an answer that is no record", () => {
  it.each([
    [
      "an article without anything",
      "<PubmedArticleSet><PubmedArticle>\n</PubmedArticle></PubmedArticleSet>",
      "unparsable",
    ],
    ["an article that is never closed", "<PubmedArticleSet><PubmedArticle>words</PubmedArticleSet>", "unparsable"],
    ["an empty file", "", "incomplete"],
    ["a flat file of sequences", "LOCUS       AB1  12 bp    DNA\n//\n", "in_band_error"],
    ["MEDLINE text", "\nPMID- 7\nTI  - Title\n      goes on.\n", "in_band_error"],
    [
      "a check of spelling with no error",
      "<eSpellResult><Query>x</Query><ERROR/></eSpellResult>",
      "unexpected_content",
    ],
    [
      "a refusal of the database",
      "<?xml version='1.0'?><ePostResult>\n\t<ERROR>Wrong DB name</ERROR>\n</ePostResult>",
      "in_band_error",
    ],
    ["serials of NLM", "<SerialsSet><Serial><NlmUniqueID>7</NlmUniqueID></Serial></SerialsSet>", "unexpected_content"],
  ])("%s is a failure, never an absence", async (_name, body, code) => {
    network.answerFetch(body);
    expect(await network.call("get_records", { pmids: ["7"] })).toMatchObject({
      outcome: "upstream_failed",
      items: [{ input: "7", outcome: "upstream_failed" }],
      errors: [{ code }],
    });
  });
});

describe("a search answered as XML", () => {
  it("may serve more than asked for, with a history and a translation stack", async () => {
    const ids = Array.from({ length: 30 }, (_, index) => String(index + 1));
    network.serve(ids);
    network.use(
      http.get(`${EUTILS}/esearch.fcgi`, () =>
        HttpResponse.text(
          `<?xml version="1.0" encoding="UTF-8" ?><!DOCTYPE eSearchResult PUBLIC "-//NLM//DTD esearch//EN" "https://x.example/esearch.dtd">
          <eSearchResult><Count>177</Count><RetMax>30</RetMax><RetStart>0</RetStart><QueryKey>19</QueryKey><WebEnv>W</WebEnv><IdList>
          ${ids.map((id) => `<Id>${id}</Id>`).join("\n")}</IdList><TranslationSet/><TranslationStack> <TermSet> <Term>x[All Fields]</Term> <Count>9</Count> </TermSet> <OP>GROUP</OP> </TranslationStack>
          <QueryTranslation>#2</QueryTranslation></eSearchResult>\n`,
          { headers: { "content-type": "text/xml" } },
        ),
      ),
    );
    const result = await network.call("search_abstracts", { term: "x", limit: 2 });
    expect(result).toMatchObject({ outcome: "truncated", record_ids: ["1", "2"], page: { total: 177 }, errors: [] });
    expect(result.resolved).toMatchObject({ query_translation: "#2", ignored_phrases: [] });
  });
});
