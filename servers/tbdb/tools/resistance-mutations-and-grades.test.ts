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
  const asked = answerTbdb(network, changes);
  const source = openSource(tbdb);
  const result = await source.call("get_resistance_variants", args);
  await source.close();
  return { ...result, asked };
}
const withRows = (...rows: string[]) => ({ "mutations.csv": catalogueOf(...catalogueRows, ...rows) });
const codes = (notes: readonly string[]) => notes.map((note) => note.split(":")[0]);
const noteOf = (notes: readonly string[], code: string) => notes.find((note) => note.startsWith(`${code}: `));

describe("grades", () => {
  it("come from the confidence, never from the type", async () => {
    const { records } = await ask({ gene: "katG", grades: ["ungraded"] });
    expect(records.map(({ record_id }) => record_id)).toEqual(["tbdb:katG:p.Tyr304Ser:isoniazid"]);
    expect(records[0]?.detail).toMatchObject({
      associated: false,
      grade: "ungraded",
      rows: [{ type: "drug_resistance" }],
    });
  });

  it("select all, a list, or one", async () => {
    expect((await ask({ gene: "katG", grades: "all" })).records).toHaveLength(10);
    expect((await ask({ gene: "katG", grades: ["uncertain", "not_assoc_w_r"] })).records).toHaveLength(2);
    expect((await ask({ gene: "katG", grades: "uncertain" })).record_ids).toEqual(["tbdb:katG:p.Ala109Val:isoniazid"]);
  });

  it("that disagree are all kept: flagged, and none wins", async () => {
    const { records, notes } = await ask({ gene: "katG" });
    const [ablation, frameshift] = records;
    expect(ablation?.flags).toEqual(["grade_conflict"]);
    expect(ablation?.detail).toMatchObject({
      grade: null,
      associated: true,
      rows: [
        { original_mutation: "deletion", grade: "assoc_w_r_interim" },
        { original_mutation: "LoF", grade: "assoc_w_r" },
      ],
    });
    expect(frameshift?.flags).toEqual([]);
    expect(codes(notes)).toContain("grade_conflict");
  });

  it("with an unknown wording are shown raw, noted, and never associated", async () => {
    const changes = withRows(graded("ahpC", "p.Ala8Thr", "isoniazid", "Associated with R"));
    const { outcome, notes, resolved } = await ask({ gene: "ahpC" }, changes);
    expect(outcome).toBe("none_on_record");
    expect(codes(notes)).toContain("unknown_grade");
    expect(resolved).toMatchObject({ resistance_associated: false, grading_counts: { unknown: 1 } });
    const { records } = await ask({ gene: "ahpC", grades: "all", mutation: "p.Ala8Thr" }, changes);
    expect(records[0]).toMatchObject({
      flags: ["unknown_grade"],
      detail: { grade: null, associated: false, rows: [{ grade: null, grade_raw: "Associated with R" }] },
    });
  });

  it("of most rows are uncertain, which is said with its numbers", async () => {
    const { notes, resolved } = await ask({ gene: "ahpC" });
    expect(noteOf(notes, "uncertain_rows")).toBe(
      "uncertain_rows: Graded uncertain, neither positive nor negative: 2 of this gene's 2 rows, and 22% of all rows of the catalogue.",
    );
    expect(resolved).toMatchObject({ uncertain_percent: 22, grading_counts: { uncertain: 2 } });
  });
});

describe("mutation", () => {
  it.each(["p.Ser315Thr", "p.S315T", "p.(Ser315Thr)", " p.ser315thr "])(
    "%j is the listed p.Ser315Thr",
    async (mutation) => {
      const { records, query } = await ask({ gene: "katG", mutation });
      expect(records.map(({ record_id, flags }) => [record_id, flags])).toEqual([
        ["tbdb:katG:p.Ser315Thr:isoniazid", []],
      ]);
      expect(query.mutation_used).toBe("p.Ser315Thr");
    },
  );

  it("finds the mutation itself and the rule that covers it, and flags the rule", async () => {
    const { records, notes } = await ask({ gene: "katG", mutation: "p.Trp198fs" });
    expect(records.map(({ record_id, flags }) => [record_id, flags])).toEqual([
      ["tbdb:katG:frameshift_variant:isoniazid", ["by_rule"]],
      ["tbdb:katG:p.Trp198fs:isoniazid", []],
    ]);
    expect(codes(notes)).toContain("by_rule");
  });

  it.each([
    ["p.Gln439*", ["stop_gained"]],
    ["p.Met1?", ["start_lost"]],
    ["c.100_101delAA", ["frameshift_variant"]],
    ["c.1_2223del", ["feature_ablation", "transcript_ablation"]],
    ["deletion", ["feature_ablation", "transcript_ablation"]],
    ["LoF", ["feature_ablation", "frameshift_variant", "start_lost", "stop_gained", "transcript_ablation"]],
  ])("%s is covered by a rule though it is not listed", async (mutation, rules) => {
    const { records } = await ask({ gene: "katG", mutation });
    expect(records.map(({ detail }) => detail.mutation)).toEqual(rules);
    expect(records.every(({ flags }) => flags.includes("by_rule"))).toBe(true);
  });

  it("expands a rule row that the catalogue itself calls LoF", async () => {
    const { records } = await ask(
      { gene: "ahpC", mutation: "p.Trp5*", grades: "all" },
      withRows(graded("ahpC", "LoF", "isoniazid", "Uncertain significance")),
    );
    expect(records.map(({ record_id, flags }) => [record_id, flags])).toEqual([
      ["tbdb:ahpC:LoF:isoniazid", ["by_rule"]],
    ]);
  });

  it("is covered by a rule that holds in a stretch of the gene", async () => {
    const changes = withRows(graded("rpoC", "missense_variant_p.426_452", "rifampicin", "Assoc w R - Interim"));
    const { records, resolved } = await ask({ gene: "rpoC", mutation: "p.Ser450Leu" }, changes);
    expect(records.map(({ record_id, flags }) => [record_id, flags])).toEqual([
      ["tbdb:rpoC:missense_variant_p.426_452:rifampicin", ["by_rule"]],
    ]);
    expect(resolved.unreadable_mutations).toBe(0);
    expect((await ask({ gene: "rpoC", mutation: "p.Ile491Phe" }, changes)).record_ids).toEqual([]);
  });

  it("named by its consequence is the listed row, not covered by it", async () => {
    const { records } = await ask({ gene: "katG", mutation: "stop_gained" });
    expect(records.map(({ record_id, flags }) => [record_id, flags])).toEqual([
      ["tbdb:katG:stop_gained:isoniazid", []],
    ]);
  });

  it("claims no frame shift in an RNA gene", async () => {
    const changes = withRows(graded("rrs", "frameshift_variant", "amikacin", "Assoc w R"));
    expect((await ask({ gene: "rrs", mutation: "c.100delA" }, changes)).record_ids).toEqual([]);
  });

  it("that is not HGVS is compared as text, and said to be", async () => {
    const odd = "p.Ter839delins???";
    const changes = withRows(graded("katG", odd, "isoniazid", "Assoc w R"));
    const { records, notes, resolved } = await ask({ gene: "katG", mutation: odd }, changes);
    expect(records[0]).toMatchObject({ record_id: `tbdb:katG:${odd}:isoniazid`, flags: ["unreadable_mutation"] });
    expect(codes(notes)).toEqual(expect.arrayContaining(["mutation_unreadable", "unreadable_mutation"]));
    expect(resolved.unreadable_mutations).toBe(1);
  });

  it("that is very long gets a short id and keeps its full text", async () => {
    const long = `c.-338_-${338 - 199}del${"ACGT".repeat(50)}`;
    const { records } = await ask(
      { gene: "katG", mutation: long },
      withRows(
        graded("katG", long, "isoniazid", "Assoc w R"),
        graded("katG", `${long}A`, "isoniazid", "Not assoc w R"),
      ),
    );
    expect(records).toHaveLength(1);
    expect(records[0]?.record_id.length).toBeLessThanOrEqual(200);
    expect(records[0]?.record_id).toMatch(/^tbdb:katG:c\.-338_-139delACGT[ACGT]+-[0-9a-f]{12}:isoniazid$/);
    expect(records[0]?.detail.mutation).toBe(long);
  });
});
