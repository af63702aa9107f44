import { describe, expect, it } from "vitest";
import { parseEvidence, tierOf } from "./evidence.ts";

describe("evidence of a statement", () => {
  it.each([
    ["ECO:0000269", "experimental"],
    ["ECO:0000303", "author_statement"],
    ["ECO:0000305", "curator_inference"],
    ["ECO:0000250", "sequence_similarity"],
    ["ECO:0000255", "sequence_model"],
    ["ECO:0007744", "combinatorial"],
    ["ECO:0000256", "automatic"],
    ["ECO:0000259", "automatic"],
    ["ECO:0007829", "automatic"],
    ["ECO:0000312", "imported"],
    ["ECO:0000313", "imported"],
    ["ECO:0008006", "unknown"],
    ["toString", "unknown"],
  ])("reads %s as %s", (code, tier) => {
    expect(tierOf(code)).toBe(tier);
  });

  it("is unstated, and never experimental, when no evidence is given", () => {
    expect(parseEvidence([])).toEqual({
      evidence_codes: [],
      tiers: ["unstated"],
      experimental: false,
      supporting_pmids: [],
    });
  });

  it("keeps raw codes beside their tiers, strongest tier first, each once", () => {
    const evidence = parseEvidence([
      { evidenceCode: "ECO:0000259", source: "SAM", id: "x" },
      { evidenceCode: "ECO:0000256", source: "ARBA", id: "y" },
      { evidenceCode: "ECO:0000269", source: "PubMed", id: "9006925" },
      { evidenceCode: "ECO:0000269", source: "PubMed", id: "10080924" },
      { evidenceCode: "ECO:0000269", source: "PubMed", id: "9006925" },
    ]);
    expect(evidence.evidence_codes).toEqual(["ECO:0000256", "ECO:0000259", "ECO:0000269"]);
    expect(evidence.tiers).toEqual(["experimental", "automatic"]);
    expect(evidence.experimental).toBe(true);
    expect(evidence.supporting_pmids).toEqual(["10080924", "9006925"]);
  });

  it("takes as PubMed ids only those of PubMed", () => {
    const evidence = parseEvidence([
      { evidenceCode: "ECO:0000255", source: "HAMAP-Rule", id: "01961" },
      { evidenceCode: "ECO:0000303", source: "PubMed", id: "PMC12" },
      { evidenceCode: "ECO:0000303", source: "PubMed", id: null },
      { evidenceCode: null, source: "PubMed", id: 8320241 },
    ]);
    expect(evidence.supporting_pmids).toEqual(["8320241"]);
    expect(evidence.experimental).toBe(false);
  });
});
