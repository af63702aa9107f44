import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { capturedBytes, describeCaptured } from "../../../tests/support/captured/captured.ts";
import { sha256 } from "../../kit/digest.ts";
import { createEvidenceRanking } from "./rank-evidence.ts";
import { referenceRanking } from "./reference-bm25.fixture.ts";
import { createWordTokeniser } from "./word-tokens.ts";

const FILES = {
  corpus: ["literature/scifact/corpus.jsonl.gz", "2a384e0c2d2fb28bf3dfa950d4f1507555107a3f5b88ed1a1437af0971689493"],
  claims: ["literature/scifact/claims_dev.jsonl", "fd131543da3bd16d2495085d7f2872496fbd5cf31434f9bb018e09cc16522b76"],
} as const;

const jsonLines = <T>(text: string): T[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);

const load = () => {
  const [corpus, claims] = [FILES.corpus, FILES.claims].map(([file, hash]) => {
    const bytes = capturedBytes(file);
    expect(sha256(bytes)).toBe(hash);
    return bytes;
  });
  const documents = jsonLines<{ doc_id: number; title: string; abstract: string[] }>(
    gunzipSync(corpus!).toString(),
  ).map(({ doc_id, title, abstract }) => ({ id: doc_id, title, abstract: abstract.join(" ") }));
  const labelled = jsonLines<{ id: number; claim: string; evidence: Record<string, unknown> }>(claims!.toString())
    .filter(({ evidence }) => Object.keys(evidence).length > 0)
    .sort((a, b) => a.id - b.id);
  return { documents, labelled };
};

describeCaptured("rank_evidence over SciFact", () => {
  const rank = createEvidenceRanking(() => 1);

  it("puts the same ten first as the reference for the six lowest labelled claims", () => {
    const { documents, labelled } = load();
    const tokensOf = createWordTokeniser();
    const asTokens = documents.map(({ id, title, abstract }) => ({
      id: String(id),
      tokens: [...tokensOf(title), ...tokensOf(abstract)],
    }));
    for (const { claim } of labelled.slice(0, 6)) {
      const expected = referenceRanking(asTokens, tokensOf(claim)).slice(0, 10);
      expect(rank({ query: claim, documents }).hits.map(({ id }) => String(id))).toEqual(expected.map(({ id }) => id));
    }
  });

  it("has a known-positive recall@10 of 92.64% over the 188 labelled development claims", () => {
    const { documents, labelled } = load();
    expect([documents.length, labelled.length]).toEqual([5183, 188]);
    let [recalls, found, relevant] = [0, 0, 0];
    for (const { claim, evidence } of labelled) {
      const wanted = Object.keys(evidence);
      const ids = new Set(rank({ query: claim, documents }).hits.map(({ id }) => String(id)));
      const hits = wanted.filter((id) => ids.has(id)).length;
      recalls += hits / wanted.length;
      found += hits;
      relevant += wanted.length;
    }
    const recall = (100 * recalls) / labelled.length;
    console.info(
      `Known-positive recall@10 (not precision): mean ${recall.toFixed(2)}%, pooled ${((100 * found) / relevant).toFixed(2)}% (${found} of ${relevant})`,
    );
    expect(Math.abs(recall - 92.64)).toBeLessThanOrEqual(0.1);
  });
});
