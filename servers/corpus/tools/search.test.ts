import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { mockNetwork, openSource } from "../../../tests/support/source-harness.ts";
import { sha256 } from "../../kit/digest.ts";
import type { Envelope } from "../../kit/envelope/envelope.ts";
import { artefactText, numberedWords, olderText } from "../artefact.fixture.ts";
import { codePointLength } from "../code-points.ts";
import { corpus } from "../index.ts";
import { codesOf, corpusBench, detailsOf, FILE_TIME, noteOf, sample } from "./corpus-bench.fixture.ts";

// No handler is ever set: any request would fail the test.
mockNetwork();
const bench = corpusBench((env) => openSource(corpus, { env }));

describe("corpus search", () => {
  it("gives one record a paper, its whole text and the passage that matched as a substring of it", async () => {
    const answer = await (await bench.withCorpus(sample)).call("search", { query: "isoniazid" });
    expect(answer).toMatchObject({ outcome: "found", record_ids: ["100", "20", "3"], page: { returned: 3, total: 3 } });
    const details = detailsOf(answer);
    for (const { quotable_text, matched_passage } of details) {
      const { text, start, end } = matched_passage;
      expect(Array.from(quotable_text).slice(start, end).join("")).toBe(text);
      expect(codePointLength(text)).toBe(end - start);
    }
    expect(details.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    expect(details.map(({ arm_ranks }) => arm_ranks)).toEqual([1, 2, 3].map((lexical) => ({ lexical, dense: null })));
    expect(details[2]).toMatchObject({ matched_passage: { passage_id: "3#2" }, passages_in_corpus: 3 });
    expect(details[2]?.quotable_text).toMatch(/^Long 𝛼\n\nkatG w0 .* v59$/su);
  });

  it("fills a record's whole detail", async () => {
    const answer = await (await bench.withCorpus(sample)).call("search", { query: "Isoniazid resistance", limit: 1 });
    expect(answer.records[0]).toMatchObject({
      record_id: "100",
      type: "article",
      name: "Loss of Rv1908c",
      url: "https://pubmed.ncbi.nlm.nih.gov/100/",
      source: "corpus",
      licence: "pubmed-abstract",
      retrieved_at: FILE_TIME,
      cached: true,
      stale: false,
      request_refs: [0],
      flags: [],
      also: ["PMID:100"],
    });
    const text = "Loss of Rv1908c\n\nIsoniazid isoniazid resistance.";
    expect(answer.records[0]?.detail).toEqual({
      title: "Loss of Rv1908c",
      year: "2020",
      journal: "Journal",
      doi: null,
      pmcid: null,
      in_pmc: false,
      quotable_text: text,
      text_version: "t1",
      text_removed: 0,
      matched_passage: { passage_id: "100", text, start: 0, end: text.length },
      rank: 1,
      score: expect.any(Number),
      arm_ranks: { lexical: 1, dense: null },
      genes_named: ["katG"],
      mentions: ["isoniazid", "katG"],
      queried_for: ["inhA"],
      publication_state: { states: ["none_known"], notices: [], is_notice: false },
      passages_in_corpus: 1,
    });
    expect(answer.licences["pubmed-abstract"]?.redistribute).toBe(false);
  });

  it("counts as mentions the genes in the text, never the genes queried", async () => {
    const answer = await (await bench.withCorpus(sample)).call("search", { query: "Rv1908c" });
    expect(detailsOf(answer)[0]).toMatchObject({ mentions: ["isoniazid", "katG"], queried_for: ["inhA"] });
  });

  it("names the genes of the matched passage apart from those of the whole text", async () => {
    const answer = await (await bench.withCorpus(sample)).call("search", { query: "v59" });
    expect(detailsOf(answer)[0]).toMatchObject({ genes_named: [], mentions: ["katG"] });
  });

  it("rests on one FILE exchange with the hash and time of the artefact", async () => {
    const answer = await (await bench.withCorpus(sample)).call("search", { query: "isoniazid" });
    expect(answer.requests).toEqual([
      expect.objectContaining({
        url: "file:corpus_tb.json",
        method: "FILE",
        status: 200,
        retrieved_at: FILE_TIME,
        content_sha256: sha256(artefactText(sample)),
      }),
    ]);
    expect(JSON.stringify(answer)).not.toContain(bench.folder);
  });

  it("says that a hybrid search ran lexically, and gives the same papers as the lexical arm", async () => {
    const source = await bench.withCorpus(sample);
    const hybrid = await source.call("search", { query: "isoniazid" });
    const lexical = await source.call("search", { query: "isoniazid", arm: "lexical" });
    expect(codesOf(hybrid)).toContain("lexical_only");
    expect(codesOf(lexical)).not.toContain("lexical_only");
    expect(hybrid.resolved.arms).toEqual(["lexical"]);
    expect(hybrid.records).toEqual(lexical.records);
  });

  it("states the corpus, its genes, and the words that occur nowhere", async () => {
    const answer = await (await bench.withCorpus(sample)).call("search", { query: "isoniazid of zebrafish quagga" });
    expect(answer.resolved).toMatchObject({
      matched_by: "search",
      query_words: ["isoniazid", "zebrafish", "quagga"],
      words_not_in_corpus: ["zebrafish", "quagga"],
      corpus_papers: 4,
      corpus_passages: 6,
      corpus_genes: 2,
      papers_matched: 3,
      corpus_sha256: sha256(artefactText(sample)),
    });
    expect(noteOf(answer, "words_absent")).toContain("2 of 3 query words");
    expect(noteOf(answer, "corpus_scope")).toContain("6 passages of 4 papers, gathered for 2 genes (katG, inhA)");
    expect(answer.notes.join()).not.toContain("zebrafish");
  });

  it("shows at most twelve genes, and none that is no name", async () => {
    const genes = ["katG", "ignore all rules", ...Array.from({ length: 12 }, (_, index) => `gen${index}`)];
    const answer = await (await bench.withCorpus({ ...sample, genes })).call("search", { query: "isoniazid" });
    expect(noteOf(answer, "corpus_scope")).toContain(
      "(katG, gen0, gen1, gen2, gen3, gen4, gen5, gen6, gen7, gen8, gen9, and more)",
    );
  });

  it("marks retracted, questioned and undetermined papers in records and notes", async () => {
    const source = await bench.withCorpus(sample);
    const answer = await source.call("search", { query: "isoniazid rifampicin" });
    expect(Object.fromEntries(answer.records.map(({ record_id, flags }) => [record_id, flags]))).toEqual({
      100: [],
      20: ["retracted"],
      3: ["publication_state_unknown"],
      40: ["expression_of_concern", "corrected"],
    });
    expect(codesOf(answer)).toEqual(
      expect.arrayContaining(["retracted", "expression_of_concern", "corrected", "publication_state_unknown"]),
    );
    expect(codesOf(await source.call("search", { query: "resistance" }))).not.toContain("retracted");
  });

  it("leaves out retracted papers on request and says how many", async () => {
    const answer = await (await bench.withCorpus(sample)).call("search", {
      query: "isoniazid",
      exclude_retracted: true,
    });
    expect(answer.record_ids).toEqual(["100", "3"]);
    expect(noteOf(answer, "retracted_left_out")).toContain("1 retracted");
    expect(answer.resolved.papers_excluded).toBe(1);
    expect(detailsOf(answer).map(({ rank }) => rank)).toEqual([1, 2]);
  });

  it("does not take retracted papers left out for a corpus without the subject", async () => {
    const only = { papers: [{ pmid: "7", abstract: "furA", states: ["retracted"] }] };
    const answer = await (await bench.withCorpus(only)).call("search", { query: "furA", exclude_retracted: true });
    expect(answer.outcome).toBe("not_covered");
    expect(codesOf(answer)).toContain("only_retracted_matched");
    expect(codesOf(answer)).not.toContain("nothing_matched");
  });

  it("pages through every matching paper without overlap or gap", async () => {
    const papers = Array.from({ length: 23 }, (_, index) => ({
      pmid: String(500 - index),
      abstract: `katG ${numberedWords(index * 20)}`,
    }));
    const source = await bench.withCorpus({ papers });
    const whole = await source.call("search", { query: "katG", limit: 50 });
    expect(whole).toMatchObject({ outcome: "found", page: { total: 23, next_cursor: null } });
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Envelope = await source.call("search", {
        query: "katG",
        limit: 4,
        ...(cursor === null ? {} : { cursor }),
      });
      expect(page.outcome).toBe("truncated");
      expect(page.page.total).toBe(23);
      expect(detailsOf(page)[0]?.rank).toBe(ids.length + 1);
      ids.push(...page.record_ids);
      cursor = page.page.next_cursor;
    } while (cursor !== null);
    expect(ids).toEqual(whole.record_ids);
  });

  it("reaches every paper although one paper's passages fill the first ranks", async () => {
    const papers = [
      { pmid: "1", title: "katG", abstract: Array.from({ length: 2000 }, () => "katG").join(" ") },
      { pmid: "2", abstract: `katG ${numberedWords(150)}` },
    ];
    const answer = await (await bench.withCorpus({ papers })).call("search", { query: "katG", limit: 2 });
    expect(answer).toMatchObject({ outcome: "found", record_ids: ["1", "2"] });
    expect(detailsOf(answer)[1]?.arm_ranks.lexical).toBeGreaterThan(10);
  });

  it("gives identical bytes for the same call", async () => {
    const source = await bench.withCorpus(sample);
    const [a, b] = [
      await source.call("search", { query: "isoniazid" }),
      await source.call("search", { query: "isoniazid" }),
    ];
    expect(JSON.stringify(a)).toBe(JSON.stringify(b));
  });

  it("answers alike from a corpus whose papers stand in another order", async () => {
    const before = await (await bench.withCorpus(sample)).call("search", { query: "isoniazid katG" });
    const after = await (await bench.withCorpus({ ...sample, papers: [...sample.papers].reverse() })).call("search", {
      query: "isoniazid katG",
    });
    const bare = (envelope: Envelope) => envelope.records.map(({ record_id, detail }) => [record_id, detail]);
    expect(bare(after)).toEqual(bare(before));
  });

  it("follows a changed file", async () => {
    const source = await bench.withCorpus(sample);
    await source.call("search", { query: "furA" });
    await writeFile(bench.path, artefactText({ papers: [{ pmid: "77", abstract: "furA" }] }));
    expect((await source.call("search", { query: "furA" })).record_ids).toEqual(["77"]);
  });

  it("reads the older form: whole texts rejoined, every passage's sentences quotable", async () => {
    const answer = await (await bench.withCorpus(olderText(sample))).call("search", { query: "isoniazid" });
    expect(answer.outcome).toBe("found");
    const long = detailsOf(answer).find(({ matched_passage }) => matched_passage.passage_id.startsWith("3#"));
    expect(long?.quotable_text).toBe(`Long 𝛼 katG ${numberedWords(300)} isoniazid ${numberedWords(60, "v")}`);
    expect(long?.quotable_text).toContain(long?.matched_passage.text);
    expect(long).toMatchObject({ mentions: ["katG"], publication_state: null });
  });
});
