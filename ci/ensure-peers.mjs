// Installs what the project is tested against and never built from: the official conformance suite, and clients and
// servers of other makes. Does nothing when their lock file has not changed. Without the registry it says so and ends
// well: the tests that need them are skipped by name.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** What npm says when the registry cannot be reached. Anything else is a fault to look at, not a reason to skip. */
const UNREACHABLE =
  /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|E5\d\d)\b/;

const folder = resolve(import.meta.dirname, "../tests/peers");
const stamp = join(folder, "node_modules", ".gene-router-installed");
const wanted = createHash("sha256")
  .update(readFileSync(join(folder, "package-lock.json")))
  .update(`${process.platform}-${process.arch}`)
  .digest("hex");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
  console.error("gene-router: installing the peers that it is tested against …");
  rmSync(stamp, { force: true });
  // Some of them ask for a newer Node than this project does, and bring it.
  const env = { ...process.env, npm_config_engine_strict: "false" };
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1", "--fetch-timeout=30000"];
  const npm = spawnSync("npm", args, {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    shell: process.platform === "win32",
    timeout: 300_000,
  });
  const reason = npm.error?.code ?? UNREACHABLE.exec(npm.stderr)?.[1];
  if (npm.status === 0) writeFileSync(stamp, wanted);
  else if (reason !== undefined) {
    console.error(`gene-router: the npm registry cannot be reached (${reason}); what needs the peers is skipped.`);
  } else {
    console.error(npm.stderr);
    console.error("gene-router: the peers cannot be installed; npm's message is above.");
    process.exitCode = 1;
  }
}
