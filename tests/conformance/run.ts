import { startServing } from "../support/router/start-router.ts";
import { brokenRouter } from "./broken-router.ts";
import { startFixtureSource } from "./fixture/fixture-source.ts";
import { registryProblem, runSuite, type SuiteResult } from "./suite.ts";

/** docs/operations.md gives the reason. */
const SUBSCRIPTIONS = ["resources-subscribe", "resources-unsubscribe"];
/** A server that pushes requests needs a session to push them into. */
const PUSH = [
  "tools-call-sampling",
  "tools-call-elicitation",
  "elicitation-sep1034-defaults",
  "elicitation-sep1330-enums",
];

interface Leg {
  readonly name: string;
  readonly revision: string;
  readonly sessions: boolean;
  /** Scenarios that fail, each with a reason that is written down. Any other failure, and any pass among them, is news. */
  readonly failing: readonly string[];
}

const LEGS: readonly Leg[] = [
  { name: "router", revision: "2026-07-28", sessions: false, failing: [] },
  { name: "router", revision: "2025-11-25", sessions: false, failing: [...PUSH, ...SUBSCRIPTIONS] },
  { name: "router with sessions", revision: "2025-11-25", sessions: true, failing: SUBSCRIPTIONS },
];

const sum = (scenarios: SuiteResult["scored"], key: "passed" | "failed"): number =>
  scenarios.reduce((total, scenario) => total + scenario[key], 0);

/** Runs one leg and says what it found. Returns whether everything was as expected. */
async function runLeg({ name, revision, sessions, failing }: Leg, source: string): Promise<boolean> {
  const serving = await startServing({
    servers: { fixture: { url: source } },
    environment: { GENE_ROUTER_SURFACE: "transparent", ...(sessions && { GENE_ROUTER_SESSIONS: "1" }) },
  });
  // The suite tells loopback by the name `localhost`.
  const { scored, unscored } = await runSuite(serving.url.replace("127.0.0.1", "localhost"), revision);
  await serving.close(0);
  const failed = scored.filter((scenario) => scenario.failed > 0).map((scenario) => scenario.name);
  const surprising = failed.filter((each) => !failing.includes(each));
  const mended = failing.filter((each) => !failed.includes(each));
  const checks = `${sum(scored, "passed")} of ${sum(scored, "passed") + sum(scored, "failed")} checks`;
  console.log(`${name}, ${revision}: ${scored.length - failed.length} of ${scored.length} scenarios, ${checks}`);
  for (const each of failed) console.log(`  ${failing.includes(each) ? "known" : "FAILED"}  ${each}`);
  for (const each of mended) console.log(`  PASSES, though it was expected to fail: ${each}`);
  for (const each of unscored) console.log(`  unscored  ${each.name}: ${each.passed} passed, ${each.failed} failed`);
  return surprising.length === 0 && mended.length === 0;
}

/** The suite must see a fault that is really there. */
async function controlFails(source: string): Promise<boolean> {
  const serving = await startServing({
    servers: { fixture: { url: source } },
    environment: { GENE_ROUTER_SURFACE: "transparent" },
  });
  const broken = await brokenRouter(serving.url);
  const { scored } = await runSuite(broken.url, "2026-07-28");
  broken.close();
  await serving.close(0);
  const failed = scored.filter((scenario) => scenario.failed > 0).length;
  console.log(`a router that is broken on purpose: ${failed} of ${scored.length} scenarios fail, as they must`);
  return failed > 0;
}

const problem = await registryProblem();
if (problem !== null) {
  console.log(
    `SKIPPED: the npm registry, which brings the conformance suite, cannot be reached (${problem}); nothing was checked`,
  );
} else {
  const source = await startFixtureSource();
  const results: boolean[] = [];
  for (const leg of LEGS) results.push(await runLeg(leg, source.url));
  results.push(await controlFails(source.url));
  await source.close();
  process.exitCode = results.every(Boolean) ? 0 : 1;
}
