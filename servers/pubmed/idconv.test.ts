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
    [
      "https://www.doi.org/10.1002%2F%28SICI%291097%3C1%3A%3A2%3E3.0.CO%3B2-B",
      null,
      "doi",
      "10.1002/(SICI)1097<1::2>3.0.CO;2-B",
    ],
    ["doi: 10.1000/1.10", null, "doi", "10.1000/1.10"],
    ["10.1000/%2F", null, "doi", "10.1000/%2F"],
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
    ["00007", "pmid"],
    ["7.0", "pmid"],
    ["PMC007", null],
    ["10/f6bmst", null],
    ["https://doi.org/%", null],
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
    // The older service's words for the same, also for a PMID that PubMed knows.
    ["invalid article id", "not_in_pmc"],
    ["No PMC record found", "not_in_pmc"],
    [undefined, "not_in_pmc"],
  ])("reads the row error %s as %s", (errmsg, kind) => {
    const text = answer({ "requested-id": "7", pmid: "7", live: "false", status: "error", errmsg });
    expect(parseConversions(text).get("7")).toEqual({ kind });
  });

  it("takes trouble of the service, reported in a row, for no answer", () => {
    const text = answer({ "requested-id": "7", status: "error", errmsg: "internal error, try later" });
    expect(parseConversions(text).size).toBe(0);
  });

  it("does not take the mere echo of an id for a conversion", () => {
    expect(parseConversions(answer({ pmid: 7, "requested-id": "7" })).get("7")).toEqual({ kind: "not_in_pmc" });
    expect(parseConversions(answer({ doi: "10.1000/a", "requested-id": "10.1000/a" })).get("10.1000/a")).toEqual({
      kind: "not_in_pmc",
    });
  });

  it("finds an id that the answer repeats in another spelling", () => {
    const text = answer({ "requested-id": "PMC6.2", pmid: "5", pmcid: "PMC6.2", doi: "10.1000/A(1)<2>3;4" });
    const conversions = parseConversions(text);
    expect(conversions.get("5")).toEqual({
      kind: "converted",
      ids: { pmid: "5", pmcid: "PMC6", doi: "10.1000/A(1)<2>3;4" },
    });
  });

  it("keeps the row of an id that was asked for, whatever other rows name", () => {
    const text = answer(
      { "requested-id": "10.1000/a", pmid: "5", pmcid: "PMC6", doi: "10.1000/b" },
      { "requested-id": "10.1000/b", pmid: "8", pmcid: "PMC9", doi: "10.1000/b" },
    );
    expect(parseConversions(text).get("10.1000/b")).toMatchObject({ ids: { pmid: "8" } });
  });

  it("reads the converter's XML as its JSON", () => {
    const text = `<?xml version="1.0"?><pmcids status="ok"><request idtype="pmid"><echo>ids=5</echo></request>
      <record requested-id="5" pmcid="PMC6" pmid="5" doi="10.1000/1.10"><versions/></record>
      <record requested-id="7" pmid="7" live="false" status="error"><errmsg>invalid article id</errmsg></record></pmcids>`;
    const conversions = parseConversions(text);
    expect(conversions.get("5")).toEqual({
      kind: "converted",
      ids: { pmid: "5", pmcid: "PMC6", doi: "10.1000/1.10" },
    });
    expect(conversions.get("7")).toEqual({ kind: "not_in_pmc" });
  });

  it.each([
    ["rows", answer({ pmid: "5", pmcid: "PMC6" }), "data"],
    ["an error", '{"status":"error","message":"Invalid idtype"}', "in_band_error"],
    ["a rate message", '{"error":"API rate limit exceeded"}', "rate_limited"],
    ["a page", "<!DOCTYPE html><html>", "unexpected_content"],
    ["rows as XML", '<pmcids status="ok"><record pmid="5" pmcid="PMC6"/></pmcids>', "data"],
    ["an error as XML", '<pmcids status="error"><message>x</message></pmcids>', "in_band_error"],
    ["half an answer as XML", '<pmcids status="ok"><record pmid="5" pm', "incomplete"],
    ["another document", "<article><front/></article>", "unexpected_content"],
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
