import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { articleXml, codesOf, EUTILS, pubmedNetwork, setXml, xml } from "../../../tests/support/pubmed-network.ts";

const network = pubmedNetwork();
const get = (args: object) => network.call("get_records", args);
const outcomes = (items: readonly { input: string; outcome: string }[]) =>
  items.map(({ input, outcome }) => `${input} ${outcome}`);

describe("get_records", () => {
  it("answers every distinct input once, in its order, and a PMID in two spellings with one record", async () => {
    network.serve(["1", "2"]);
    const result = await get({ pmids: ["2", "PMID: 1", "2", "1"] });
    expect(result).toMatchObject({ outcome: "found", record_ids: ["2", "1"] });
    expect(outcomes(result.items)).toEqual(["2 found", "PMID: 1 found", "1 found"]);
    expect(result.items[1]).toMatchObject({ resolved_to: "1", record_ids: ["1"] });
  });

  it("takes a whole number for a PMID", async () => {
    network.serve(["7"]);
    expect((await get({ pmids: 7 })).record_ids).toEqual(["7"]);
  });

  it("says of a PMID without a record that PubMed does not know it", async () => {
    network.serve(["1"]);
    const result = await get({ pmids: ["1", "5"] });
    expect(result.outcome).toBe("found");
    expect(outcomes(result.items)).toEqual(["1 found", "5 not_resolved"]);
    expect(codesOf(result)).toContain("not_returned");
    expect(await get({ pmids: ["5"] })).toMatchObject({ outcome: "not_resolved", records: [], errors: [] });
  });

  it.each([
    ["ID list is empty! Possibly it has no correct IDs.", "not_resolved", []],
    ["Bad request", "upstream_failed", [{ code: "upstream_refused", param: "pmids" }]],
  ])("reads a 400 that says %s as %s", async (text, outcome, errors) => {
    network.use(http.get(`${EUTILS}/efetch.fcgi`, () => HttpResponse.text(text, { status: 400 })));
    expect(await get({ pmids: ["5"] })).toMatchObject({ outcome, records: [], errors });
  });

  it("refuses malformed inputs one by one", async () => {
    const asked = network.serve(["1"]);
    const result = await get({ pmids: ["1", "PMC7", "../x", "0"] });
    expect(result.outcome).toBe("found");
    expect(outcomes(result.items)).toEqual(["1 found", "PMC7 bad_input", "../x bad_input", "0 bad_input"]);
    expect(result.resolved.refused).toMatchObject([{ value: "PMC7" }, { value: "../x" }, { value: "0" }]);
    expect(asked.map(({ id }) => id)).toEqual(["1"]);
  });

  it.each([
    [{}, "missing_argument"],
    [{ pmids: [] }, "out_of_range"],
    [{ pmids: ["x"] }, "invalid_argument"],
    [{ pmids: Array.from({ length: 201 }, (_, index) => String(index + 1)) }, "out_of_range"],
  ])("refuses a call with nothing to ask: %o", async (args, code) => {
    expect(await get(args)).toMatchObject({ outcome: "bad_input", requests: [], errors: [{ param: "pmids", code }] });
  });

  it("gives the publication state with its notices and flags a retraction", async () => {
    network.use(
      http.get(`${EUTILS}/efetch.fcgi`, () =>
        xml(
          setXml(
            articleXml("1", {
              article:
                '<PublicationTypeList><PublicationType UI="D016441">Retracted Publication</PublicationType></PublicationTypeList>',
              citation:
                '<CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"><RefSource>J X. 2020</RefSource><PMID>9</PMID></CommentsCorrections><CommentsCorrections RefType="ErratumIn"><RefSource>J X. 2019</RefSource></CommentsCorrections></CommentsCorrectionsList>',
            }),
          ),
        ),
      ),
    );
    const [record] = (await get({ pmids: ["1"] })).records;
    expect(record?.flags).toEqual(["retracted", "corrected"]);
    expect(record?.detail.publication_state).toEqual({
      states: ["retracted", "corrected"],
      notices: [
        { kind: "retraction", pmid: "9", ref: "J X. 2020", raw: "RetractionIn" },
        { kind: "correction", pmid: null, ref: "J X. 2019", raw: "ErratumIn" },
      ],
      is_notice: false,
      checked_at: record?.retrieved_at,
    });
    expect(record?.detail.publication_types).toEqual(["Retracted Publication"]);
  });

  it("never calls a failed fetch unknown", async () => {
    network.use(http.get(`${EUTILS}/efetch.fcgi`, () => new HttpResponse(null, { status: 502 })));
    const result = await get({ pmids: ["1", "2"] });
    expect(result).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code: "upstream_error" }] });
    expect(outcomes(result.items)).toEqual(["1 upstream_failed", "2 upstream_failed"]);
  });

  it("keeps the good records when one cannot be read", async () => {
    network.use(
      http.get(`${EUTILS}/efetch.fcgi`, () =>
        xml(setXml(articleXml("1", { abstract: "<AbstractText><i>" }), articleXml("2"))),
      ),
    );
    const result = await get({ pmids: ["1", "2"] });
    expect(result).toMatchObject({ outcome: "upstream_failed", record_ids: ["2"], errors: [{ code: "unparsable" }] });
    expect(outcomes(result.items)).toEqual(["1 upstream_failed", "2 found"]);
  });

  it("never calls a PMID unknown beside a broken record that may be its own", async () => {
    network.use(
      http.get(`${EUTILS}/efetch.fcgi`, () => xml(setXml("<PubmedArticle><MedlineCitation><PMID>x<", articleXml("2")))),
    );
    const result = await get({ pmids: ["1", "2"] });
    expect(result).toMatchObject({ outcome: "upstream_failed", record_ids: ["2"], errors: [{ code: "unparsable" }] });
    expect(outcomes(result.items)).toEqual(["1 upstream_failed", "2 found"]);
  });

  it("posts many PMIDs in one request", async () => {
    const pmids = Array.from({ length: 200 }, (_, index) => String(99_000_001 + index));
    const asked = network.serve(pmids);
    const result = await get({ pmids, max_bytes: 400_000 });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      method: "POST",
      id: pmids.join(","),
      retmode: "xml",
      retmax: "200",
      retstart: "0",
    });
    expect(result.items).toHaveLength(200);
  });

  it("pages by size without overlap", async () => {
    const pmids = Array.from({ length: 30 }, (_, index) => String(index + 1));
    network.serve(pmids);
    const source = network.open();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const result = await source.call("get_records", { pmids, max_bytes: 12_000, ...(cursor ? { cursor } : {}) });
      expect(result.record_ids.length).toBeGreaterThan(0);
      seen.push(...result.record_ids);
      cursor = result.page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(pmids);
  });

  it("does not fall back on a stored state that is out of date", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    network.serve(["1"]);
    const source = network.open();
    expect((await source.call("get_records", { pmids: ["1"] })).outcome).toBe("found");
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    network.use(http.get(`${EUTILS}/efetch.fcgi`, () => new HttpResponse(null, { status: 503 })));
    expect(await source.call("get_records", { pmids: ["1"] })).toMatchObject({
      outcome: "upstream_failed",
      records: [],
    });
  });
});

afterEach(() => {
  vi.useRealTimers();
});
