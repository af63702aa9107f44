import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { EUTILS, IDCONV, paramsOf, pubmedNetwork } from "../../tests/support/pubmed-network.ts";

// What goes over the wire to each service, and what of it stays there.
const network = pubmedNetwork();
const ENV = { NCBI_API_KEY: "s3cret-key", NCBI_EMAIL: "someone@example.org", GENE_ROUTER_NCBI_TOOL: "mine" };
const CITATIONS = [
  { journal: "Ann. Int & Med+%", year: 1991, volume: 88, first_page: "e3248", author: "Müller bj" },
  { journal: "science", year: "1987", volume: "", first_page: "182", author: "" },
];

const sent: { url: URL; params: Record<string, string> }[] = [];
beforeEach(() => {
  sent.length = 0;
  network.serve(["7"]);
  const note = async (request: Request): Promise<Record<string, string>> => {
    const params = await paramsOf(request);
    sent.push({ url: new URL(request.url), params });
    return params;
  };
  network.use(
    http.all(`${EUTILS}/*`, async ({ request }) => {
      await note(request);
    }),
    http.get(`${EUTILS}/ecitmatch.cgi`, async ({ request }) => {
      const { bdata = "" } = await note(request);
      return HttpResponse.text(
        bdata
          .split("\r")
          .map((line) => `${line}NOT_FOUND`)
          .join("\n"),
      );
    }),
    http.get(IDCONV, async ({ request }) => {
      const { ids = "" } = await note(request);
      const rows = ids.split(",").map((id) => ({ "requested-id": id, pmid: "7", pmcid: "PMC7" }));
      return HttpResponse.json({ records: rows });
    }),
  );
});

const CALLS: readonly (readonly [string, object])[] = [
  ["get_abstracts_for_gene", { gene: "katG" }],
  ["search_abstracts", { term: "katG", from_date: "2020" }],
  ["get_records", { pmids: ["7"] }],
  ["match_citation", { citations: CITATIONS }],
  ["convert_ids", { ids: ["PMC7"] }],
  ["explain_query", { term: "katG" }],
];

describe.each(CALLS)("%s", (tool, args) => {
  it("says who asks, in every request, and nowhere else", async () => {
    const source = network.open(ENV);
    const result = await source.call(tool, args);
    expect(result.errors).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);
    for (const { url, params } of sent) {
      const isConverter = url.href.startsWith(IDCONV);
      expect(params).toMatchObject({ tool: "mine", email: "someone@example.org" });
      expect(params.api_key).toBe(isConverter ? undefined : "s3cret-key");
      if (isConverter) expect(params).toMatchObject({ format: "json", idtype: "pmcid", versions: "no" });
      else if (url.pathname.endsWith("esearch.fcgi")) {
        expect(params).toMatchObject({ db: "pubmed", retmode: "json", retstart: "0", retmax: expect.any(String) });
      } else if (url.pathname.endsWith("efetch.fcgi")) {
        expect(params).toMatchObject({ db: "pubmed", retmode: "xml", retstart: "0", retmax: "1", id: "7" });
      } else expect(params).toMatchObject({ db: "pubmed", retmode: "xml" });
    }
    const shown = JSON.stringify([result, source.warnings]);
    expect(shown).not.toMatch(/s3cret|someone@/);
  });

  it("sends neither address nor key when there is none", async () => {
    await network.call(tool, args);
    for (const { params } of sent) {
      expect(params).toMatchObject({ tool: "gene-router" });
      expect(params).not.toHaveProperty("email");
      expect(params).not.toHaveProperty("api_key");
    }
  });

  it("answers the same from the same stored answers", async () => {
    const source = network.open();
    const masked = async () =>
      JSON.stringify(await source.call(tool, args), (key, value) =>
        ["cached", "stale", "validated_at", "attempts"].includes(key) ? null : value,
      );
    const first = await masked();
    const asked = sent.length;
    expect(await masked()).toBe(first);
    expect(sent).toHaveLength(asked);
  });
});

it("joins citations by a carriage return and encodes them once, numbers as their digits", async () => {
  await network.call("match_citation", { citations: CITATIONS });
  expect(sent[0]?.params.bdata).toBe("Ann. Int & Med+%|1991|88|e3248|Müller bj|c1|\rscience|1987||182||c2|");
  expect(sent[0]?.url.search).toContain("%0D");
  expect(sent[0]?.url.search).not.toMatch(/%250D|%257C/);
});

it("follows the converter's old address to its new one, without saying there who asks", async () => {
  const old = "https://www.ncbi.nlm.nih.gov/pmc/utils/idconv/v1.0";
  network.use(
    http.get(`${old}/`, ({ request }) =>
      HttpResponse.text("", { status: 301, headers: { location: `${IDCONV}${new URL(request.url).search}` } }),
    ),
  );
  const result = await network.call("convert_ids", { ids: ["PMC7"] }, { GENE_ROUTER_IDCONV_URL: old });
  expect(result).toMatchObject({ outcome: "found", record_ids: ["7"] });
});

it("follows the converter to no other host", async () => {
  network.use(
    http.get(IDCONV, () => HttpResponse.text("", { status: 302, headers: { location: "https://idconv.example/" } })),
  );
  expect(await network.call("convert_ids", { ids: ["PMC7"] })).toMatchObject({
    outcome: "upstream_failed",
    errors: [{ code: "redirect_refused" }],
  });
});
