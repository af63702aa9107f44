import { BODY_SCENARIOS } from "./content-scenarios.ts";
import { LAYOUT_SCENARIOS, LOOSE_SCENARIOS } from "./row-scenarios.ts";
import type { Scenario } from "./scenario.ts";
import { SERVICE_SCENARIOS } from "./service-scenarios.ts";
import { REDIRECT_SCENARIOS, STATUS_SCENARIOS, TRANSFER_SCENARIOS } from "./transport-scenarios.ts";

/** Every way of going wrong that the stand-in knows, and the ways of looking wrong that are none. */
export const SCENARIOS: readonly Scenario[] = [
  ...STATUS_SCENARIOS,
  ...REDIRECT_SCENARIOS,
  ...TRANSFER_SCENARIOS,
  ...BODY_SCENARIOS,
  ...LAYOUT_SCENARIOS,
  ...SERVICE_SCENARIOS,
  ...LOOSE_SCENARIOS,
];

export function scenarioNamed(name: string): Scenario {
  const scenario = SCENARIOS.find((one) => one.name === name);
  if (scenario === undefined) throw new Error(`There is no scenario ${name}`);
  return scenario;
}
