import { describe, expect, it } from "vitest";
import { abstractXml, bareXml, pubmedNetwork, setXml } from "../../tests/support/pubmed-network.ts";
import type { ArticleDetail } from "./detail.ts";

// Each kind of record on which a public client of PubMed is known to have failed, through the tool.
const network = pubmedNetwork();
const detailOf = async (parts: Parameters<typeof bareXml>[0]) =>
  (await network.recordOf(setXml(bareXml(parts)))).detail as unknown as ArticleDetail;

describe("text of a record", () => {
  it.each([
    [
      "is not cut at markup",
      "Bald eagle (<i>H. <b>l</b>.</i>) at 10<sup>3</sup> m<sub>x</sub> end.",
      "Bald eagle (H. l.) at 103 mx end.",
    ],
    ["that begins with markup is whole", "<i>TERT</i> gene region", "TERT gene region"],
    ["keeps < and > of its own", "P&lt;0.001 and a&gt;b", "P<0.001 and a>b"],
    ["is decoded once", "&amp;lt;i&amp;gt; &amp;amp; &amp;#x3b2;", "&lt;i&gt; &amp; &#x3b2;"],
    ["may be CDATA", "a <![CDATA[<i>b</i> & c]]> d", "a <i>b</i> & c d"],
    ["has no comments and no instructions in it", "one<!-- <i>no --> two<?pi three?> four", "one two four"],
    ["may hold signs beyond the first plane", "&#x1D6FD;-lactam &#120573; 𝛽", "𝛽-lactam 𝛽 𝛽"],
    ["keeps soft hyphens, which are no controls", "mid&#xAD;word", "mid\u00adword"],
    ["collapses every kind of white space", "a&#xA0;b&#x2009;\n\t c", "a b c"],
    [
      "keeps MathML in its order",
      "<mml:math><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math>y",
      "x2y",
    ],
    ["keeps elements that no one knows", "a<mtr>b</mtr><foo:bar>c</foo:bar>", "abc"],
  ])("%s", async (_name, inner, text) => {
    const detail = await detailOf({ article: `<ArticleTitle>${inner}</ArticleTitle>${abstractXml(inner)}` });
    expect(detail).toMatchObject({ title: text, abstract: text, quotable_text: `${text}\n\n${text}` });
  });

  it("loses invisible controls only, and counts them", async () => {
    const detail = await detailOf({ article: `<ArticleTitle>a\u0001b\u202E&#x200F;c\u{E0041}</ArticleTitle>` });
    expect(detail).toMatchObject({ title: "abc", text_removed: 4 });
  });

  it("gives superscripts by their place, where joined digits would read as another number", async () => {
    const record = await network.recordOf(
      setXml(bareXml({ article: abstractXml("grew 10<sup>5</sup> CFU of H<sub>2</sub>O") })),
    );
    const { quotable_text, script_spans } = record.detail as unknown as ArticleDetail;
    expect(script_spans.map(({ start, end, script }) => `${script} ${quotable_text.slice(start, end)}`)).toEqual([
      "sup 5",
      "sub 2",
    ]);
    expect(record.flags).toContain("superscript_number");
  });

  it("keeps the labels of sections, whatever PubMed calls them", async () => {
    const detail = await detailOf({
      article: `<Abstract><AbstractText Label="UNLABELLED" NlmCategory="UNASSIGNED">One.</AbstractText><AbstractText Label="A &amp;amp; B">Two.</AbstractText><AbstractText/></Abstract>`,
    });
    expect(detail.abstract).toBe("UNLABELLED: One.\n\nA &amp; B: Two.");
  });

  it.each([
    [
      "a copyright notice",
      `<Abstract><AbstractText>Own.</AbstractText><CopyrightInformation>(c) X</CopyrightInformation></Abstract>`,
      "",
    ],
    [
      "an abstract in another language beside it",
      abstractXml("Own."),
      `<OtherAbstract Language="fre"><AbstractText>Autre.</AbstractText></OtherAbstract>`,
    ],
  ])("takes no %s into the abstract", async (_name, article, citation) => {
    expect(await detailOf({ article, citation })).toMatchObject({ abstract: "Own.", abstract_kind: "main" });
  });

  it("takes the first other abstract alone when there is no main one, and says so", async () => {
    const other = (language: string, text: string) =>
      `<OtherAbstract Type="Publisher" Language="${language}"><AbstractText>${text}</AbstractText></OtherAbstract>`;
    const record = await network.recordOf(setXml(bareXml({ citation: other("spa", "Uno.") + other("por", "Um.") })));
    expect(record).toMatchObject({
      flags: ["other_abstract"],
      detail: { abstract: "Uno.", abstract_kind: "other", language: "spa" },
    });
  });

  it.each([
    ["[Estudio de katG].", "Estudio de katG.", "[Estudio de katG]."],
    ["", "Estudio.", "Estudio."],
    ["[Not Available].", "Estudio.", "Estudio."],
  ])("takes the title %j beside the vernacular %j as %j", async (title, vernacular, taken) => {
    const detail = await detailOf({
      article: `<ArticleTitle>${title}</ArticleTitle><VernacularTitle>${vernacular}</VernacularTitle>`,
    });
    expect(detail.title).toBe(taken);
  });

  it("may lack a title, and is not invented", async () => {
    const record = await network.recordOf(setXml(bareXml({ article: `<ArticleTitle/>${abstractXml("Only this.")}` })));
    expect(record).toMatchObject({ name: "(no title)", detail: { title: null, quotable_text: "Only this." } });
  });
});

describe("identifiers and dates of a record", () => {
  const list = (...ids: [string, string][]) =>
    `<ArticleIdList>${ids.map(([type, id]) => `<ArticleId IdType="${type}">${id}</ArticleId>`).join("")}</ArticleIdList>`;
  const located = (type: string, id: string) => `<ELocationID EIdType="${type}" ValidYN="Y">${id}</ELocationID>`;
  const cited = `<ReferenceList><Reference>${list(["doi", "10.1000/cited"], ["pmc", "PMC1"], ["pubmed", "9"])}</Reference></ReferenceList>`;

  it.each([
    ["is text, never a number", located("doi", "10.1000/1.10"), "", "10.1000/1.10"],
    ["is not overwritten by a later pii", located("doi", "10.1000/a") + located("pii", "S1"), "", "10.1000/a"],
    ["is found behind a pii", located("pii", "S1") + located("doi", "10.1000/a"), "", "10.1000/a"],
    ["is the list's when only a pii is located", located("pii", "S1"), list(["doi", "10.1000/b"]), "10.1000/b"],
    ["is never a reference's", "", cited, null],
    ["is never a reference's, whatever the order", "", cited + list(["doi", "10.1000/own"]), "10.1000/own"],
    [
      "may be a SICI",
      located("doi", "10.1002/(SICI)1097(19960117)65:2&lt;178::AID-IJC8&gt;3.0.CO;2-1"),
      "",
      "10.1002/(SICI)1097(19960117)65:2<178::AID-IJC8>3.0.CO;2-1",
    ],
  ])("the DOI %s", async (_name, article, data, doi) => {
    expect(await detailOf({ article, data })).toMatchObject({ doi, doi_conflict: false });
  });

  it("the PMC id loses its version and comes from the record's own list", async () => {
    const data = list(["pubmed", "7"], ["mid", "NIHMS1"], ["pmc", "PMC123.2"]) + cited;
    expect(await detailOf({ data })).toMatchObject({ pmcid: "PMC123", in_pmc: true });
  });

  it("the PMID is the citation's own, whatever other PMIDs the record names", async () => {
    const citation = `<CommentsCorrectionsList><CommentsCorrections RefType="Cites"><PMID>9</PMID></CommentsCorrections></CommentsCorrectionsList>`;
    expect((await network.recordOf(setXml(bareXml({ citation, data: cited })))).record_id).toBe("7");
  });

  const issue = (date: string) => `<Journal><JournalIssue><PubDate>${date}</PubDate></JournalIssue></Journal>`;
  const online = '<ArticleDate DateType="Electronic"><Year>2016</Year><Month>09</Month><Day>15</Day></ArticleDate>';

  it.each([
    ["<MedlineDate>Winter 2016</MedlineDate>", "2016", "text"],
    ["<MedlineDate>1990 May-Jun</MedlineDate>", "1990", "text"],
    ["<MedlineDate>1978-1979</MedlineDate>", "1978", "text"],
    ["<MedlineDate>Fall</MedlineDate>", null, "text"],
    ["<Year>1990</Year><Season>Spring</Season>", "1990", "season"],
    ["<Year>2016</Year><Month>Nov</Month><Day>10</Day>", "2016", "day"],
  ])("the year of %s is %s", async (date, year, precision) => {
    const detail = await detailOf({ article: issue(date) + online });
    expect(detail).toMatchObject({ year, dates: { issue: { precision }, electronic: { raw: "2016 09 15" } } });
  });

  it("no year is invented from another date", async () => {
    expect(await detailOf({ article: online })).toMatchObject({ year: null, dates: { issue: null } });
  });

  it("authors without a first name, with initials only, in groups and with a suffix are all there", async () => {
    const detail = await detailOf({
      article: `<AuthorList CompleteYN="Y"><Author><LastName>Solo</LastName></Author><Author><Initials>XY</Initials></Author>
        <Author><CollectiveName>The <i>Group</i></CollectiveName></Author><Author><LastName>Doe</LastName><Suffix>3rd</Suffix></Author><Author/></AuthorList>`,
    });
    expect(detail.authors).toEqual([
      { last_name: "Solo", fore_name: null, initials: null, suffix: null },
      { last_name: null, fore_name: null, initials: "XY", suffix: null },
      { collective: "The Group" },
      { last_name: "Doe", fore_name: null, initials: null, suffix: "3rd" },
    ]);
  });
});
