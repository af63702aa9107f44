import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describePeers } from "../support/peers/peers.ts";
import { startServing } from "../support/router/start-router.ts";
import { brokenRouter } from "./broken-router.ts";
import { type FixtureSource, startFixtureSource } from "./fixture/fixture-source.ts";
import { runClientScenario, runServerSuite, type Scenario, type SuiteResult } from "./suite.ts";

/** A server that pushes requests needs a session to push them into. */
const PUSH = [
  "elicitation-sep1034-defaults",
  "elicitation-sep1330-enums",
  "tools-call-elicitation",
  "tools-call-sampling",
];
/** An extension that the router does not offer (docs/protocol.md); the suite does not score it. */
const isTasks = ({ name }: Scenario): boolean => name.startsWith("tasks-");

const sum = (scenarios: readonly Scenario[], key: "passed" | "failed"): number =>
  scenarios.reduce((total, scenario) => total + scenario[key], 0);
const failing = (scenarios: readonly Scenario[]): string[] =>
  scenarios
    .filter(({ failed }) => failed > 0)
    .map(({ name }) => name)
    .sort();

/** The figures of a run, as docs/protocol.md gives them. Tasks apart, also what the suite runs without scoring it. */
function figuresOf({ scored, unscored }: SuiteResult) {
  const all = [...scored, ...unscored.filter((scenario) => !isTasks(scenario))];
  return {
    required: scored.length,
    requiredFailing: failing(scored),
    checks: sum(all, "passed") + sum(all, "failed"),
    failing: failing(all),
    of: (name: string) => all.find((scenario) => scenario.name === name)?.passed,
  };
}

describePeers("the official conformance suite, through the router", () => {
  let source: FixtureSource;
  beforeAll(async () => {
    source = await startFixtureSource();
  });
  afterAll(() => source.close());

  async function run(revision: string, environment: Record<string, string> = {}, front = (url: string) => url) {
    const serving = await startServing({
      servers: { fixture: { url: source.url } },
      environment: { GENE_ROUTER_SURFACE: "transparent", ...environment },
    });
    // The suite tells loopback by the name `localhost`.
    const result = await runServerSuite(front(serving.url.replace("127.0.0.1", "localhost")), revision);
    await serving.close(0);
    return figuresOf(result);
  }

  it("passes all 37 scenarios that 2026-07-28 requires, and 152 checks in all", async () => {
    const { required, checks, failing: none, of } = await run("2026-07-28");
    expect({ required, checks, none }).toEqual({ required: 37, checks: 152, none: [] });
    expect(of("http-header-validation")).toBe(14);
    expect(of("http-custom-header-server-validation")).toBe(10);
    expect(of("json-schema-2020-12")).toBe(8);
  });

  it("passes all 30 scenarios that 2025-11-25 requires with sessions on, 83 checks of 83", async () => {
    const { required, checks, failing: none } = await run("2025-11-25", { GENE_ROUTER_SESSIONS: "1" });
    expect({ required, checks, none }).toEqual({ required: 30, checks: 83, none: [] });
  });

  it("passes of 2025-11-25 without sessions all but the four scenarios that need push, 63 checks of 67", async () => {
    const { required, checks, failing: failed } = await run("2025-11-25");
    expect({ required, checks, failed }).toEqual({ required: 30, checks: 67, failed: PUSH });
  });

  it("notices a router that is broken on purpose", async () => {
    const serving = await startServing({
      servers: { fixture: { url: source.url } },
      environment: { GENE_ROUTER_SURFACE: "transparent" },
    });
    const broken = await brokenRouter(serving.url);
    const { scored } = await runServerSuite(broken.url, "2026-07-28");
    broken.close();
    await serving.close(0);
    expect(failing(scored).length).toBeGreaterThan(30);
  });
});

describePeers("the official conformance suite, with the router as the client", () => {
  const driver = fileURLToPath(new URL("client-driver.ts", import.meta.url));
  // The suite starts the driver elsewhere, so the loader is named by where it is.
  const tsx = import.meta.resolve("tsx");

  it.each([
    ["tools_call", 2],
    ["request-metadata", 5],
    ["http-standard-headers", 10],
    ["http-custom-headers", 18],
    ["http-invalid-tool-headers", 12],
    ["json-schema-ref-no-deref", 1],
    ["sep-2322-client-request-state", 5],
    ["json-schema-2020-12-preservation", 9],
  ])("%s: %i checks pass, whatever the host leaves out", async (scenario, checks) => {
    const { passed, failed, text } = await runClientScenario(
      [process.execPath, "--import", tsx, driver],
      scenario,
      "2026-07-28",
    );
    expect({ passed, failed }, text).toEqual({ passed: checks, failed: 0 });
  });
});
