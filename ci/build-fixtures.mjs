// fixtures/entries/<name>/*.json → fixtures/<name>/manifest.json. With --check it only says whether they agree.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const fixtures = resolve(import.meta.dirname, "../fixtures");
const CREATED_AT = "2026-11-30T12:00:00.000Z";
let stale = 0;

for (const name of readdirSync(join(fixtures, "entries"))) {
  const folder = join(fixtures, "entries", name);
  const entries = readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
  for (const { id, responses } of entries) {
    for (const { body_text, content_sha256 } of responses) {
      if (body_text === undefined) continue;
      const actual = createHash("sha256").update(body_text).digest("hex");
      if (content_sha256 !== actual) {
        console.error(`entries/${name}: ${id} has a content_sha256 that is not its body's; it should be ${actual}`);
        process.exitCode = 1;
      }
    }
  }
  const text = `${JSON.stringify({ format: "gene-router-recording/1", created_at: CREATED_AT, entries }, null, 2)}\n`;
  const target = join(fixtures, name, "manifest.json");
  if (existsSync(target) && readFileSync(target, "utf8") === text) continue;
  stale += 1;
  if (process.argv.includes("--check"))
    console.error(`fixtures/${name}/manifest.json is out of date: npm run fixtures`);
  else {
    mkdirSync(join(fixtures, name), { recursive: true });
    writeFileSync(target, text);
  }
}
if (stale > 0 && process.argv.includes("--check")) process.exitCode = 1;
