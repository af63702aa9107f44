import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Environment } from "../../servers/kit/settings.ts";
import type { SourceConfig } from "../config/config.ts";
import { type DoctorFinding, finding } from "./finding.ts";

/** Whether the program of a child source is there and may be run; null when it is. */
export async function contactProgram(
  { namespace }: SourceConfig,
  program: string,
  { PATH = "" }: Environment,
): Promise<DoctorFinding | null> {
  // Windows looks for more endings than this does; there the connection itself finds out.
  if (process.platform === "win32") return null;
  const key = `servers.${namespace}.command`;
  const places = program.includes("/") ? [program] : PATH.split(delimiter).map((folder) => join(folder, program));
  const found = await Promise.all(places.map(isFile));
  const files = places.filter((_, at) => found[at]);
  if (files.length === 0) {
    const cure = `install it, or write its whole path into ${key}`;
    return finding("program_not_found", namespace, "the program of its command is not found", cure);
  }
  if ((await Promise.all(files.map(mayRun))).includes(true)) return null;
  const cure = `make it executable with chmod +x, or name its interpreter first in ${key}`;
  return finding("program_not_executable", namespace, "the program of its command may not be run by this user", cure);
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

const mayRun = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
