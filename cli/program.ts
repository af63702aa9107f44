import type { Readable, Writable } from "node:stream";
import type { EndingProcess } from "../router/shutdown.ts";
import type { Environment } from "../servers/kit/settings.ts";
import type { Output } from "./output.ts";

/** What a command may touch of the process that it runs in. */
export interface Program {
  readonly environment: Environment;
  readonly output: Output;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly process: EndingProcess & { readonly pid: number; exitCode?: number | string | null | undefined };
}
