import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { capturedBytes, capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { bestFirst } from "./best-first.ts";
import { createBm25Index } from "./bm25.ts";
import { createTokeniser } from "./tokens.ts";

interface Document {
  doc_id: number;
  title: string;
  abstract: string[];
}
interface Claim {
  claim: string;
  cited_doc_ids: number[];
}

const jsonLines = <T>(text: string): T[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);

describeCaptured("tokens bio/1 over SciFact", () => {
  it("find what the specification measured: nDCG@10 0.690, recall@10 0.819", () => {
    const documents = jsonLines<Document>(gunzipSync(capturedBytes("literature/scifact/corpus.jsonl.gz")).toString());
    const claims = jsonLines<Claim>(capturedText("literature/scifact/claims_dev.jsonl"));
    const { tokensOf } = createTokeniser();
    const index = createBm25Index(documents.map(({ title, abstract }) => tokensOf(`${title} ${abstract.join(" ")}`)));
    const idf = (frequency: number) => Math.log(1 + (index.size - frequency + 0.5) / (frequency + 0.5));
    let gain = 0;
    let recall = 0;
    for (const { claim, cited_doc_ids } of claims) {
      const { documents: matched, scores } = index.match(tokensOf(claim), idf);
      const found = bestFirst(matched, scores, 10).map((at) => cited_doc_ids.includes(documents[at]!.doc_id));
      const best = cited_doc_ids.slice(0, 10).reduce((sum, _, at) => sum + 1 / Math.log2(at + 2), 0);
      gain += found.reduce((sum, hit, at) => sum + (hit ? 1 / Math.log2(at + 2) : 0), 0) / best;
      recall += found.filter(Boolean).length / cited_doc_ids.length;
    }
    expect([documents.length, claims.length]).toEqual([5183, 300]);
    expect(gain / claims.length).toBeGreaterThanOrEqual(0.685);
    expect(recall / claims.length).toBeGreaterThanOrEqual(0.814);
  });
});
