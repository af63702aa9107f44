import { BODY_SCENARIOS } from "./content-scenarios.ts";
import { IDCONV_SCENARIOS } from "./idconv-scenarios.ts";
import { KEGG_SCENARIOS } from "./kegg-scenarios.ts";
import { NCBI_SCENARIOS } from "./ncbi-scenarios.ts";
import { LAYOUT_SCENARIOS, LOOSE_SCENARIOS } from "./row-scenarios.ts";
import type { Scenario } from "./scenario.ts";
import { STRING_SCENARIOS } from "./string-scenarios.ts";
import { TBDB_SCENARIOS } from "./tbdb-scenarios.ts";
import { REDIRECT_SCENARIOS, STATUS_SCENARIOS, TRANSFER_SCENARIOS } from "./transport-scenarios.ts";
import { UNIPROT_SCENARIOS } from "./uniprot-scenarios.ts";

/** Every way of going wrong that the stand-in knows, and the ways of looking wrong that are none. */
export const SCENARIOS: readonly Scenario[] = [
  ...STATUS_SCENARIOS,
  ...REDIRECT_SCENARIOS,
  ...TRANSFER_SCENARIOS,
  ...BODY_SCENARIOS,
  ...LAYOUT_SCENARIOS,
  ...KEGG_SCENARIOS,
  ...STRING_SCENARIOS,
  ...UNIPROT_SCENARIOS,
  ...NCBI_SCENARIOS,
  ...IDCONV_SCENARIOS,
  ...TBDB_SCENARIOS,
  ...LOOSE_SCENARIOS,
];

export function scenarioNamed(name: string): Scenario {
  const scenario = SCENARIOS.find((one) => one.name === name);
  if (scenario === undefined) throw new Error(`There is no scenario ${name}`);
  return scenario;
}
