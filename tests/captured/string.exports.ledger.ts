import type { ReadRow } from "./ledger.ts";
import { expectRefused } from "./string-answers.ts";
import { type ExportFacts, networkAgrees } from "./string-networks.ts";
import { type TermFacts, termsAgree } from "./string-terms.ts";

/** The file's rows as the API gives them, through the tools; the file itself in place of an answer is refused. */
const network = (file: string, what: string, facts: ExportFacts): ReadRow => ({
  file: `string/${file}`,
  tool: "get_network, get_partners",
  out: `${what}: every pair at four thresholds, ${facts.textminingOnly} resting on text mining`,
  check: async () => {
    await networkAgrees(file, facts);
    await expectRefused(file, "in_band_error");
  },
});

const terms = (file: string, category: string, facts: TermFacts): ReadRow => ({
  file: `string/web-export/${file}`,
  tool: "get_enrichment",
  out: `${facts.terms} terms of ${category}, by their rates, with counts and members`,
  check: async () => {
    await termsAgree(`web-export/${file}`, category, facts);
    await expectRefused(`web-export/${file}`, "in_band_error");
  },
});

export const rows: readonly ReadRow[] = [
  network("mtb_string_interactions_short_53rows.tsv", "four genes of H37Rv with their partners", {
    ...{ proteins: 40, rows: 53, pairs: 53 },
    ...{ textminingOnly: 0, beyond: 43 },
  }),
  network(
    "stringApp_tabdelimited.y8LaiMOPf02T.txt",
    "an older export, with other names of channels and ids of its own",
    {
      ...{ proteins: 42, rows: 432, pairs: 432 },
      ...{ textminingOnly: 150, beyond: 276 },
    },
  ),
  network("web-export/ManoharPaturi_string_interactions_short.tsv", "a bacterium with locus tags of its own", {
    ...{ proteins: 11, rows: 14, pairs: 14 },
    ...{ textminingOnly: 0, beyond: 12 },
  }),
  network("web-export/NHTOman_string_interactions_short.tsv", "135 proteins, so asked in blocks", {
    ...{ proteins: 135, rows: 912, pairs: 912 },
    ...{ textminingOnly: 740, beyond: 98 },
  }),
  network("web-export/dsxksss_example_string_interactions1.tsv", "each pair in both directions, shown once", {
    ...{ proteins: 24, rows: 96, pairs: 48 },
    ...{ textminingOnly: 26, beyond: 13 },
  }),
  network("web-export/dsxksss_example_string_interactions_short1.tsv", "the same in one direction", {
    ...{ proteins: 24, rows: 48, pairs: 48 },
    ...{ textminingOnly: 26, beyond: 13 },
  }),
  network("web-export/zainabbutul14_string_interactions.tsv", "a neighbourhood of 16 proteins", {
    ...{ proteins: 16, rows: 15, pairs: 15 },
    ...{ textminingOnly: 4, beyond: 10 },
  }),
  terms("WuBoFu_enrichment.Component.tsv", "Component", { terms: 9, proteins: 11, first: "GO:0031461" }),
  terms("WuBoFu_enrichment.KEGG.tsv", "KEGG", { terms: 13, proteins: 7, first: "hsa04120" }),
];
