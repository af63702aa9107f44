import { describe, expect, it } from "vitest";
import { received } from "../../tests/support/captured/pubmed.ts";
import { Fault } from "../kit/fault.ts";
import { acceptConversions, batchesOf, parseConversions, readAskedId } from "./idconv.ts";

describe("an id to convert", () => {
  it.each([
    ["PMC9339217", null, "pmcid", "PMC9339217"],
    ["pmc9339217.1", null, "pmcid", "PMC9339217"],
    ["10.7717/peerj.13645", null, "doi", "10.7717/peerj.13645"],
    ["https://doi.org/10.1/x".replace("10.1", "10.1000"), null, "doi", "10.1000/x"],
    ["PMID:7", null, "pmid", "7"],
    ["7", "pmid", "pmid", "7"],
  ] as const)("%s (from %s) is a %s", (input, from, type, id) => {
    expect(readAskedId(input, from)).toEqual({ ok: true, type, id });
  });

  it.each([
    ["7", null],
    ["7", "pmcid"],
    ["7", "doi"],
    ["PMC7", "pmid"],
    ["katG", null],
    ["../x", "pmid"],
    ["", null],
  ] as const)("%s (from %s) is refused", (input, from) => {
    expect(readAskedId(input, from).ok).toBe(false);
  });
});

it("puts ids into batches of at most 200 whose URL stays short", () => {
  const ids = Array.from({ length: 500 }, (_, index) => String(index));
  const batches = batchesOf(ids);
  expect(batches.flat()).toEqual(ids);
  for (const batch of batches) {
    expect(batch.length).toBeLessThanOrEqual(200);
    expect(encodeURIComponent(batch.join(",")).length).toBeLessThan(1_800);
  }
});

describe("a converter answer", () => {
  const answer = (...records: object[]) => JSON.stringify({ status: "ok", records });

  it("reads ids as text or number, by the id asked for", () => {
    const text = answer({
      pmid: 23193287,
      pmcid: "PMC3531190",
      doi: "10.1093/nar/gks1195",
      "requested-id": "PMC3531190",
    });
    expect(parseConversions(text).get("pmc3531190")).toEqual({
      kind: "converted",
      ids: { pmid: "23193287", pmcid: "PMC3531190", doi: "10.1093/nar/gks1195" },
    });
  });

  it("finds an id where the answer does not repeat what was asked", () => {
    const conversions = parseConversions(answer({ pmid: "5", pmcid: "PMC6", doi: "10.1000/A" }));
    expect([...conversions.keys()]).toEqual(["5", "pmc6", "10.1000/a"]);
  });

  it.each([
    ["Identifier not found in PMC", "not_in_pmc"],
    ["invalid article id", "invalid"],
  ])("reads the row error %s as %s", (errmsg, kind) => {
    const text = answer({ "requested-id": "7", pmid: "7", status: "error", errmsg });
    expect(parseConversions(text).get("7")).toEqual({ kind });
  });

  it.each([
    ["rows", answer({ pmid: "5", pmcid: "PMC6" }), "data"],
    ["an error", '{"status":"error","message":"Invalid idtype"}', "in_band_error"],
    ["a rate message", '{"error":"API rate limit exceeded"}', "rate_limited"],
    ["a page", "<!DOCTYPE html><html>", "unexpected_content"],
    ["XML", "<pmcids/>", "unexpected_content"],
    ["another shape", "{}", "unparsable"],
    ["half", '{"records":[', "unparsable"],
  ])("with %s is judged before use", (_name, body, expected) => {
    let verdict: string;
    try {
      verdict = acceptConversions(received(body, "application/json"));
    } catch (error) {
      verdict = error instanceof Fault ? error.code : "thrown";
    }
    expect(verdict).toBe(expected);
  });
});
