// Compiles to dist/ when a source file is newer than the last build; a no-op otherwise. No dependency but the compiler.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const stamp = join(root, "dist", ".built");
const FOLDERS = ["cli", "router", "servers", "citations", "clients"];
const FILES = ["package-lock.json", "tsconfig.json", "tsconfig.build.json"];

/** Newest change below a path, milliseconds; a removed file shows in its folder's own time. */
function newest(path) {
  if (!existsSync(path)) return 0;
  const own = statSync(path);
  if (!own.isDirectory()) return path.endsWith(".test.ts") ? 0 : own.mtimeMs;
  return readdirSync(path).reduce((time, name) => Math.max(time, newest(join(path, name))), own.mtimeMs);
}

const changed = Math.max(...[...FOLDERS, ...FILES].map((name) => newest(join(root, name))));
if (!existsSync(stamp) || statSync(stamp).mtimeMs < changed) {
  console.error("gene-router: building …");
  rmSync(join(root, "dist"), { recursive: true, force: true });
  const tsc = spawnSync(
    process.execPath,
    [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", "tsconfig.build.json"],
    {
      cwd: root,
      stdio: ["ignore", 2, 2],
    },
  );
  if (tsc.status !== 0) process.exit(tsc.status ?? 1);
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(stamp, "");
}
