import { setting } from "../kit/settings.ts";
import { defineSource } from "../kit/source.ts";
import { tbdbAssumptions } from "./assumptions.ts";
import { libraryService, TbdbClient } from "./client.ts";
import { DEFAULT_BASE, DEFAULT_REF, parseRef } from "./data-version.ts";
import { licences } from "./licences.ts";
import { genesTable } from "./tables/genes-table.ts";
import { variantsTable } from "./tables/variants-table.ts";
import { findByPosition } from "./tools/find-by-position.ts";
import { getCompensatory } from "./tools/get-compensatory.ts";
import { getLineageMarkers } from "./tools/get-lineage-markers.ts";
import { getRelease } from "./tools/get-release.ts";
import { getResistanceVariants } from "./tools/get-resistance-variants.ts";
import { listDrugs } from "./tools/list-drugs.ts";
import { listGenes } from "./tools/list-genes.ts";

export const tbdb = defineSource({
  name: "tbdb",
  title: "tbdb",
  description:
    "M. tuberculosis resistance variants with WHO grades per drug, and lineage-defining positions (TB-Profiler library), for H37Rv genes",
  homepage: "https://github.com/jodyphelan/tbdb",
  terms:
    "tbdb is LGPL-3.0; rows from the WHO mutation catalogue are CC BY-NC-SA 3.0 IGO: attribution, non-commercial, share alike.",
  licences,
  settings: {
    url: setting.url("GENE_ROUTER_TBDB_URL", "base URL of the tbdb repository's raw files", DEFAULT_BASE),
    ref: {
      variable: "GENE_ROUTER_TBDB_REF",
      purpose: "tbdb data version: a full commit hash, or a tag or branch name",
      fallback: DEFAULT_REF,
      parse: parseRef,
    },
  },
  create({ upstream, settings }) {
    const client = new TbdbClient({ upstream, base: settings.url, ref: settings.ref });
    return [
      findByPosition(client),
      getCompensatory(client),
      getLineageMarkers(client),
      getRelease(client),
      getResistanceVariants(client),
      listDrugs(client),
      listGenes(client),
      genesTable(client),
      variantsTable(client),
    ];
  },
  assumptions: ({ upstream, settings: { url, ref } }) => tbdbAssumptions(upstream, libraryService(upstream, url), ref),
});
