import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The package's version, read from the nearest package.json (source tree and build alike). */
export function packageVersion(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    try {
      const text = readFileSync(join(folder, "package.json"), "utf8");
      return (JSON.parse(text) as { version: string }).version;
    } catch {
      if (dirname(folder) === folder) throw new Error("package.json was not found above the program");
    }
  }
}
