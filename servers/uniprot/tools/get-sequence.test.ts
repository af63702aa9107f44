import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { mockNetwork, openSource } from "../../../tests/support/source-harness.ts";
import type { Envelope } from "../../kit/envelope/envelope.ts";
import { uniprot } from "../index.ts";
import { entry, inactive, serving } from "./entry-answers.fixture.ts";

const network = mockNetwork();

async function call(args: unknown): Promise<Envelope> {
  const source = openSource(uniprot);
  try {
    return await source.call("get_sequence", args);
  } finally {
    await source.close();
  }
}

describe("the sequence of an entry", () => {
  it("comes with its length and hash", async () => {
    serving(network, { P9WIE5: entry("P9WIE5", { sequence: { value: "MPEQH", length: 5 } }) });
    const result = await call({ accession: "P9WIE5" });
    expect(result.record_ids).toEqual(["P9WIE5"]);
    expect(result.records[0]?.detail).toEqual({
      sequence: "MPEQH",
      length: 5,
      sha256: createHash("sha256").update("MPEQH").digest("hex"),
    });
  });

  it.each([
    ["selenocysteine and pyrrolysine", "MUO"],
    ["ambiguous and unknown residues", "MBZJX"],
  ])("may hold %s", async (_name, value) => {
    serving(network, { P9WIE5: entry("P9WIE5", { sequence: { value, length: String(value.length) } }) });
    expect((await call({ accession: "P9WIE5" })).records[0]?.detail).toMatchObject({ sequence: value });
  });

  it.each([
    ["shorter than stated", { value: "MPEQH", length: 740 }, "incomplete"],
    ["missing", undefined, "unparsable"],
    ["no residues", { value: "<html>", length: 6 }, "unparsable"],
  ])("is refused when it is %s", async (_name, sequence, code) => {
    serving(network, { P9WIE5: entry("P9WIE5", { sequence }) });
    const result = await call({ accession: "P9WIE5" });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.errors).toMatchObject([{ code }]);
  });

  it("is that of the successor when the entry was merged", async () => {
    serving(network, {
      Q08129: inactive("Q08129", "MERGED", ["P9WIE5"]),
      P9WIE5: entry("P9WIE5", { sequence: { value: "MPEQH", length: 5 } }),
    });
    const result = await call({ accession: "Q08129" });
    expect(result.resolved).toMatchObject({ matched_by: "merged", accession: "P9WIE5" });
    expect(result.notes.some((note) => note.startsWith("merged:"))).toBe(true);
  });

  it.each([{ accession: "P05067-4" }, { accession: "../x" }, {}])("refuses %j", async (args) => {
    expect((await call(args)).outcome).toBe("bad_input");
  });
});
