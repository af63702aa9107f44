import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "results");

/** The machine that a figure was measured on; without its name. */
export const machine = () => ({
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memory_gb: Math.round(totalmem() / 2 ** 30),
});

/** Writes `bench/results/<name>.json`, whole or not at all. */
export function writeResult(name: string, result: object): void {
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, `${name}.json`);
  writeFileSync(`${path}.part`, `${JSON.stringify(result, null, 2)}\n`);
  renameSync(`${path}.part`, path);
}
