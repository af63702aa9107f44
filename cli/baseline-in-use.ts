import { resolve } from "node:path";
import type { Config } from "../router/config/config.ts";
import { BadBaseline, type Baseline } from "../router/drift/baseline.ts";
import { baselineFileOf, loadBaseline } from "../router/drift/baseline-file.ts";
import { UsageError } from "./exit-codes.ts";

export interface BaselineInUse {
  readonly file: string;
  /** null: there is no such file. */
  readonly baseline: Baseline | null;
}

/** The baseline that is named, set or found beside servers.yaml. Throws `UsageError` when it cannot be used. */
export async function baselineInUse(config: Config, named: string | undefined, cure: string): Promise<BaselineInUse> {
  const file = named === undefined ? baselineFileOf(config) : resolve(named);
  if (file === null) throw new UsageError("There is no place for a baseline; name one with --baseline FILE");
  try {
    return { file, baseline: await loadBaseline(file) };
  } catch (error) {
    const reason = error instanceof BadBaseline ? error.message : "the baseline cannot be read";
    throw new UsageError(`${reason}; ${cure}`);
  }
}
