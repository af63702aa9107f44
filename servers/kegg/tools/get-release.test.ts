import { expect, it } from "vitest";
import { type KeggAnswer, keggTool, noteCodes } from "../../../tests/support/kegg-network.ts";
import { mockNetwork } from "../../../tests/support/source-harness.ts";

const INFO = "kegg             Encyclopedia\nkegg             Release 118.0+/06-01, Jun 26\n";
const release = keggTool(mockNetwork(), "get_release", { "info/kegg": INFO });

it("gives KEGG's statement, verbatim and parsed", async () => {
  const result = await release({});
  expect(result.outcome).toBe("found");
  expect(result.records).toMatchObject([
    {
      record_id: "kegg:release:kegg",
      type: "release",
      detail: { database: "kegg", text: INFO, release: "118.0+/06-01", date: "Jun 26", entries: null },
    },
  ]);
  expect(result.query).toMatchObject({ database: "kegg", database_sent: "kegg" });
});

it("asks ko for orthology, and says so", async () => {
  const result = await release({ database: "Orthology" }, { "info/ko": INFO });
  expect(result.query).toMatchObject({ database: "orthology", database_sent: "ko" });
  expect(noteCodes(result)).toEqual(["renamed_database"]);
  expect(result.asked).toEqual(["info/ko"]);
});

it("takes an organism, whose T number is sent with a capital", async () => {
  const result = await release({ database: "t00015" }, { "info/T00015": INFO });
  expect(result.outcome).toBe("found");
});

it("gives the text alone when it states no release", async () => {
  const result = await release({}, { "info/kegg": "kegg             Welcome\n" });
  expect(result.outcome).toBe("found");
  expect(result.records[0]).toMatchObject({ flags: ["release_not_stated"], detail: { release: null } });
});

it.each([400, 404])("does not know a database for which KEGG answers %i", async (status) => {
  const result = await release({ database: "zzz" }, { "info/zzz": { status } });
  expect(result.outcome).toBe("not_resolved");
  expect(noteCodes(result)).toEqual(["unknown_database"]);
});

it.each<[KeggAnswer, string]>([
  ["", "incomplete"],
  ["<html>", "unexpected_content"],
  ['{"error":"busy"}', "in_band_error"],
  [{ status: 500 }, "upstream_error"],
])("is a failure after %j", async (answer, code) => {
  const result = await release({}, { "info/kegg": answer });
  expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code }] });
});

it.each(["pathways", "../kegg", "", "path"])("refuses the database %j before sending", async (database) => {
  const result = await release({ database });
  expect(result).toMatchObject({ outcome: "bad_input", errors: [{ param: "database" }], asked: [] });
});
