import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mockNetwork, type OpenSource, openSource } from "../../../tests/support/source-harness.ts";
import {
  KATG_OFFER as katG,
  interactionRow as pair,
  stringAnswers,
  stringKnowsTags,
} from "../../../tests/support/string-network.ts";
import { string } from "../index.ts";

// Each case is a class of failure that users of public STRING clients have reported.
const network = mockNetwork();

let source: OpenSource;
beforeEach(() => {
  source = openSource(string);
});
afterEach(() => source.close());

const answers = (method: string, body: unknown, status = 200) => stringAnswers(network, method, body, status);
const resolvesTags = () => stringKnowsTags(network);
const two = ["Rv0001", "Rv0002"];

describe("rows of interactions", () => {
  it("are read from either end, once, without the protein itself", async () => {
    answers("get_string_ids", [katG]);
    answers("interaction_partners", [
      pair("Rv1908c", "Rv1908c", 0.99),
      pair("Rv1", "Rv1908c", 0.8),
      pair("Rv1908c", "Rv1", 0.8),
      pair("Rv1908c", "Rv2", 0.75),
    ]);
    const result = await source.call("get_partners", { gene: "katG" });
    expect(result.record_ids).toEqual(["83332.Rv1", "83332.Rv2"]);
    expect(result.page.total).toBe(2);
  });

  it.each([
    ["in thousandths, as the files for download have them", { score: 979, tscore: 878 }],
    ["in thousandths in one channel", { tscore: 878 }],
    ["that is no number", { score: "NaN" }],
    ["that is infinite", { escore: "Infinity" }],
    ["that is true", { escore: true }],
    ["with a comma", { score: "0,979" }],
    ["in hexadecimal", { score: "0x1" }],
  ])("with a score %s are refused whole", async (_what, change) => {
    answers("get_string_ids", [katG]);
    answers("interaction_partners", [pair("Rv1908c", "Rv1", 0.9), pair("Rv1908c", "Rv2", 0.9, change)]);
    const result = await source.call("get_partners", { gene: "katG" });
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "unparsable" }], records: [] });
  });

  it("with a bare NaN are no JSON", async () => {
    answers("get_string_ids", [katG]);
    answers("interaction_partners", JSON.stringify([pair("Rv1908c", "Rv1", 0.9)]).replace("0.9", "NaN"));
    expect((await source.call("get_partners", { gene: "katG" })).errors).toMatchObject([{ code: "unparsable" }]);
  });

  it("without channels (older dumps, other network types) are not read as channels of zero", async () => {
    answers("get_string_ids", [katG]);
    const { stringId_A, stringId_B, score } = pair("Rv1908c", "Rv1", 0.9);
    answers("interaction_partners", [{ stringId_A, stringId_B, score }]);
    const [record] = (await source.call("get_partners", { gene: "katG" })).records;
    expect(record?.detail).toMatchObject({
      channels: { experimental: null, database: null },
      textmining_score: null,
      max_non_textmining_score: null,
      evidence_beyond_textmining: null,
    });
    expect(record?.flags).toEqual([]);
  });

  it("with blank channels are not read as channels of zero either", async () => {
    answers("get_string_ids", [katG]);
    answers("interaction_partners", [pair("Rv1908c", "Rv1", 0.9, { escore: "", tscore: "0.5" })]);
    const [record] = (await source.call("get_partners", { gene: "katG" })).records;
    expect(record?.detail).toMatchObject({ channels: { experimental: null }, evidence_beyond_textmining: null });
  });

  it.each([
    ["a table", "stringId_A\tstringId_B\tscore\n83332.Rv1908c\t83332.Rv1\t0.9\n"],
    ["a page", "<html><body>We are updating</body></html>"],
    ["XML", '<?xml version="1.0"?><records><record/></records>'],
    ["PSI-MI-TAB", "string:83332.Rv1908c\tstring:83332.Rv1\t-\t-\tpsi-mi:katG\n"],
  ])("that come as %s are a failure", async (_what, body) => {
    answers("get_string_ids", [katG]);
    answers("interaction_partners", body);
    const result = await source.call("get_partners", { gene: "katG" });
    expect(result).toMatchObject({ outcome: "upstream_failed", records: [] });
    expect(["in_band_error", "unexpected_content"]).toContain(result.errors[0]?.code);
  });

  it("with more neighbours than genes asked are no part of the network", async () => {
    resolvesTags();
    const { forms } = answers("network", [pair("Rv0001", "Rv9", 0.99), pair("Rv8", "Rv9", 0.99)]);
    const result = await source.call("get_network", { ids: two });
    expect(forms[0]?.add_nodes).toBe("0");
    expect(result).toMatchObject({ outcome: "none_on_record", resolved: { rows_unasked: 2, expanded: false } });
  });

  it("never ask for the network of one gene, which STRING would expand", async () => {
    resolvesTags();
    const { forms } = answers("network", []);
    const result = await source.call("get_network", { ids: ["Rv0001", "nosuch"] });
    expect([result.outcome, forms]).toEqual(["not_resolved", []]);
  });

  it("keep a pair's score whatever else was asked along: one protein more changes nothing", async () => {
    resolvesTags();
    answers("network", [pair("Rv0001", "Rv0002", 0.607)]);
    const small = await source.call("get_network", { ids: two });
    const large = await source.call("get_network", { ids: [...two, "Rv0003"] });
    expect(large.records[0]?.detail).toEqual(small.records[0]?.detail);
  });
});
