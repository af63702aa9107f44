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
  const key = `servers.${namespace}.command`;
  const places = /[\\/]/.test(program) ? [program] : PATH.split(delimiter).map((folder) => join(folder, program));
  const files = (await Promise.all(places.map(isFile))).flatMap((there, at) => (there ? [places[at] ?? ""] : []));
  if (files.length === 0) {
    return finding("program_missing", {
      source: namespace,
      message: "the program of its command is not found",
      cure: `install it, or write its whole path in ${key}`,
    });
  }
  if ((await Promise.all(files.map(mayRun))).includes(true)) return null;
  return finding("program_not_executable", {
    source: namespace,
    message: "the program of its command may not be run by this user",
    cure: `make it executable with chmod +x, or name its interpreter first in ${key}`,
  });
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
