import { describe, expect, it } from "vitest";
import { readArticle } from "./article.ts";
import { readBook } from "./book.ts";
import { parseXml } from "./xml.ts";

interface Parts {
  article?: string;
  citation?: string;
  data?: string;
}

const read = ({ article = "", citation = "", data = "" }: Parts) => {
  const record = readArticle(
    parseXml(`<PubmedArticle><MedlineCitation><PMID Version="1">99000001</PMID><Article>${article}</Article>${citation}
      </MedlineCitation><PubmedData>${data}</PubmedData></PubmedArticle>`),
  );
  if (record === null) throw new Error("unread");
  return record;
};

describe("an article", () => {
  it("needs nothing but its PMID", () => {
    const record = readArticle(
      parseXml("<PubmedArticle><MedlineCitation><PMID>7</PMID></MedlineCitation></PubmedArticle>"),
    );
    expect(record).toMatchObject({
      pmid: "7",
      journal: null,
      year: null,
      authors: [],
      state: { states: ["none_known"] },
    });
    expect(record?.quotable.text).toBe("");
  });

  it("without a PMID of its own is none, although a reference has one", () => {
    const xml = "<PubmedArticle><MedlineCitation><X><PMID>7</PMID></X></MedlineCitation></PubmedArticle>";
    expect(readArticle(parseXml(xml))).toBeNull();
  });

  it("is quoted as title, blank line, labelled sections with blank lines between", () => {
    const record = read({
      article: `<ArticleTitle>On <i>katG</i>.</ArticleTitle><Abstract>
        <AbstractText Label="AIM" NlmCategory="OBJECTIVE">To see 10<sup>5</sup>.</AbstractText>
        <AbstractText Label="">Without a label.</AbstractText>
        <AbstractText Label="END"> </AbstractText>
        <CopyrightInformation>A notice that is no abstract</CopyrightInformation></Abstract>`,
    });
    expect(record.quotable.text).toBe("On katG.\n\nAIM: To see 105.\n\nWithout a label.");
    expect(record.abstract.sections).toEqual([
      { label: "AIM", category: "OBJECTIVE", text: "To see 105." },
      { label: null, category: null, text: "Without a label." },
    ]);
    const [span] = record.quotable.spans;
    expect(record.quotable.text.slice(span?.start, span?.end)).toBe("5");
  });

  it("takes another abstract only without a main one, and never mixes them", () => {
    const other =
      '<OtherAbstract Type="Publisher" Language="spa"><AbstractText>Resumen.</AbstractText></OtherAbstract>';
    const both = read({
      article: "<Abstract><AbstractText>Main.</AbstractText></Abstract><Language>eng</Language>",
      citation: other,
    });
    expect([both.abstract.flat.text, both.abstract.kind, both.language]).toEqual(["Main.", "main", "eng"]);
    const alone = read({ article: "<Abstract/><Language>eng</Language>", citation: other });
    expect([alone.abstract.flat.text, alone.abstract.kind, alone.language]).toEqual(["Resumen.", "other", "spa"]);
  });

  it("does not take a pointer to the publisher for an abstract", () => {
    const citation =
      '<OtherAbstract Language="fre"><AbstractText>Abstract available from the publisher.</AbstractText></OtherAbstract>';
    expect(read({ citation }).abstract.kind).toBeNull();
  });

  it("reads an abstract that stands without AbstractText", () => {
    const article = "<Abstract>Bare <i>text</i>.<CopyrightInformation>(c)</CopyrightInformation></Abstract>";
    expect(read({ article }).abstract.flat.text).toBe("Bare text.");
  });

  it("falls back on the title in the article's own language", () => {
    const article = "<ArticleTitle>[Not Available].</ArticleTitle><VernacularTitle>Über katG.</VernacularTitle>";
    expect(read({ article }).title.text).toBe("Über katG.");
    expect(read({ article: "<ArticleTitle>[Not Available].</ArticleTitle>" }).title.text).toBe("[Not Available].");
  });

  it("knows persons, groups and entries marked wrong", () => {
    const article = `<AuthorList><Author ValidYN="Y"><LastName>Doe</LastName><ForeName>Jo</ForeName><Initials>J</Initials>
      <Suffix>Jr</Suffix></Author><Author ValidYN="N"><LastName>Dee</LastName></Author>
      <Author><CollectiveName>A Group</CollectiveName></Author><Author><LastName>Solo</LastName></Author></AuthorList>`;
    expect(read({ article }).authors).toEqual([
      { last_name: "Doe", fore_name: "Jo", initials: "J", suffix: "Jr" },
      { collective: "A Group" },
      { last_name: "Solo", fore_name: null, initials: null, suffix: null },
    ]);
  });
});

const journal = (date: string) => `<Journal><JournalIssue><PubDate>${date}</PubDate></JournalIssue></Journal>`;

describe("dates", () => {
  it.each([
    ["<Year>2022</Year>", "2022", { raw: "2022", precision: "year" }],
    ["<Year>1996</Year><Month>Nov</Month>", "1996", { raw: "1996 Nov", precision: "month" }],
    ["<Year>2020</Year><Month>02</Month><Day>03</Day>", "2020", { raw: "2020 02 03", precision: "day" }],
    ["<Year>2001</Year><Season>Spring</Season>", "2001", { raw: "2001 Spring", precision: "season" }],
    ["<MedlineDate>1998 Dec-1999 Jan</MedlineDate>", "1998", { raw: "1998 Dec-1999 Jan", precision: "text" }],
    ["<MedlineDate>Spring 2000</MedlineDate>", "2000", { raw: "Spring 2000", precision: "text" }],
    ["", null, null],
  ])("read %s", (date, year, issue) => {
    const record = read({ article: journal(date) });
    expect(record.year).toBe(year);
    expect(record.dates.issue).toEqual(issue);
  });

  it("keep the electronic date and the history apart from the issue", () => {
    const { dates } = read({
      article: `${journal("<Year>2022</Year>")}<ArticleDate DateType="Electronic"><Year>2021</Year><Month>12</Month><Day>30</Day></ArticleDate>`,
      data: '<History><PubMedPubDate PubStatus="received"><Year>2021</Year><Month>1</Month><Day>2</Day></PubMedPubDate></History>',
    });
    expect(dates.electronic).toEqual({ raw: "2021 12 30", precision: "day" });
    expect(dates.history).toEqual([{ status: "received", raw: "2021 1 2", precision: "day" }]);
  });
});

describe("identifiers", () => {
  const list = (...ids: [string, string][]) =>
    `<ArticleIdList>${ids.map(([type, id]) => `<ArticleId IdType="${type}">${id}</ArticleId>`).join("")}</ArticleIdList>`;
  const located = (doi: string, valid = "Y") => `<ELocationID EIdType="doi" ValidYN="${valid}">${doi}</ELocationID>`;

  it("take the article's own valid DOI first and report a different one in the list", () => {
    const { identifiers } = read({ article: located("10.1000/A"), data: list(["doi", "10.1000/b"]) });
    expect(identifiers).toEqual({ doi: "10.1000/A", otherDoi: "10.1000/b", pmcid: null });
  });

  it.each([
    ["the same DOI in another case", located("10.1000/A"), list(["doi", "10.1000/a"]), "10.1000/A"],
    ["an invalid one beside the list's", located("10.1000/bad", "N"), list(["doi", "10.1000/b"]), "10.1000/b"],
    ["a malformed one beside the list's", located("not a doi"), list(["doi", "10.1000/b"]), "10.1000/b"],
    ["one with a resolver before it", "", list(["doi", "https://doi.org/10.1000/c"]), "10.1000/c"],
    ["none", "", list(["pii", "S1"]), null],
  ])("see no conflict in %s", (_name, article, data, doi) => {
    expect(read({ article, data }).identifiers).toMatchObject({ doi, otherDoi: null });
  });

  it("never take the identifiers of a cited article", () => {
    const references = `<ReferenceList><Reference>${list(["doi", "10.1000/cited"], ["pmc", "PMC1"])}</Reference></ReferenceList>`;
    expect(read({ data: references }).identifiers).toEqual({ doi: null, otherDoi: null, pmcid: null });
  });

  it.each([
    ["PMC9339217", "PMC9339217"],
    ["pmc12.1", "PMC12"],
    ["77", "PMC77"],
    ["nothing", null],
  ])("read the PMC id %s", (text, pmcid) => {
    expect(read({ data: list(["pmc", text]) }).identifiers.pmcid).toBe(pmcid);
  });
});

describe("a book", () => {
  it("is read from its own document, chapter before book", () => {
    const record = readBook(
      parseXml(`<PubmedBookArticle><BookDocument><PMID>21</PMID><Book><BookTitle>Book</BookTitle><PubDate><Year>2009</Year></PubDate>
        <AuthorList Type="editors"><Author><LastName>Ed</LastName></Author></AuthorList></Book>
        <ArticleTitle>Chapter</ArticleTitle><AuthorList Type="authors"><Author><LastName>Au</LastName></Author></AuthorList>
        <Language>eng</Language><PublicationType UI="D016454">Review</PublicationType></BookDocument>
        <PubmedBookData><ArticleIdList><ArticleId IdType="pmc">PMC5</ArticleId></ArticleIdList></PubmedBookData></PubmedBookArticle>`),
    );
    expect(record).toMatchObject({
      pmid: "21",
      type: "book",
      year: "2009",
      journal: null,
      identifiers: { pmcid: "PMC5" },
    });
    expect(record?.title.text).toBe("Chapter");
    expect(record?.authors).toMatchObject([{ last_name: "Au" }]);
  });
});
