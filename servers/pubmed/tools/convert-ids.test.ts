import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import {
  articleXml,
  codesOf,
  EUTILS,
  IDCONV,
  paramsOf,
  pubmedNetwork,
  setXml,
  xml,
} from "../../../tests/support/pubmed-network.ts";

const network = pubmedNetwork();
const convert = (args: object, env?: Record<string, string>) => network.call("convert_ids", args, env);
const ROW = { pmid: "35919400", pmcid: "PMC9339217", doi: "10.7717/peerj.13645" };

/** The converter, knowing one article; `mute` ids get no answer. */
function converter(mute: readonly string[] = []): Record<string, string>[] {
  const asked: Record<string, string>[] = [];
  network.use(
    http.get(IDCONV, async ({ request }) => {
      const params = await paramsOf(request);
      asked.push(params);
      const records = (params.ids ?? "").split(",").flatMap((id) => {
        if (mute.includes(id)) return [];
        const isKnown = Object.values(ROW).includes(id);
        return [
          isKnown
            ? { ...ROW, "requested-id": id }
            : { "requested-id": id, status: "error", errmsg: "Identifier not found in PMC" },
        ];
      });
      return HttpResponse.json({ status: "ok", records });
    }),
  );
  return asked;
}

const withDoi = (pmid: string, doi: string) =>
  articleXml(pmid, { article: `<ELocationID EIdType="doi" ValidYN="Y">${doi}</ELocationID>` });

describe("convert_ids", () => {
  it("asks one type a request and answers one article once", async () => {
    const asked = converter();
    const result = await convert({ ids: [ROW.doi, ROW.pmcid, `PMID:${ROW.pmid}`] });
    expect(asked.map(({ ids, idtype }) => [idtype, ids])).toEqual([
      ["pmid", ROW.pmid],
      ["pmcid", ROW.pmcid],
      ["doi", ROW.doi],
    ]);
    expect(asked[0]).toMatchObject({ format: "json", tool: "gene-router" });
    expect(result).toMatchObject({ outcome: "found", record_ids: [ROW.pmid] });
    expect(result.records[0]?.detail).toEqual({ ...ROW, in_pmc: true, converted_by: "pmc" });
    expect(result.items.map(({ input, resolved_to }) => [input, resolved_to])).toEqual([
      [ROW.doi, ROW.pmid],
      [ROW.pmcid, ROW.pmid],
      [`PMID:${ROW.pmid}`, ROW.pmid],
    ]);
  });

  it("words an article outside PMC so, and not as absent from PubMed", async () => {
    converter();
    const result = await convert({ ids: ["8950806"], from: "pmid" });
    expect(result).toMatchObject({ outcome: "not_covered", records: [], errors: [] });
    expect(result.items[0]?.reason).toMatch(/not in PMC.*nothing about PubMed/);
    expect(codesOf(result)).toContain("not_in_pmc");
  });

  it("looks a DOI outside PMC up in PubMed and believes the record that states it", async () => {
    converter();
    const asked = network.serve(["7"]);
    network.use(http.get(`${EUTILS}/efetch.fcgi`, () => xml(setXml(withDoi("7", "10.1000/ABC")))));
    const result = await convert({ ids: ["10.1000/abc"] });
    expect(asked[0]).toMatchObject({ term: '"10.1000/abc"[doi]', retstart: "0", retmode: "json" });
    expect(result).toMatchObject({ outcome: "found", record_ids: ["7"] });
    expect(result.records[0]?.detail).toEqual({
      pmid: "7",
      pmcid: null,
      doi: "10.1000/ABC",
      in_pmc: false,
      converted_by: "pubmed_search",
    });
  });

  it("takes no article that states another DOI", async () => {
    converter();
    network.serve(["7"]);
    network.use(http.get(`${EUTILS}/efetch.fcgi`, () => xml(setXml(withDoi("7", "10.1000/other")))));
    const result = await convert({ ids: ["10.1000/abc"] });
    expect(result).toMatchObject({ outcome: "not_resolved", records: [], items: [{ reason: "unverified" }] });
  });

  it("says of a DOI known to neither that it is not resolved", async () => {
    converter();
    network.serve([]);
    expect(await convert({ ids: ["10.1000/abc"] })).toMatchObject({ outcome: "not_resolved", errors: [] });
  });

  it("looks a DOI with a comma up in PubMed only, since commas part ids", async () => {
    const asked = converter();
    network.serve(["7"]);
    network.use(http.get(`${EUTILS}/efetch.fcgi`, () => xml(setXml(withDoi("7", "10.1000/a,b")))));
    expect(await convert({ ids: ["10.1000/a,b"] })).toMatchObject({ outcome: "found", record_ids: ["7"] });
    expect(asked).toEqual([]);
  });

  it.each(["10.1000/a[1]b", '10.1000/a"b'])(
    "looks up the DOI %s without its query syntax, and compares it whole",
    async (doi) => {
      converter();
      const asked = network.serve(["7"]);
      network.use(http.get(`${EUTILS}/efetch.fcgi`, () => xml(setXml(withDoi("7", doi.replaceAll('"', "&quot;"))))));
      expect(await convert({ ids: [doi] })).toMatchObject({ outcome: "found", record_ids: ["7"] });
      expect(asked[0]?.term).toMatch(/^"[^"[\]]*"\[doi\]$/);
    },
  );

  it("takes upper case, signs and resolvers in a DOI for the DOI", async () => {
    const doi = "10.1002/(SICI)1097-0215(19960117)65:2<178::AID-IJC8>3.0.CO;2-1";
    const asked: string[] = [];
    network.use(
      http.get(IDCONV, async ({ request }) => {
        const { ids = "" } = await paramsOf(request);
        asked.push(ids);
        return HttpResponse.json({
          records: [{ "requested-id": ids.toLowerCase(), pmid: 9, pmcid: "PMC9.1", doi: ids.toLowerCase() }],
        });
      }),
    );
    const result = await convert({ ids: [doi, `https://doi.org/${encodeURIComponent(doi)}`] });
    expect(asked).toEqual([doi]);
    expect(result).toMatchObject({ outcome: "found", record_ids: ["9"] });
    expect(result.records[0]?.detail).toMatchObject({ pmid: "9", pmcid: "PMC9" });
    expect(result.items.map(({ resolved_to }) => resolved_to)).toEqual(["9", "9"]);
  });

  it("takes a PMC id with a version, in any case, for the id", async () => {
    const asked = converter();
    const result = await convert({ ids: ["PMC9339217.1", "pmc9339217"] });
    expect(asked.map(({ ids }) => ids)).toEqual([ROW.pmcid]);
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["found", "found"]);
  });

  it.each([400, 200])("finds the one id for which the converter refuses a whole list with %i", async (status) => {
    network.serve([]);
    network.use(
      http.get(IDCONV, async ({ request }) => {
        const ids = ((await paramsOf(request)).ids ?? "").split(",");
        if (ids.includes("PMC3")) return HttpResponse.json({ status: "error", message: "no" }, { status });
        return HttpResponse.json({
          records: ids.map((id) => ({ "requested-id": id, pmid: `9${id.slice(3)}`, pmcid: id })),
        });
      }),
    );
    const result = await convert({ ids: ["PMC1", "PMC2", "PMC3", "PMC4"] });
    expect(result).toMatchObject({ outcome: "upstream_failed" });
    expect(result.records.map(({ detail }) => detail.pmcid)).toEqual(["PMC1", "PMC2", "PMC4"]);
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["found", "found", "upstream_failed", "found"]);
    expect(result.errors).toHaveLength(1);
  });

  it("gives up on a converter that refuses whatever it is asked", async () => {
    let requests = 0;
    network.use(
      http.get(IDCONV, () => {
        requests += 1;
        return HttpResponse.json({ status: "error", message: "down" });
      }),
    );
    const result = await convert({ ids: Array.from({ length: 200 }, (_, at) => `PMC${at + 1}`) });
    expect(result).toMatchObject({ outcome: "upstream_failed", records: [] });
    expect(result.items.every(({ outcome }) => outcome === "upstream_failed")).toBe(true);
    expect(requests).toBeLessThan(30);
  });

  it("does not halve a list that failed for another reason", async () => {
    let requests = 0;
    network.use(
      http.get(IDCONV, () => {
        requests += 1;
        return HttpResponse.html("<html>busy</html>");
      }),
    );
    expect(await convert({ ids: ["PMC1", "PMC2"] })).toMatchObject({ outcome: "upstream_failed", errors: [{}] });
    expect(requests).toBe(1);
  });

  it.each([
    ["a set without the record", setXml()],
    ["a broken record", setXml("<PubmedArticle><MedlineCitation><PMID>7</PMID><")],
  ])("cannot verify a DOI from %s, which is a failure", async (_name, body) => {
    converter();
    network.serve(["7"]);
    network.use(http.get(`${EUTILS}/efetch.fcgi`, () => xml(body)));
    expect(await convert({ ids: ["10.1000/abc"] })).toMatchObject({
      outcome: "upstream_failed",
      items: [{ outcome: "upstream_failed" }],
    });
  });

  it("says that it did not ask whether the articles are retracted", async () => {
    converter();
    expect(codesOf(await convert({ ids: [ROW.pmcid] }))).toContain("state_not_checked");
  });

  it("answers every input once, in its order, whatever its type", async () => {
    converter();
    network.serve([]);
    const ids = ["10.1000/zz", "PMC9339217", "PMID:35919400", "00007", "10.1000/zz", "PMC1"];
    const result = await convert({ ids });
    expect(result.items.map(({ input, outcome }) => [input, outcome])).toEqual([
      ["10.1000/zz", "not_resolved"],
      ["PMC9339217", "found"],
      ["PMID:35919400", "found"],
      ["00007", "bad_input"],
      ["PMC1", "not_resolved"],
    ]);
  });

  it.each([
    [{}, "missing_argument"],
    [{ ids: [] }, "out_of_range"],
    [{ ids: Array.from({ length: 201 }, (_, at) => `PMC${at + 1}`) }, "out_of_range"],
  ])("refuses a call with nothing or too much to ask: %#", async (args, code) => {
    expect(await convert(args)).toMatchObject({ outcome: "bad_input", requests: [], errors: [{ param: "ids", code }] });
  });

  it("calls an id without an answer a failure", async () => {
    converter(["5"]);
    const result = await convert({ ids: [ROW.pmid, "5"], from: "pmid" });
    expect(result).toMatchObject({
      outcome: "upstream_failed",
      record_ids: [ROW.pmid],
      errors: [{ code: "incomplete" }],
    });
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["found", "upstream_failed"]);
  });

  it("calls a converter that is down a failure", async () => {
    network.use(http.get(IDCONV, () => new HttpResponse(null, { status: 503 })));
    expect(await convert({ ids: ["PMC7"] })).toMatchObject({
      outcome: "upstream_failed",
      items: [{ outcome: "upstream_failed" }],
      errors: [{ code: "upstream_error" }],
    });
  });

  it("refuses digits without type one by one", async () => {
    converter();
    const result = await convert({ ids: ["7", ROW.pmcid] });
    expect(result.outcome).toBe("found");
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["bad_input", "found"]);
    expect(await convert({ ids: ["7"] })).toMatchObject({
      outcome: "bad_input",
      requests: [],
      errors: [{ param: "ids" }],
    });
    expect(await convert({ ids: ["7"], from: "pmcid" })).toMatchObject({ outcome: "bad_input", requests: [] });
  });

  it("sends no key to the converter", async () => {
    const asked = converter();
    await convert({ ids: [ROW.pmcid] }, { NCBI_API_KEY: "s3cret", NCBI_EMAIL: "someone@example.org" });
    expect(asked[0]).toMatchObject({ email: "someone@example.org" });
    expect(asked[0]).not.toHaveProperty("api_key");
  });
});
