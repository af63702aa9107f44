import { describe, expect, it } from "vitest";
import { artefactText, numberedWords, olderText } from "./artefact.fixture.ts";
import { ArtefactReader } from "./artefact.ts";
import { ArtefactError, type CorpusContent } from "./corpus-content.ts";

const read = (text: string, piece = text.length || 1): CorpusContent => {
  const reader = new ArtefactReader();
  for (let at = 0; at < text.length; at += piece) reader.push(text.slice(at, at + piece));
  return reader.finish();
};

const refusal = (text: string): string => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof ArtefactError) return error.message;
    throw error;
  }
  throw new Error("accepted");
};

const papers = [
  { pmid: "200", abstract: "Loss of katG 𝛼 activity.", queried_for: ["katG"], states: ["retracted"] },
  { pmid: "30", title: "Long 𝛽", abstract: numberedWords(300), queried_for: ["inhA", "katG"] },
];
const corpus = { genes: ["katG", "inhA"], aliases: { katG: { accepted: ["katG", "Rv1908c"], rejected: [] } }, papers };

describe("the artefact gene-router.corpus/1", () => {
  it("is read into papers by PMID with their passages as ranges of their text", () => {
    const content = read(artefactText(corpus));
    expect(content).toMatchObject({ format: "gene-router.corpus/1", tag: "test", genes: ["katG", "inhA"] });
    expect(content.aliases.get("katG")).toEqual(["katG", "Rv1908c"]);
    expect(content.papers.map(({ pmid }) => pmid)).toEqual(["30", "200"]);
    const [long, short] = content.papers;
    expect(long?.passages.map(({ id, index }) => [id, index])).toEqual([
      ["30#0", 0],
      ["30#1", 1],
    ]);
    const [first, second] = long?.passages.map(({ start, end }) => long.text.slice(start, end)) ?? [];
    expect(first).toMatch(/^Long 𝛽\n\nw0 .*w177$/su);
    expect(second).toMatch(/^w138 .*w299$/su);
    expect(short).toMatchObject({ state: { states: ["retracted"] }, queriedFor: ["katG"], year: "2020", inPmc: false });
  });

  it("is read alike in one piece or in many, on many lines or on one", () => {
    const text = artefactText(corpus);
    const whole = read(text);
    expect(read(text, 7)).toEqual(whole);
    expect(read(JSON.stringify(JSON.parse(text)))).toEqual(whole);
    expect(read(JSON.stringify(JSON.parse(text), null, 2))).toEqual(whole);
  });

  it("is read alike whatever the order of its keys, papers and passages", () => {
    const { schema, papers: rows, passages, ...rest } = JSON.parse(artefactText(corpus));
    const shuffled = { passages: passages.reverse(), ...rest, papers: rows.reverse(), schema };
    expect(read(JSON.stringify(shuffled))).toEqual(read(artefactText(corpus)));
  });

  it("normalises text that was stored otherwise, and its passages with it", () => {
    const paper = { pmid: "7", title: "A\u202e  title", abstract: `x\u0007${numberedWords(200)}` };
    const [read7] = read(artefactText({ papers: [paper] })).papers;
    expect(read7?.text).toMatch(/^A title\n\nxw0 w1 /u);
    expect(read7?.removed).toBe(2);
    expect(read7?.passages.map(({ start, end }) => read7.text.slice(start, end).split(/\s+/u).at(-1))).toEqual([
      "w177",
      "w199",
    ]);
  });

  it("takes a notice's PMID as text or as a number", () => {
    const value = JSON.parse(artefactText(corpus));
    const notice = { kind: "retraction", pmid: 123, ref: null, raw: null };
    value.papers[0].publication_state.notices = [notice, { ...notice, pmid: "124" }, { ...notice, pmid: null }];
    const [, retracted] = read(JSON.stringify(value)).papers;
    expect(retracted?.state?.notices.map(({ pmid }) => pmid)).toEqual(["123", "124", null]);
  });

  it("takes an empty corpus for a corpus", () => {
    expect(read(artefactText({ papers: [] })).papers).toEqual([]);
  });

  const lines = artefactText(corpus).split("\n");
  const withLine = (number: number, change: (line: string) => string): string =>
    lines.map((line, index) => (index === number - 1 ? change(line) : line)).join("\n");

  it.each([
    [
      "another schema",
      withLine(1, (line) => line.replace("corpus/1", "corpus/2")),
      "line 1: schema is not gene-router.corpus/1",
    ],
    ["a cut file", lines.slice(0, 6).join("\n"), "line 6: the file ends before its object is closed"],
    ["a line cut short", withLine(6, (line) => line.slice(0, 40)), /^line \d+: /],
    [
      "a changed text",
      withLine(6, (line) => line.replace("Loss", "Gain")),
      "line 6: papers[0].text_sha256 is not the hash of its text",
    ],
    [
      "a PMID that is none",
      withLine(7, (line) => line.replace('"30"', '"x30"')),
      "line 7: papers[1].pmid does not have the required form",
    ],
    ["a PMID twice", withLine(7, (line) => line.replace('"30"', '"200"')), "line 7: papers[1].pmid occurs twice"],
    [
      "an unknown state",
      withLine(6, (line) => line.replace("retracted", "doubted")),
      "line 6: papers[0].publication_state.states.0 does not have the required form",
    ],
    [
      "a passage moved by one",
      withLine(12, (line) => line.replace(/"start":\d+/, '"start":1')),
      "line 12: passages[2].text is not the text of its paper at its offsets",
    ],
    [
      "a passage of no paper",
      withLine(10, (line) => line.replaceAll('"200"', '"201"')),
      "line 10: passages[0].pmid is not among the papers",
    ],
    [
      "a passage twice",
      withLine(12, (line) => line.replace("30#1", "30#0")),
      "line 12: passages[2].passage_id occurs twice",
    ],
    [
      "a passage under a foreign id",
      withLine(12, (line) => line.replace("30#1", "31#1")),
      "line 12: passages[2].passage_id does not begin with its pmid",
    ],
    [
      "a paper without passage",
      withLine(10, () => "").replace('"passages":[\n\n', '"passages":[\n'),
      "line 6: papers[0] has no passage",
    ],
    [
      "papers that are no list",
      '{"schema":"gene-router.corpus/1","genes":[],"passages":[],\n"papers":{}}',
      "line 2: papers is not a list",
    ],
    ["papers without schema", '{"genes":[],"papers":[],"passages":[]}', "line 1: schema is missing"],
    ["an object without passages", '{"genes":[]}', "line 1: passages is missing"],
    [
      "a schema without papers",
      '{"schema":"gene-router.corpus/1","genes":[],"passages":[]}',
      "line 1: papers is missing",
    ],
    ["an empty file", "", "line 1: the file ends before its object is closed"],
  ])("refuses %s and names the place", (_, text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  it("never shows what the file holds in an error", () => {
    expect(refusal(withLine(7, (line) => line.replace('"30"', '"secret text"')))).not.toContain("secret");
  });
});

describe("the older form without papers", () => {
  it("gives whole texts rejoined from passages, and no publication state", () => {
    const content = read(olderText(corpus));
    const [long] = content.papers;
    expect(content).toMatchObject({ format: "passages", genes: ["katG", "inhA"], tag: null });
    expect(long?.text).toBe(`Long 𝛽 ${numberedWords(300)}`);
    expect(long?.state).toBeNull();
    expect(long?.queriedFor).toEqual(["inhA", "katG"]);
    expect(long?.passages.map(({ start, end }) => long.text.slice(start, end).split(" ").at(-1))).toEqual([
      "w177",
      "w299",
    ]);
  });

  it("does not depend on the order of its passages", () => {
    const value = JSON.parse(olderText(corpus));
    value.passages.reverse();
    expect(read(JSON.stringify(value))).toEqual(read(olderText(corpus)));
  });

  it("refuses a passage twice", () => {
    const value = JSON.parse(olderText(corpus));
    value.passages.push(value.passages[0]);
    expect(refusal(JSON.stringify(value))).toBe("line 1: passages[3].passage_id occurs twice");
  });
});

describe("aliases", () => {
  it.each([
    ["lists by gene", { katG: ["Rv1908c"], rejected: { katG: ["cat: English word"] } }],
    [
      "accepted and rejected by gene",
      { katG: { accepted: ["Rv1908c"], rejected: [{ alias: "cat", reason: "word" }] } },
    ],
    ["one accepted table", { accepted: { katG: ["Rv1908c"] }, rejected: {} }],
  ])("are read as %s", (_, aliases) => {
    expect(read(artefactText({ aliases, papers })).aliases.get("katG")).toEqual(["Rv1908c"]);
  });

  it("leave out a spelling that two genes claim", () => {
    const aliases = { katG: ["shared", "own"], inhA: ["Shared"] };
    const content = read(artefactText({ genes: ["katG", "inhA"], aliases, papers }));
    expect([...content.aliases]).toEqual([
      ["katG", ["own"]],
      ["inhA", []],
    ]);
  });
});
