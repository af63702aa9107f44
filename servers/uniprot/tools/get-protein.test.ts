import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../../tests/support/captured/captured.ts";
import { uniprotRows } from "../../../tests/support/captured/uniprot.ts";
import { mockNetwork, openSource } from "../../../tests/support/source-harness.ts";
import type { Candidate, Envelope } from "../../kit/envelope/envelope.ts";
import { uniprot } from "../index.ts";
import { answering, hit, page } from "./search-answers.fixture.ts";

const network = mockNetwork();

/** Each call opens the source anew, so that no answer of another test is kept in memory. */
async function call(args: unknown): Promise<Envelope> {
  const source = openSource(uniprot);
  try {
    return await source.call("get_protein", args);
  } finally {
    await source.close();
  }
}

const candidateIds = ({ resolved }: Envelope) => (resolved.candidates as Candidate[]).map(({ id }) => id);
const codes = (notes: readonly string[]) => notes.map((note) => note.split(":")[0]);

describeCaptured("the captured entry of katG", () => {
  it.each([
    ["Rv1908c", "ordered_locus"],
    ["katG", "primary_name"],
    ["KATG", "primary_name"],
    ["MTCY180.10", "orf_name"],
  ])("is found by %s, matched as %s", async (gene, matchedBy) => {
    answering(network, () =>
      HttpResponse.json(JSON.parse(capturedText("uniprot/mtb/search_Rv1908c.json")), {
        headers: { "x-total-results": "1", "x-uniprot-release": "2026_03" },
      }),
    );
    const result = await call({ gene });
    expect(result.outcome).toBe("found");
    expect(result.record_ids).toEqual(["P9WIE5"]);
    expect(result.resolved).toMatchObject({ matched_by: matchedBy, accession: "P9WIE5", hits_total: 1 });
    expect(result.records[0]).toMatchObject({
      type: "protein",
      name: "Catalase-peroxidase",
      url: "https://www.uniprot.org/uniprotkb/P9WIE5/entry",
      source: "uniprot",
      licence: "cc-by-4.0-uniprot",
      flags: [],
    });
    expect(result.records[0]?.detail.reviewed).toBe(true);
    expect(result.requests[0]?.release).toBe("2026_03");
    expect(result.page).toMatchObject({ returned: 1, total: 1, truncated_by: null });
    expect(result.notes).toEqual([]);
  });

  it("is requested exactly as the captured rows say", async () => {
    for (const row of uniprotRows) {
      const gene = /gene:"([^"]+)"/.exec(new URL(row.url).searchParams.get("query") ?? "")?.[1];
      answering(network, () => HttpResponse.json(JSON.parse(capturedText(row.file)), { headers: row.headers }));
      const result = await call({ gene });
      expect(result.requests[0]?.url).toBe(row.url);
      expect(result.record_ids).toEqual(["P9WIE5"]);
    }
  });
});

describe("what is asked", () => {
  it.each([
    [{}, 'gene:"katG" AND organism_id:83332'],
    [{ organism_id: "1773" }, 'gene:"katG" AND organism_id:1773'],
    [{ taxon_scope: "descendants" }, 'gene:"katG" AND taxonomy_id:83332'],
    [{ reviewed: "only" }, 'gene:"katG" AND organism_id:83332 AND reviewed:true'],
  ])("sends for %j the query %s", async (args, query) => {
    const sent = answering(network, () => page([hit("P9WIE5", { primary: "katG" })]));
    const result = await call({ gene: " katG ", ...args });
    expect(sent).toEqual([query]);
    expect(result.query).toMatchObject({ gene: "katG", query_sent: query, accession_query_sent: null });
  });

  it.each(["PPE47/ppe48", "HvPIP2;8", "d'e", "TB22.2", "icd-1", "Dmel~CG1*", "α-tub", "a&b=c+d%20", "AND"])(
    "sends the gene %j as it is",
    async (gene) => {
      const sent = answering(network, () => page([hit("P9WIE5", { primary: gene })]));
      expect(await call({ gene })).toMatchObject({ outcome: "found", query: { gene, organism_id: 83332 } });
      expect(sent).toEqual([`gene:"${gene}" AND organism_id:83332`]);
    },
  );

  it.each([
    "mtu:Rv1908c",
    "kat(G",
    "kat)G",
    "kat[G",
    "kat]G",
    'kat"G',
    "kat\\G",
    "kat G",
    "kat\tG",
    "kat\u0007G",
    "",
    "  ",
    "k".repeat(101),
  ])("refuses the gene %j before anything is sent", async (gene) => {
    const result = await call({ gene });
    expect(result.outcome).toBe("bad_input");
    expect(result.errors.map(({ param }) => param)).toEqual(["gene"]);
    expect(result.requests).toEqual([]);
  });

  it.each([
    [{ limit: 0 }, "limit", "out_of_range"],
    [{ limit: 11 }, "limit", "out_of_range"],
    [{ organism_id: 0 }, "organism_id", "out_of_range"],
    [{ organism_id: "Mycobacterium" }, "organism_id", "invalid_argument"],
    [{ taxon_scope: "all" }, "taxon_scope", "invalid_argument"],
    [{ reviewed: true }, "reviewed", "invalid_argument"],
    [{ species: 1 }, "species", "unknown_argument"],
  ])("refuses %j", async (args, param, code) => {
    const result = await call({ gene: "katG", ...args });
    expect(result.errors).toMatchObject([{ param, code }]);
    expect(result.outcome).toBe("bad_input");
  });

  it("names gene when it is missing", async () => {
    expect((await call({})).errors).toMatchObject([{ param: "gene", code: "missing_argument" }]);
  });
});

describe("ranking", () => {
  it("drops and counts hits whose name only contains the query", async () => {
    answering(network, () => page([hit("P00001", { primary: "katG2" }), hit("P00002", { primary: "katG" })]));
    const result = await call({ gene: "katG" });
    expect(result.record_ids).toEqual(["P00002"]);
    expect(result.resolved).toMatchObject({ partial_name_hits: 1, hits_read: 2, entries_matched: 1 });
    expect(codes(result.notes)).toEqual(["partial_name_hits"]);
  });

  it("answers the best class alone and says that weaker ones exist", async () => {
    answering(network, () =>
      page([hit("P00001", { synonyms: ["katG"], reviewed: true }), hit("P00002", { primary: "katG" })]),
    );
    const result = await call({ gene: "katG" });
    expect(result.record_ids).toEqual(["P00002"]);
    expect(result.resolved.accession).toBe("P00002");
    expect(codes(result.notes)).toEqual(["weaker_matches"]);
  });

  it("names the only reviewed entry of several, and lists it first", async () => {
    answering(network, () =>
      page([
        hit("A0A000AAA1", { primary: "katG" }),
        hit("Q00001", { primary: "katG" }),
        hit("P9WIE5", { primary: "katG", reviewed: true }),
      ]),
    );
    const result = await call({ gene: "katG" });
    expect(result.record_ids).toEqual(["P9WIE5", "A0A000AAA1", "Q00001"]);
    expect(result.resolved.accession).toBe("P9WIE5");
    expect(codes(result.notes)).not.toContain("several_entries");
  });

  it.each([
    ["unreviewed", false],
    ["reviewed", true],
  ])("names none of several %s entries", async (_status, reviewed) => {
    answering(network, () =>
      page([hit("Q00002", { loci: ["Rv1"], reviewed }), hit("Q00001", { loci: ["Rv1"], reviewed })]),
    );
    const result = await call({ gene: "Rv1" });
    expect(result.outcome).toBe("found");
    expect(result.record_ids).toEqual(["Q00001", "Q00002"]);
    expect(result.resolved).toMatchObject({ accession: null, matched_by: "ordered_locus", entries_matched: 2 });
    expect(result.notes).toContain("several_entries: 2 entries hold this name equally well; none stands for the gene.");
  });

  it("takes one entry that holds the name as a synonym", async () => {
    answering(network, () => page([hit("P00001", { primary: "x", synonyms: ["katG"] })]));
    const result = await call({ gene: "katG" });
    expect(result.resolved).toMatchObject({ matched_by: "synonym", accession: "P00001" });
    expect(result.records[0]?.detail.matched_name).toBe("katG");
  });

  it("chooses none of several entries that share a synonym", async () => {
    answering(network, () =>
      page([hit("Q00001", { synonyms: ["katG"] }), hit("P00001", { synonyms: ["katG"], reviewed: true })]),
    );
    const result = await call({ gene: "katG" });
    expect(result.outcome).toBe("ambiguous");
    expect(result.records).toEqual([]);
    expect(candidateIds(result)).toEqual(["P00001", "Q00001"]);
    expect(result.resolved.accession).toBeNull();
    expect(codes(result.notes)).toEqual(["synonym_only"]);
  });

  it("cuts by limit and pages on without overlap", async () => {
    const hits = ["Q00001", "Q00002", "Q00003"].map((accession) => hit(accession, { primary: "katG" }));
    answering(network, () => page(hits));
    const first = await call({ gene: "katG", limit: 2 });
    expect(first.outcome).toBe("truncated");
    expect(first.page).toMatchObject({ returned: 2, total: 3, truncated_by: "limit" });
    const second = await call({ gene: "katG", limit: 2, cursor: first.page.next_cursor });
    expect([...first.record_ids, ...second.record_ids]).toEqual(["Q00001", "Q00002", "Q00003"]);
    expect(second.page.next_cursor).toBeNull();
  });
});
