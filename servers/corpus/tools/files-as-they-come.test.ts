import { writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { mockNetwork, openSource } from "../../../tests/support/source-harness.ts";
import { artefactText, numberedWords, olderText } from "../artefact.fixture.ts";
import { corpus } from "../index.ts";
import { codesOf, corpusBench, detailsOf, noteOf, sample } from "./corpus-bench.fixture.ts";

// Files as programs and people leave them: cut, in other encodings, with records twice, with texts empty or huge.
mockNetwork();
const bench = corpusBench((env) => openSource(corpus, { env }));

const searched = async (bytes: string | Buffer, args: object = { query: "isoniazid" }) => {
  await writeFile(bench.path, bytes);
  return bench.open(bench.path).call("search", args);
};

const whole = artefactText(sample);
const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);

describe("a corpus file", () => {
  it.each([
    ["with a byte order mark", `\ufeff${whole}`],
    ["with the line ends of Windows", whole.replaceAll("\n", "\r\n")],
    ["on one line", JSON.stringify(JSON.parse(whole))],
    ["indented", JSON.stringify(JSON.parse(whole), null, 4)],
    [
      "with every letter escaped that is not ASCII",
      whole.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ],
    ["with keys of a later version", whole.replace('"notes":[]', '"notes":[],"embedder":{"id":"x"},"licences":["a"]')],
  ])("%s is read like any other", async (_what, text) => {
    const plain = await searched(whole);
    const answer = await searched(text);
    const about = ({ records }: typeof plain) => records.map(({ record_id, detail }) => [record_id, detail]);
    expect(about(answer)).toEqual(about(plain));
    expect(answer.outcome).toBe("found");
  });

  it.each([
    ["in UTF-16", utf16(whole)],
    ["in UTF-16 without a mark", Buffer.from(whole, "utf16le")],
    ["in Latin-1", Buffer.from(whole.replace("Isoniazid", "Isoniazid\u00e9"), "latin1")],
    ["that is packed", gzipSync(whole)],
    ["that is empty", ""],
    ["of blanks", " \n\n"],
    ["that is another JSON", '{"results":[]}'],
    ["that is a list", `[${whole}]`],
    ["that is one paper a line", '{"pmid":"1","text":"a"}\n{"pmid":"2","text":"b"}\n'],
    ["that is a page", "<!DOCTYPE html><html></html>"],
    ["that is written twice", whole + whole],
    ["with NaN for a year", whole.replace('"year":"2020"', '"year":NaN')],
    ["with a comment", `// corpus\n${whole}`],
    ["with a control character inside a text", whole.replace("Isoniazid", "Iso\u0001niazid")],
    ["with a PMID twice", whole.replace('{"pmid":"20"', '{"pmid":"100"')],
  ])("%s is no corpus: nothing is searched, and no text is called absent", async (_what, bytes) => {
    for (const [tool, args] of [
      ["search", { query: "isoniazid" }],
      ["describe", {}],
    ] as const) {
      await writeFile(bench.path, bytes);
      const answer = await bench.open(bench.path).call(tool, args);
      expect(answer).toMatchObject({ outcome: "not_configured", records: [] });
      expect(codesOf(answer)).toContain("corpus_unreadable");
      expect(answer.requests).toMatchObject([{ method: "FILE", error: "unparsable" }]);
    }
  });

  it("cut anywhere is never half a corpus", async () => {
    const bytes = Buffer.from(whole);
    // Behind the closing brace only a line break is left.
    for (let end = 0; end < bytes.length - 2; end += Math.ceil(bytes.length / 60)) {
      const answer = await searched(bytes.subarray(0, end));
      expect([end, answer.outcome]).toEqual([end, "not_configured"]);
    }
  });

  it("of the older form with a passage twice is damaged, not counted twice", async () => {
    const older = JSON.parse(olderText(sample)) as { passages: unknown[] };
    const answer = await searched(JSON.stringify({ ...older, passages: [...older.passages, older.passages[0]] }));
    expect(answer.outcome).toBe("not_configured");
  });

  it("may hold papers with an empty text: they match nothing and cost the others nothing", async () => {
    const empty = { pmid: "7", title: "", text: "", year: null, publication_state: null };
    const answer = await searched(
      whole
        .replace('"papers":[\n', `"papers":[\n${JSON.stringify(empty)},\n`)
        .replace('"passages":[\n', '"passages":[\n{"passage_id":"7","pmid":"7","text":"","start":0,"end":0},\n'),
    );
    expect(answer.outcome).toBe("found");
    expect(answer.record_ids).not.toContain("7");
    expect(answer.resolved.corpus_papers).toBe(5);
  });

  it("may hold huge texts: an answer stays within its bytes, says what was cut, and quotes only what is there", async () => {
    const long = `${numberedWords(60_000, "𝛼")} isoniazid`;
    const answer = await searched(artefactText({ papers: [{ pmid: "5", abstract: long }] }), {
      query: "isoniazid",
      max_bytes: 20_000,
    });
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(20_000);
    const [record] = answer.records;
    const [detail] = detailsOf(answer);
    expect(record?.cut).toMatchObject([{ field: "detail.quotable_text" }]);
    expect(`A title\n\n${long}`.startsWith(detail!.quotable_text)).toBe(true);
    expect(detail!.matched_passage.text.endsWith("isoniazid")).toBe(true);
    const all = Array.from(`A title\n\n${long}`);
    const { start, end, text } = detail!.matched_passage;
    expect(all.slice(start, end).join("")).toBe(text);
  });

  it("keeps the state of every paper, whatever it is, and marks each retracted one among the hits", async () => {
    const papers = Array.from({ length: 40 }, (_, at) => ({
      pmid: String(1000 + at),
      abstract: `isoniazid ${at}`,
      states:
        at % 4 === 0 ? ["retracted", "corrected"] : at % 4 === 1 ? null : at % 4 === 2 ? ["updated"] : ["none_known"],
    }));
    const answer = await searched(artefactText({ papers }), { query: "isoniazid", limit: 50 });
    expect(answer.records).toHaveLength(40);
    for (const { record_id, flags } of answer.records) {
      const at = Number(record_id) % 4;
      expect(flags.includes("retracted"), record_id).toBe(at === 0);
      expect(flags.includes("publication_state_unknown"), record_id).toBe(at === 1);
    }
    expect(noteOf(answer, "retracted")).not.toBe("");
    expect(noteOf(answer, "publication_state_unknown")).not.toBe("");
  });

  it("that names a state this version does not know is refused, not read as sound", async () => {
    const answer = await searched(whole.replace('"retracted"', '"withdrawn"'));
    expect(answer.outcome).toBe("not_configured");
  });
});
