import { describe, expect, it } from "vitest";
import { mockNetwork, openSource } from "../../../tests/support/source-harness.ts";
import {
  answerTbdb,
  catalogueOf,
  catalogueRows,
  graded,
  type TbdbAnswer,
} from "../../../tests/support/tbdb-network.ts";
import { tbdb } from "../index.ts";

const network = mockNetwork();

async function ask(args: Record<string, unknown>, changes: Record<string, TbdbAnswer> = {}) {
  answerTbdb(network, changes);
  const source = openSource(tbdb);
  const result = await source.call("get_compensatory", args);
  await source.close();
  return result;
}
const codes = (notes: readonly string[]) => notes.map((note) => note.split(":")[0]);

describe("get_compensatory", () => {
  it.each(["rpoC", "Rv0668"])("of %s holds what a comment calls compensatory, whatever its grade", async (gene) => {
    const { outcome, records, notes, resolved } = await ask({ gene });
    expect(outcome).toBe("found");
    expect(records).toMatchObject([
      {
        record_id: "tbdb:rpoC:p.Ile491Thr:rifampicin",
        licence: "lgpl-3.0",
        detail: { grade: "uncertain", associated: false },
      },
    ]);
    expect(codes(notes)).toEqual(["remark_only"]);
    expect(resolved).toMatchObject({ status: "assessed_none_associated", variants_in_catalogue: 2 });
  });

  it("keeps to the drug asked for", async () => {
    expect((await ask({ gene: "rpoC", drug: "Rifampicin" })).record_ids).toHaveLength(1);
    expect((await ask({ gene: "rpoC", drug: "isoniazid" })).outcome).toBe("none_on_record");
  });

  it("does not take a denial for a remark", async () => {
    const row = graded("rpoC", "p.Val483Gly", "rifampicin", "Uncertain significance", {
      comment: "Not a compensatory mutation",
    });
    const { record_ids } = await ask({ gene: "rpoC" }, { "mutations.csv": catalogueOf(...catalogueRows, row) });
    expect(record_ids).toEqual(["tbdb:rpoC:p.Ile491Thr:rifampicin"]);
  });

  it.each([
    ["katG", "none_on_record", "no_remark"],
    ["furA", "not_covered", "not_in_catalogue"],
    ["katGG", "not_resolved", "unknown_name"],
  ])("tells for %s that it is %s", async (gene, outcome, note) => {
    const answer = await ask({ gene });
    expect(answer.outcome).toBe(outcome);
    expect(codes(answer.notes)).toEqual([note]);
  });

  it("states the epistasis of a compensatory variant", async () => {
    const row = graded("eis", "p.Val1Ala", "kanamycin", "Uncertain significance", { comment: "compensatory" });
    const { records } = await ask({ gene: "eis" }, { "mutations.csv": catalogueOf(...catalogueRows, row) });
    expect(records[0]?.flags).toEqual(["epistasis"]);
  });

  it("does not cover another organism, refuses an unknown drug, and fails with its files", async () => {
    expect((await ask({ gene: "rpoC", organism: "eco" })).outcome).toBe("not_covered");
    expect((await ask({ gene: "rpoC", drug: "aspirin" })).outcome).toBe("bad_input");
    expect((await ask({ gene: "rpoC" }, { "mutations.csv": { status: 500 } })).outcome).toBe("upstream_failed");
    expect((await ask({ gene: "rpoC" }, { "rules.yml": { status: 500 } })).record_ids).toHaveLength(1);
  });
});
