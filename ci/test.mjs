// The whole check of the project, in the order in which a failure is cheapest to see. Ends with "N passed, N failed".
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const bin = (name) => join(root, "node_modules", ".bin", name);
const scratch = mkdtempSync(join(tmpdir(), "gene-router-test-"));
const report = join(scratch, "vitest.json");
const rest = process.argv.slice(2);

const CHECKS = [
  ["build", process.execPath, ["ci/build.mjs"]],
  ["lint and format", bin("biome"), ["check", "--error-on-warnings"]],
  ["types", bin("tsc"), ["--noEmit", "-p", "."]],
  ["unused code", bin("knip"), ["--no-progress"]],
  ["fixtures", process.execPath, ["ci/build-fixtures.mjs", "--check"]],
  ["fleet baseline", process.execPath, ["dist/cli/main.js", "drift"]],
  ["peers installed, or named as missing", process.execPath, ["ci/ensure-peers.mjs"]],
  ["generated documents", process.execPath, ["dist/cli/main.js", "docs", "--check"]],
];

let passed = 0;
let failed = 0;
let skipped = 0;

if (rest.length === 0) {
  for (const [name, command, args] of CHECKS) {
    const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
    console.log(`${status === 0 ? "✓" : "✗"} ${name}`);
    if (status === 0) passed += 1;
    else failed += 1;
  }
}

const suite = spawnSync(
  bin("vitest"),
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...rest],
  { cwd: root, stdio: "inherit" },
);
try {
  const counts = JSON.parse(readFileSync(report, "utf8"));
  passed += counts.numPassedTests;
  failed += counts.numFailedTests;
  skipped = counts.numPendingTests + counts.numTodoTests;
  // A suite that broke before its tests ran counts no test, and is a failure all the same.
  if (suite.status !== 0 && counts.numFailedTests === 0) failed += Math.max(1, counts.numFailedTestSuites);
  if (counts.numTotalTests === 0) failed += 1;
  if (skipped > 0) listSkipped(counts.testResults);
} catch {
  console.error("The test runner ended without a report.");
  failed += 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Skipped cases are named: nothing is passed over in silence. */
function listSkipped(results) {
  const reasons = new Map();
  for (const { assertionResults } of results) {
    for (const { status, ancestorTitles, title } of assertionResults) {
      if (status !== "pending" && status !== "skipped" && status !== "todo") continue;
      const suiteName = ancestorTitles[0] ?? title;
      reasons.set(suiteName, (reasons.get(suiteName) ?? 0) + 1);
    }
  }
  console.log("Skipped:");
  for (const [name, count] of reasons) console.log(`  ${count} × ${name}`);
}

console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed === 0 ? 0 : 1);
