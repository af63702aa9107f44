import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder that holds the nearest package.json, from the source tree and from the build alike. */
export function packageRoot(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (dirname(folder) === folder) throw new Error("package.json was not found above the program");
  }
}

/** The package's version. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string }).version;
