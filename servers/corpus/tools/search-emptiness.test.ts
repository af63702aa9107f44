import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { mockNetwork, openSource } from "../../../tests/support/source-harness.ts";
import { normaliseText } from "../../kit/text.ts";
import { artefactText } from "../artefact.fixture.ts";
import { corpus } from "../index.ts";
import { codesOf, corpusBench, detailsOf, noteOf, sample } from "./corpus-bench.fixture.ts";

// No handler is ever set: any request would fail the test.
mockNetwork();
const bench = corpusBench((env) => openSource(corpus, { env }));

const DEMO = resolve(import.meta.dirname, "../../../fixtures/demo/corpus.json");

describe("corpus search without an answer", () => {
  it.each(["hybrid", "lexical"])("says not_covered when nothing matches (%s)", async (arm) => {
    const answer = await (await bench.withCorpus(sample)).call("search", { query: "zebrafish", arm });
    expect(answer).toMatchObject({ outcome: "not_covered", records: [], page: { total: 0 } });
    expect(noteOf(answer, "nothing_matched")).toContain("literature may exist");
    expect(answer.requests).toHaveLength(1);
  });

  it("says so when the query has only function words", async () => {
    const answer = await (await bench.withCorpus(sample)).call("search", { query: "of the and" });
    expect(answer.outcome).toBe("not_covered");
    expect(codesOf(answer)).toContain("no_query_word");
  });

  it("is not_configured, each with its own note: unset, missing, unreadable, damaged, dense", async () => {
    const [unset, missing, unreadable] = [
      bench.open(null),
      bench.open(join(bench.folder, "absent.json")),
      bench.open(bench.folder),
    ];
    const damaged = await bench.withCorpus(artefactText(sample).slice(0, -100));
    const answers = [
      await unset.call("search", { query: "katG" }),
      await missing.call("search", { query: "katG" }),
      await unreadable.call("search", { query: "katG" }),
      await damaged.call("search", { query: "katG" }),
      await (await bench.withCorpus(sample)).call("search", { query: "katG", arm: "dense" }),
    ];
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(5).fill("not_configured"));
    expect(answers.map(codesOf)).toEqual([
      ["corpus_not_set"],
      ["corpus_missing"],
      ["corpus_unreadable"],
      ["corpus_unreadable"],
      ["dense_not_available"],
    ]);
    expect(noteOf(answers[3]!, "corpus_unreadable")).toMatch(/line \d+ is damaged/);
    expect(answers.map(({ requests }) => requests.length)).toEqual([0, 0, 0, 1, 1]);
  });

  it.each([
    ["a blank query", { query: "  " }, "query"],
    ["no query", {}, "query"],
    ["a query that is too long", { query: "a".repeat(1001) }, "query"],
    ["a limit of 0", { query: "katG", limit: 0 }, "limit"],
    ["a limit of 51", { query: "katG", limit: 51 }, "limit"],
    ["an unknown arm", { query: "katG", arm: "vector" }, "arm"],
    ["an unknown parameter", { query: "katG", k: 3 }, "k"],
  ])("refuses %s, also without a corpus", async (_, args, param) => {
    const answer = await bench.open(null).call("search", args);
    expect(answer.outcome).toBe("bad_input");
    expect(answer.errors.map((error) => error.param)).toEqual([param]);
    expect(answer.requests).toEqual([]);
  });

  it("accepts a query of 1,000 characters and limits at the edge", async () => {
    const source = await bench.withCorpus(sample);
    for (const args of [
      { query: `isoniazid ${"a".repeat(990)}` },
      { query: "isoniazid", limit: 1 },
      { query: "isoniazid", limit: "50" },
    ]) {
      expect((await source.call("search", args)).records.length).toBeGreaterThan(0);
    }
  });
});

describe("the demonstration corpus", () => {
  it("answers for its genes, marks its retracted paper and lets every passage be quoted", async () => {
    const source = bench.open(DEMO);
    const answer = await source.call("search", { query: "ahpC katG compensation", limit: 50 });
    expect(answer.record_ids).toContain("99000102");
    expect(answer.records.find(({ record_id }) => record_id === "99000108")?.flags).toEqual(["retracted"]);
    const long = detailsOf(answer).find((_, index) => answer.record_ids[index] === "99000110");
    expect(long).toMatchObject({ passages_in_corpus: 2 });
    for (const { quotable_text, matched_passage } of detailsOf(answer)) {
      expect(quotable_text).toContain(matched_passage.text);
      expect(normaliseText(quotable_text)).toEqual({ text: quotable_text, removed: 0 });
    }
  });

  it("keeps text from outside out of its notes", async () => {
    const answer = await bench.open(DEMO).call("search", { query: "gyrA", limit: 50 });
    for (const { detail } of answer.records) expect(answer.notes.join("\n")).not.toContain(String(detail.title));
  });
});
