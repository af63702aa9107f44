import { it } from "vitest";
import { capturedText } from "../support/captured/captured.ts";
import { fromMykrobe } from "../captured/tbdb-spellings.ts";
import { withTbdb } from "../captured/tbdb-served.ts";
it("p", async () => {
  await withTbdb({}, async (s) => {
    const names = Object.keys(JSON.parse(capturedText("tbdb/other-catalogues/mykrobe_tb_variant_to_resistance_drug.json")));
    for (const n of names) { const m = fromMykrobe(n); if (!m) continue;
      const r = await s.call("get_resistance_variants", { gene: m.gene, mutation: m.hgvs, grades: "all" });
      const q = await s.call("get_resistance_variants", { gene: m.gene, mutation: n, grades: "all" });
      if (r.outcome === "not_resolved" || q.outcome !== r.outcome) console.log(n, m.hgvs, r.outcome, q.outcome, q.query.mutation_used, r.notes.map(x=>x.split(":")[0]).join());
    }
    for (const line of capturedText("tbdb/other-catalogues/reseq.csv").split("\n").slice(0,3)) console.log(line);
  });
}, 120000);
