import { spawn } from "node:child_process";
import { tmpdir } from "node:os";

/** The suite needs Node 22 or newer; npm brings both for the run alone. */
const NPX = ["-y", "-p", "node@24", "-p", "@modelcontextprotocol/conformance@0.2.0-alpha.12", "conformance"];

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

/** What npm says when the registry cannot be reached; anything else is a fault to look at, not a reason to skip. */
const UNREACHABLE =
  /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|E5\d\d)\b/;

/** Why the suite cannot be fetched; null when it can. Throws when it was fetched and does not run. */
export async function registryProblem(): Promise<string | null> {
  const { code, text } = await run(["list"]);
  if (code === 0) return null;
  const reason = UNREACHABLE.exec(text)?.[1];
  if (reason === undefined) throw new Error(`The suite does not start:\n${text}`);
  return reason;
}

/** Runs everything that a revision requires against one endpoint. Throws when the suite says nothing that can be read. */
export async function runSuite(url: string, revision: string): Promise<SuiteResult> {
  const { text } = await run(["server", "--url", url, "--requirements", revision]);
  return parseSummary(text);
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

function run(args: readonly string[]): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    // This project's npm settings refuse whatever does not run on the Node at hand, and `npm run` hands them on.
    const env = { ...process.env, npm_config_engine_strict: "false", npm_config_loglevel: "error" };
    const child = spawn("npx", [...NPX, ...args], { cwd: tmpdir(), env, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        text += chunk;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, text }));
  });
}
