import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../../tests/support/captured/captured.ts";
import { mockNetwork, openSource } from "../../../tests/support/source-harness.ts";
import type { Candidate, Envelope } from "../../kit/envelope/envelope.ts";
import { uniprot } from "../index.ts";
import { entry, inactive, serving } from "./entry-answers.fixture.ts";

const network = mockNetwork();

async function call(args: unknown): Promise<Envelope> {
  const source = openSource(uniprot);
  try {
    return await source.call("get_entry", args);
  } finally {
    await source.close();
  }
}

const codes = (notes: readonly string[]) => notes.map((note) => note.split(":")[0]);

describe("entries by accession", () => {
  it("are fetched one by one and answered in input order, each input once", async () => {
    const asked = serving(network, { P9WIE5: entry("P9WIE5"), P9WGR1: entry("P9WGR1") });
    const result = await call({ accessions: ["P9WIE5", "P9WGR1", "P9WIE5"] });
    expect(asked).toEqual(["P9WIE5", "P9WGR1"]);
    expect(result.outcome).toBe("found");
    expect(result.record_ids).toEqual(["P9WIE5", "P9WGR1"]);
    expect(result.resolved.matched_by).toBe("accession");
    expect(result.items.map(({ input, outcome, resolved_to }) => [input, outcome, resolved_to])).toEqual([
      ["P9WIE5", "found", "P9WIE5"],
      ["P9WGR1", "found", "P9WGR1"],
    ]);
  });

  it("are not missing because a page says so: the service's own 404 is a message", async () => {
    network.use(
      http.get("https://rest.uniprot.org/uniprotkb/*", () =>
        HttpResponse.html("<html>Not here</html>", { status: 404 }),
      ),
    );
    const result = await call({ accessions: ["P9WIE5"] });
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "unexpected_content", status: 404 }] });
  });

  it("take one accession for a list of one", async () => {
    serving(network, { P9WIE5: entry("P9WIE5") });
    expect((await call({ accessions: "P9WIE5" })).query.accessions).toEqual(["P9WIE5"]);
  });

  it("follow a merged entry to its successor", async () => {
    serving(network, { Q08129: inactive("Q08129", "MERGED", ["P9WIE5"]), P9WIE5: entry("P9WIE5") });
    const result = await call({ accessions: ["Q08129"] });
    expect(result.record_ids).toEqual(["P9WIE5"]);
    expect(result.resolved).toMatchObject({ matched_by: "merged", merged: ["Q08129"] });
    expect(result.items).toMatchObject([
      { input: "Q08129", outcome: "found", resolved_to: "P9WIE5", reason: "merged" },
    ]);
    expect(result.records[0]?.request_refs).toEqual([1, 0]);
    expect(codes(result.notes)).toContain("merged");
  });

  it("follow merges one after another, to an entry that lives, was split or was deleted", async () => {
    const merged = { Q08129: inactive("Q08129", "MERGED", ["P46817"]) };
    serving(network, { ...merged, P46817: inactive("P46817", "MERGED", ["P9WIE5"]), P9WIE5: entry("P9WIE5") });
    const found = await call({ accessions: ["Q08129"] });
    expect(found.record_ids).toEqual(["P9WIE5"]);
    expect(found.records[0]?.request_refs).toEqual([2, 1, 0]);
    serving(network, { ...merged, P46817: inactive("P46817", "DEMERGED", ["P9WIE5", "P9WIE4"]) });
    expect((await call({ accessions: ["Q08129"] })).outcome).toBe("ambiguous");
    serving(network, { ...merged, P46817: inactive("P46817", "DELETED") });
    expect((await call({ accessions: ["Q08129"] })).items).toMatchObject([{ reason: "deleted" }]);
  });

  it.each([
    ["that lead in a circle", { P46817: inactive("P46817", "MERGED", ["Q08129"]) }],
    ["into an entry that is not served", {}],
    ["into no entry", { Q08129: inactive("Q08129", "MERGED") }],
  ])("are incomplete after merges %s", async (_name, entries) => {
    serving(network, { Q08129: inactive("Q08129", "MERGED", ["P46817"]), ...entries });
    const result = await call({ accessions: ["Q08129"] });
    expect(result).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code: "incomplete" }] });
  });

  it("follow the service where it leads from a merged accession to the entry itself", async () => {
    const asked = serving(network, { P9WIE5: entry("P9WIE5", { secondaryAccessions: ["Q08129"] }) });
    network.use(
      http.get("https://rest.uniprot.org/uniprotkb/Q08129.json", () =>
        HttpResponse.json(inactive("Q08129", "MERGED", ["P9WIE5"]), {
          status: 303,
          headers: { location: "/uniprotkb/P9WIE5?from=Q08129" },
        }),
      ),
    );
    const result = await call({ accessions: ["Q08129"] });
    expect(asked).toEqual(["P9WIE5"]);
    expect(result).toMatchObject({ outcome: "found", record_ids: ["P9WIE5"] });
    expect(result.items).toMatchObject([{ resolved_to: "P9WIE5", reason: "secondary_accession" }]);
  });

  it("are not unknown where a page that is no answer of the service has status 404", async () => {
    serving(network, {});
    network.use(http.get("https://rest.uniprot.org/uniprotkb/:file", () => HttpResponse.html("<p>x", { status: 404 })));
    const result = await call({ accessions: ["P9WIE5"] });
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "unexpected_content" }] });
  });

  it("choose none of the successors of a split entry", async () => {
    serving(network, { P00001: inactive("P00001", "DEMERGED", ["P9WIE5", "P9WIE4"]) });
    const result = await call({ accessions: ["P00001"] });
    expect(result.outcome).toBe("ambiguous");
    expect(result.records).toEqual([]);
    expect((result.resolved.candidates as Candidate[]).map(({ id }) => id)).toEqual(["P9WIE4", "P9WIE5"]);
    expect(result.items).toMatchObject([{ outcome: "ambiguous", reason: "demerged", resolved_to: null }]);
  });

  it("say that a deleted entry is deleted", async () => {
    serving(network, { I8FBX0: inactive("I8FBX0", "DELETED") });
    const result = await call({ accessions: ["I8FBX0"] });
    expect(result.outcome).toBe("not_resolved");
    expect(result.items).toMatchObject([{ outcome: "not_resolved", reason: "deleted" }]);
    expect(codes(result.notes)).toEqual(["withdrawn_or_unknown"]);
  });

  it("take an answer under another accession only when it names the one asked for as secondary", async () => {
    serving(network, { Q08129: entry("P9WIE5", { secondaryAccessions: ["Q08129"] }) });
    const result = await call({ accessions: ["Q08129"] });
    expect(result.resolved.matched_by).toBe("secondary_accession");
    serving(network, { P46817: entry("P9WIE5", { secondaryAccessions: ["Q08129"] }) });
    const other = await call({ accessions: ["P46817"] });
    expect(other.outcome).toBe("upstream_failed");
    expect(other.records).toEqual([]);
    expect(other.errors).toMatchObject([{ code: "incomplete" }]);
  });

  it("look for an accession without a page among the secondary ones", async () => {
    const asked = serving(network, {}, [entry("P9WIE5", { secondaryAccessions: ["Q08129"] })]);
    const result = await call({ accessions: ["Q08129"] });
    expect(asked).toEqual(["Q08129", "sec_acc:Q08129"]);
    expect(result.items).toMatchObject([{ outcome: "found", resolved_to: "P9WIE5", reason: "secondary_accession" }]);
  });

  it("choose none of several holders of a secondary accession", async () => {
    serving(network, {}, [
      entry("P9WIE5", { secondaryAccessions: ["Q08129"] }),
      entry("P9WIE4", { secondaryAccessions: ["Q08129"] }),
    ]);
    expect((await call({ accessions: ["Q08129"] })).outcome).toBe("ambiguous");
  });

  it("say that nobody knows an accession", async () => {
    serving(network, {});
    const result = await call({ accessions: ["P00001"] });
    expect(result.items).toMatchObject([{ outcome: "not_resolved", reason: "unknown_accession" }]);
    expect(result.errors).toEqual([]);
  });

  it("refuse malformed inputs singly, and the call only when none is left", async () => {
    const asked = serving(network, { P9WIE5: entry("P9WIE5") });
    const result = await call({ accessions: ["../x", "p9wie5", "", "P9WIE5"] });
    expect(asked).toEqual(["P9WIE5"]);
    expect(result.outcome).toBe("found");
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["bad_input", "bad_input", "bad_input", "found"]);
    expect(result.resolved.refused).toHaveLength(3);
    const refused = await call({ accessions: ["katG", "%2e"] });
    expect(refused.outcome).toBe("bad_input");
    expect(refused.errors.map(({ param }) => param)).toEqual(["accessions[0]", "accessions[1]"]);
    expect(refused.requests).toEqual([]);
  });

  it.each([{ accessions: [] }, { accessions: Array(51).fill("P9WIE5") }, {}])("refuse %j", async (args) => {
    expect((await call(args)).outcome).toBe("bad_input");
  });

  it.each([
    ["get_entry", { accessions: ["P9WIE5"] }, "accessions"],
    ["get_features", { accession: "P9WIE5" }, "accession"],
    ["get_sequence", { accession: "P9WIE5" }, "accession"],
  ])("that the service refuses are named by %s %j as %s", async (tool, args, param) => {
    const refusal = () => HttpResponse.json({ messages: ["x"] }, { status: 400 });
    for (const status of [400, 404]) {
      serving(network, { P9WIE5: status });
      network.use(http.get("https://rest.uniprot.org/uniprotkb/search", refusal));
      const source = openSource(uniprot);
      const result = await source.call(tool, args);
      await source.close();
      expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "upstream_refused", param }] });
    }
  });

  it("keep what was found when another input fails", async () => {
    serving(network, { P9WIE5: entry("P9WIE5"), P9WGR1: 500 });
    const result = await call({ accessions: ["P9WGR1", "P9WIE5"] });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.record_ids).toEqual(["P9WIE5"]);
    expect(result.items).toMatchObject([
      { input: "P9WGR1", outcome: "upstream_failed", reason: "upstream_error" },
      { input: "P9WIE5", outcome: "found" },
    ]);
  });

  it("take an error report inside a 200 for an error", async () => {
    serving(network, { P9WIE5: { url: "x", messages: ["secret text"] } });
    const result = await call({ accessions: ["P9WIE5"] });
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "in_band_error" }] });
    expect(JSON.stringify(result)).not.toContain("secret text");
  });

  it("never take an unknown entry type for reviewed", async () => {
    serving(network, { P9WIE5: entry("P9WIE5", { entryType: "UniProtKB reviewed" }) });
    const result = await call({ accessions: ["P9WIE5"] });
    expect(result.errors).toMatchObject([{ code: "unparsable" }]);
    expect(result.records).toEqual([]);
  });
});

describeCaptured("isoforms of a captured entry", () => {
  it("are answered by the base entry, with the canonical one marked", async () => {
    serving(network, { P30542: JSON.parse(capturedText("uniprot/P30542.json")) });
    const result = await call({ accessions: ["P30542-2", "P30542"] });
    expect(result.record_ids).toEqual(["P30542"]);
    expect(result.records[0]?.detail).toMatchObject({
      isoforms_asked: ["P30542-2"],
      isoforms: [
        { ids: ["P30542-1"], name: "1", status: "Displayed", canonical: true },
        { ids: ["P30542-2"], name: "2", status: "Described", canonical: false },
      ],
    });
    expect(result.items.map(({ reason }) => reason)).toEqual(["isoform", null]);
  });

  it("are not resolved when the entry has no such isoform", async () => {
    serving(network, { P30542: JSON.parse(capturedText("uniprot/P30542.json")) });
    const result = await call({ accessions: ["P30542-9"] });
    expect(result.outcome).toBe("not_resolved");
    expect(result.items).toMatchObject([{ reason: "unknown_isoform" }]);
  });
});
