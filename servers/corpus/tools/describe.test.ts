import { resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { mockNetwork, type OpenSource, openSource } from "../../../tests/support/source-harness.ts";
import { corpus } from "../index.ts";

mockNetwork();

const DEMO = resolve(import.meta.dirname, "../../../fixtures/demo/corpus.json");

const opened: OpenSource[] = [];
afterEach(() => Promise.all(opened.splice(0).map((source) => source.close())));
const open = (file: string): OpenSource => {
  const source = openSource(corpus, { env: { GENE_ROUTER_CORPUS: file } });
  opened.push(source);
  return source;
};

describe("corpus describe", () => {
  it("states hash, counts, genes, years, states, arms and licence", async () => {
    const answer = await open(DEMO).call("describe");
    const sha256 = answer.requests[0]?.content_sha256;
    expect(answer).toMatchObject({
      outcome: "found",
      record_ids: [`corpus:${sha256}`],
      resolved: { corpus_sha256: sha256 },
    });
    expect(Object.keys(answer.licences)).toEqual(["pubmed-abstract"]);
    expect(answer.records[0]?.detail).toMatchObject({
      sha256,
      format: "gene-router.corpus/1",
      tag: "demo",
      organism: "Mycobacterium tuberculosis",
      taxon: "83332",
      papers: 12,
      passages: 13,
      genes: ["katG", "inhA", "rpoB", "gyrA", "furA", "ahpC"],
      arms: ["lexical"],
      tokens: "bio/1",
      text_version: "t1",
      first_year: "2014",
      last_year: "2024",
      states: { retracted: 1, expression_of_concern: 1, corrected: 1, none_known: 9, not_determined: 0 },
    });
  });

  it("is not_configured without a file", async () => {
    const source = openSource(corpus);
    opened.push(source);
    const answer = await source.call("describe", {});
    expect(answer.outcome).toBe("not_configured");
    expect(answer.notes).toEqual([expect.stringMatching(/^corpus_not_set: /)]);
  });

  it("takes no parameter", async () => {
    expect((await open(DEMO).call("describe", { tag: "tb" })).outcome).toBe("bad_input");
  });
});
