import { at, replaced, WRONG } from "./change.ts";
import { withText } from "./reply.ts";
import { lasting, type Scenario } from "./scenario.ts";

export const KEGG_SCENARIOS: readonly Scenario[] = [
  lasting(
    "kegg_other_gene",
    "rows about a gene that was not asked",
    WRONG,
    at("kegg", /^\/(?:link\/pathway|conv\/\w+)\/mtu:/, replaced(/mtu:Rv1908c|mtu:Rv1484/g, "mtu:Rv9999")),
  ),
  lasting(
    "kegg_other_entry",
    "entries of genes that were not asked",
    WRONG,
    at("kegg", /^\/get\//, replaced(/Rv1908c|Rv1484/g, "Rv9999")),
  ),
  lasting(
    "kegg_other_organism",
    "a list of another organism's genes",
    WRONG,
    at("kegg", /^\/(?:list\/mtu$|find)/, replaced(/^mtu:/gm, "mto:")),
  ),
  lasting(
    "kegg_other_pathway",
    "genes of another pathway",
    WRONG,
    at("kegg", /^\/link\/mtu\//, replaced(/mtu00074/g, "mtu00999")),
  ),
  lasting(
    "kegg_not_flat",
    "entries as a table",
    ["unparsable", "in_band_error"],
    at("kegg", /^\/get\//, (healthy) => withText(healthy, "Rv1908c\tkatG\tCDS\n")),
  ),
];
