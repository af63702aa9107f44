import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { newerNode, peerBin } from "../support/peers/peers.ts";

export interface SuiteResult {
  /** Scenarios that the revision requires, with their checks. */
  readonly scored: readonly Scenario[];
  /** Scenarios that are run and reported only: extensions, and what came after the release. */
  readonly unscored: readonly Scenario[];
}

export interface Scenario {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
}

/** Runs everything that a revision requires of a server against one endpoint. */
export async function runServerSuite(url: string, revision: string): Promise<SuiteResult> {
  return parseSummary(await run(["server", "--url", url, "--requirements", revision]));
}

/** Runs one scenario against a client, which is started with the address of the suite's own server as last argument. */
export async function runClientScenario(
  command: readonly string[],
  scenario: string,
  revision: string,
): Promise<{ readonly passed: number; readonly failed: number; readonly text: string }> {
  const quoted = command.map((word) => JSON.stringify(word)).join(" ");
  const text = await run(["client", "--command", quoted, "--scenario", scenario, "--spec-version", revision]);
  const [, passed, , failed] = /^Passed: (\d+)\/(\d+), (\d+) failed/m.exec(text) ?? [];
  if (passed === undefined) throw new Error(`The suite ended without a summary:\n${text}`);
  return { passed: Number(passed), failed: Number(failed), text };
}

export function parseSummary(text: string): SuiteResult {
  const [, unscoredText = ""] = text.split(/^Not scored for /m);
  const unscoredNames = new Set([...unscoredText.matchAll(/^ +[✓✗] (\S+) \(/gm)].map(([, name]) => name));
  const scenarios = [...text.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed$/gm)].map(
    ([, name, passed, failed]) => ({
      name: String(name),
      passed: Number(passed),
      failed: Number(failed),
    }),
  );
  if (scenarios.length === 0) throw new Error("The suite ended without a summary");
  return {
    scored: scenarios.filter(({ name }) => !unscoredNames.has(name)),
    unscored: scenarios.filter(({ name }) => unscoredNames.has(name)),
  };
}

/** Everything that the suite says. Throws when it is not installed. */
function run(args: readonly string[]): Promise<string> {
  const node = newerNode();
  const suite = peerBin("conformance");
  if (node === null || suite === null) throw new Error("The conformance suite is not installed");
  return new Promise((resolve, reject) => {
    const child = spawn(node, [suite, ...args], { cwd: tmpdir(), stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        text += chunk;
      });
    }
    child.once("error", reject);
    child.once("close", () => resolve(text));
  });
}
