import { expect, it } from "vitest";
import { type KeggAnswer, keggTool, noteCodes } from "../../../tests/support/kegg-network.ts";
import { mockNetwork } from "../../../tests/support/source-harness.ts";

const convert = keggTool(mockNetwork(), "convert_ids", {});
const outcomes = (result: { items: readonly { outcome: string }[] }) => result.items.map(({ outcome }) => outcome);

it("gives the ids of the target, each with the genes that have it", async () => {
  const rows = "mtu:Rv1908c\tup:P9WIE5\nmtu:Rv1908c\tup:I6YBX7\nmtu:Rv0006\tup:P9WG47\n";
  const result = await convert(
    { ids: ["mtu:Rv1908c", "mtu:Rv0006", "mtu:Rv9"], target: "uniprot" },
    { "conv/uniprot/mtu:Rv1908c+mtu:Rv0006+mtu:Rv9": rows },
  );
  expect(result.outcome).toBe("found");
  expect(result.items).toMatchObject([
    { outcome: "found", resolved_to: null, record_ids: ["up:I6YBX7", "up:P9WIE5"] },
    { outcome: "found", resolved_to: "up:P9WG47" },
    { outcome: "none_on_record", record_ids: [] },
  ]);
  expect(result.records[1]).toMatchObject({
    record_id: "up:P9WIE5",
    url: "https://www.uniprot.org/uniprotkb/P9WIE5",
    also: ["P9WIE5"],
    detail: { target: "uniprot", id: "P9WIE5", kegg_gene_ids: ["mtu:Rv1908c"] },
  });
  expect(noteCodes(result)).toEqual(["no_conversion"]);
});

it.each<[string, KeggAnswer]>([
  ["a 404", { status: 404 }],
  ["an empty body", ""],
])("reads %s as nothing on record, with a note on what that does not prove", async (_name, answer) => {
  const result = await convert({ ids: "mtu:Rv1", target: "ncbi-geneid" }, { "conv/ncbi-geneid/mtu:Rv1": answer });
  expect(result.outcome).toBe("none_on_record");
  expect(noteCodes(result)).toEqual(["no_conversion"]);
});

it("asks in tens, and a failed portion fails its own ids only", async () => {
  const ids = Array.from({ length: 11 }, (_, index) => `mtu:Rv${index}`);
  const result = await convert(
    { ids, target: "ncbi-geneid" },
    {
      [`conv/ncbi-geneid/${ids.slice(0, 10).join("+")}`]: { status: 503 },
      "conv/ncbi-geneid/mtu:Rv10": "mtu:Rv10\tncbi-geneid:885638\n",
    },
  );
  expect(result.outcome).toBe("upstream_failed");
  expect(outcomes(result)).toEqual([...Array(10).fill("upstream_failed"), "found"]);
  expect(result.record_ids).toEqual(["ncbi-geneid:885638"]);
  expect(result.page).toMatchObject({ returned: 1, total: null });
});

it("does not let an unknown organism cost the other ids", async () => {
  const result = await convert(
    { ids: ["mtu:Rv1", "zzz:a"], target: "ncbi-proteinid" },
    {
      "conv/ncbi-proteinid/mtu:Rv1+zzz:a": { status: 400 },
      "conv/ncbi-proteinid/mtu:Rv1": "mtu:Rv1\tncbi-proteinid:NP_216424\n",
      "conv/ncbi-proteinid/zzz:a": { status: 400 },
    },
  );
  expect(outcomes(result)).toEqual(["found", "not_resolved"]);
  expect(noteCodes(result)).toEqual(["unknown_organism"]);
});

it.each<[KeggAnswer, string]>([
  ["<html>", "unexpected_content"],
  ["mtu:Rv2\tup:P1\n", "unparsable"],
  ["mtu:Rv1\tncbi-geneid:1\n", "unparsable"],
])("is a failure after %j", async (answer, code) => {
  const result = await convert({ ids: "mtu:Rv1", target: "uniprot" }, { "conv/uniprot/mtu:Rv1": answer });
  expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code }] });
});

it.each([
  ["no target", { ids: ["mtu:Rv1"] }, "target"],
  ["an unknown target", { ids: ["mtu:Rv1"], target: "ensembl" }, "target"],
  ["a symbol", { ids: ["katG"], target: "uniprot" }, "ids[0]"],
])("refuses %s", async (_name, args, param) => {
  const result = await convert(args);
  expect(result).toMatchObject({ outcome: "bad_input", errors: [{ param }], asked: [] });
});
