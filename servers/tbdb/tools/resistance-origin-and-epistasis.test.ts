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

describe("origin and terms", () => {
  it("follow each record's own rows", async () => {
    const { records, licences } = await ask({ gene: "katG", grades: ["assoc_w_r_interim", "ungraded"] });
    expect(records.map(({ detail, licence }) => [detail.mutation, licence])).toEqual([
      ["feature_ablation", "who-cc-by-nc-sa-3.0-igo"],
      ["p.Trp198fs", "who-cc-by-nc-sa-3.0-igo"],
      ["p.Tyr304Ser", "lgpl-3.0"],
    ]);
    expect(Object.keys(licences)).toEqual(["lgpl-3.0", "who-cc-by-nc-sa-3.0-igo"]);
    expect(licences["who-cc-by-nc-sa-3.0-igo"]?.attribution).toContain("ODC-By");
  });

  it("of a record with rows from both are the stricter ones", async () => {
    const changes = withRows(graded("katG", "p.Ser315Thr", "isoniazid", "", { source: "tbdb" }));
    const { records } = await ask({ gene: "katG", mutation: "p.Ser315Thr" }, changes);
    expect(records[0]?.licence).toBe("who-cc-by-nc-sa-3.0-igo");
    expect(records[0]?.detail.rows).toHaveLength(2);
    expect(records[0]?.flags).toEqual(["grade_conflict"]);
  });

  it("sources: who leaves rows of other origin out before anything is judged", async () => {
    const changes = withRows(graded("katG", "p.Ser315Thr", "isoniazid", "", { source: "tbdb" }));
    const { records } = await ask({ gene: "katG", grades: "all", sources: "who" }, changes);
    expect(records).toHaveLength(9);
    const [variant] = records.filter(({ detail }) => detail.mutation === "p.Ser315Thr");
    expect(variant?.detail.rows).toHaveLength(1);
    expect(variant?.flags).toEqual([]);
  });

  it("in a layout without origin are WHO's for whatever is graded", async () => {
    const old =
      "Gene,Mutation,type,drug,original_mutation,confidence,comment\nkatG,p.Ser315Thr,x,isoniazid,p.Ser315Thr,Assoc w R,\n";
    const { records } = await ask({ gene: "katG", sources: "who" }, { "mutations.csv": old });
    expect(records[0]).toMatchObject({ licence: "who-cc-by-nc-sa-3.0-igo", detail: { rows: [{ source: null }] } });
  });
});

describe("epistasis", () => {
  it("is stated and flagged for the drugs of the target gene", async () => {
    const { records, resolved, notes, requests } = await ask({ gene: "Rv0678" });
    expect(resolved.epistasis_rules).toEqual([
      {
        rule: "mmpR5_rule",
        source_gene: "mmpL5",
        source_locus: "Rv0676c",
        source_type: "LoF",
        target_gene: "mmpR5",
        target_locus: "Rv0678",
        drugs: ["bedaquiline"],
      },
    ]);
    expect(records.map(({ detail, flags }) => [detail.drug, flags])).toEqual([
      ["bedaquiline", ["epistasis"]],
      ["clofazimine", []],
    ]);
    expect(codes(notes)).toEqual(expect.arrayContaining(["epistasis_rules", "epistasis"]));
    const urls = records[0]?.request_refs.map((ref) => requests[ref]?.url.split("/").at(-1));
    expect(urls).toEqual(["mutations.csv", "genome.gff", "rules.yml"]);
  });

  it("is stated on the side of the source gene too", async () => {
    const { outcome, resolved, notes } = await ask({ gene: "mmpL5" });
    expect(outcome).toBe("none_on_record");
    expect(resolved.epistasis_rules).toMatchObject([{ source_locus: "Rv0676c" }]);
    expect(codes(notes)).toContain("epistasis_rules");
  });

  it("within one gene concerns only the drugs of the rule", async () => {
    const { records } = await ask({ gene: "eis", grades: "all" });
    expect(records.map(({ detail, flags }) => [detail.drug, flags])).toEqual([
      ["kanamycin", ["epistasis"]],
      ["amikacin", ["epistasis"]],
      ["capreomycin", []],
    ]);
  });

  it("is not stated where no rule touches the gene", async () => {
    expect(codes((await ask({ gene: "katG" })).notes)).not.toContain("epistasis_rules");
  });
});
