import { it } from "vitest";
import { withTbdb } from "../captured/tbdb-served.ts";
it("probe", async () => {
  await withTbdb({}, async (s) => {
    const v = async (gene: string, mutation: string, extra: object = {}) => {
      const r = await s.call("get_resistance_variants", { gene, mutation, grades: "all", ...extra });
      console.log(gene, mutation, JSON.stringify(extra), "=>", r.outcome, r.records.map((x) => `${x.record_id} ${x.detail.grade} ${x.flags}`).slice(0, 8), r.notes.map((n) => n.split(":")[0]).join(","), r.errors.map(e=>e.message));
    };
    for (const [g, m] of [
      ["fabG1", "c.-15C>T"], ["inhA", "c.-777C>T"], ["inhA", "c.-15C>T"], ["inhA", "c.-154G>A"], ["fabG1", "p.Leu203Leu"], ["fabG1", "c.609G>A"], ["fabG1", "L203L"],
      ["katG", "S315T"], ["katG", "Ser315Thr"], ["katG", "p.S315T"], ["katG", "katG_p.Ser315Thr"], ["katG", "katG_S315T"], ["katG", "katG p.Ser315Thr"], ["katG", "c.944G>C"], ["katG", "AGC315ACC"], ["Rv1908c", "Rv1908c_p.Ser315Thr"],
      ["katG", "p.Trp351STOP"], ["katG", "p.Trp351*"], ["katG", "p.Trp351Ter"], ["katG", "W351*"], ["katG", "katG_LoF"], ["katG", "katG_deletion"], ["katG", "deletion"],
      ["eis", "G-6T"], ["eis", "c.-6G>T"], ["eis", "g-14a"], ["eis", "C-14T"], ["eis", "c.-14C>T"], ["inhA", "inhA_g-154a"],
      ["rrs", "n.1401A>G"], ["rrs", "A1401G"], ["rrs", "r.1401a>g"], ["rrs", "c.1401A>G"], ["rrs","a1401g"], ["MTB000019", "n.1401A>G"],
      ["rpoB", "p.Ser531Leu"], ["rpoB", "p.Ser450Leu"], ["rpoB", "S531L"], ["rpoB", "p.His526Tyr"],
      ["Rv0678", "p.Met1?"], ["Rv0678", "p.Met1Val"], ["mmpR5", "p.Tyr92*"], ["Rv0678", "p.Leu83Pro"],["Rv0678", "c.1A>G"],["Rv0678", "c.-1_1insA"],
      ["ethA", "c.-1_1insA"], ["pncA", "c.7G>C"], ["pncA", "p.Ter187Argext*?"], ["pncA", "c.391_392insGG"], ["pncA", "c.392_393insGG"], ["gyrA", "c.2517_*25delATCAGGCTCGCCCGACGACGATGCGG"],
      ["gid", "Chromosome:g.4407912_4408042del"], ["pncA", "g.2288682_2289080del"], ["pncA", "large_deletion"], ["pncA", "p.Val21Ala"], ["pncA","p.Ser65Ser"], ["pncA","c.195C>T"], ["embB", "p.Pro371Arg"], ["rpoB", "p.Pro454Ser"],
      ["gid", "c.330_346delGGCCGTTGAGATCGTGCinsTGCCGTTGAGATCGTGCG"], ["gid", "gid_347_ins_1_cgcacgatctcaacggcc_ccgcacgatctcaacggca"], ["whiB6", "c.-75del"], ["Rv1258c","c.580_581insC"], ["rpoB", "p.426_452"], ["rpoB", "p.Gln432_Phe433insAla"], ["rpoB","p.Phe433del"], ["rpoB", "c.1295_1303delAATTCATGG"],
      ["rplC","C154R"], ["ddn","p.Gly81Ser"], ["dnaA","p.Thr10Ala"], ["ccsA","p.Arg131="], ["ccsA","c.393T>G"], ["tlyA","p.Met1?"],["fgd1","fgd1_deletion"],["gyrA","p.Ala90Val"],["gyrA","A90G"],["gyrA","p.Glu21Gln"],
    ] as const) await v(g, m);
    await v("katG", "p.Ser315Thr", { drug: "INH" });
    await v("gyrA", "p.Asp94Gly", { drug: "fluoroquinolones" });
    await v("thyA", "LoF", { drug: "PAS" });
    await v("thyA", "LoF", { drug: "para-aminosalicylic acid" });
    for (const l of ["lineage4", "L4", "4", "Lineage 4", "4.9", "lineage4.9", "La1.3", "lineage2.2.1", "M.bovis", "Beijing", "lineage 4.9", "BOV", "La3", "L2.2.1"]) {
      const r = await s.call("get_lineage_markers", { lineage: l });
      console.log(l, r.outcome, r.records.length, JSON.stringify(r.resolved).slice(0, 200), r.notes.map((n) => n.split(":")[0]).join(","));
    }
    for (const a of [{ position: 778992 }, { position: 778992, allele: "A" }, { position: 759310 }, { position: 759807 }, { position: 67076, allele: "T" }, { position: 528781, allele: "A" }, { position: 1673425, allele: "T" }, { position: 1674048 }, {position: 2155167, allele: "T"}, {position: 2155168, allele: "G"},{position: 206481, allele: "C"},{position:0},{position: 4411533},{position: 4407912}]) {
      const r = await s.call("find_by_position", a);
      console.log(JSON.stringify(a), r.outcome, r.records.slice(0, 12).map((x) => `${x.record_id} ${x.detail.kind} ${x.detail.part ?? ""} ${x.detail.match ?? ""} ${x.detail.grade ?? ""} ${x.detail.allele_match} ${JSON.stringify(x.detail.other_names ?? [])} ${x.detail.same_change ?? ""}`), JSON.stringify(r.resolved).slice(0, 300), r.notes.map((n) => n.split(":")[0]).join(","));
    }
  });
}, 120000);
