// Installs what is missing and does nothing when the lock file has not changed. No dependency: it runs before any is there.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const stamp = join(root, "node_modules", ".gene-router-installed");
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`gene-router needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

// The Node version and platform count too: native parts of packages differ between them.
const wanted = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .update(`${process.platform}-${process.arch}-${process.versions.modules}`)
  .digest("hex");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
  console.error("gene-router: installing dependencies …");
  // Without the development dependencies there is neither compiler nor suite, whatever NODE_ENV says.
  const npm = spawnSync("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (npm.status !== 0) {
    console.error(
      "gene-router: npm ci failed; its message is above. Check the network or proxy settings and try again.",
    );
    process.exit(npm.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}
