import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openContext } from "../../cli/context.ts";
import { serveHttp } from "../../router/serve-http.ts";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";

/** A folder for one test file; removed by `remove`. */
export function scratchFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "gene-router-e2e-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export interface RouterUnderTest {
  /** Calls a tool by its full name, through the router. */
  call(name: string, args?: unknown): Promise<Envelope>;
  /** URL of the MCP endpoint; the router listens from the first time it is asked for. */
  url(): Promise<string>;
  /** Lines on standard error. */
  readonly errors: string[];
  close(): Promise<void>;
}

/**
 * The whole product in this process, as `gene-router serve` composes it, with nothing of the machine's environment.
 *
 * @param env on top of a switched-off cache
 * @param servers text of servers.yaml; the package's own when left out
 */
export async function openRouter(options: {
  env?: Record<string, string>;
  replay?: string;
  servers?: string;
}): Promise<RouterUnderTest> {
  const errors: string[] = [];
  const scratch = scratchFolder();
  const file = join(scratch.path, "servers.yaml");
  if (options.servers !== undefined) writeFileSync(file, options.servers);
  const context = await openContext(
    {
      port: "0",
      ...(options.replay !== undefined && { replay: options.replay }),
      ...(options.servers !== undefined && { servers: file }),
    },
    {
      environment: { GENE_ROUTER_CACHE_DIR: "off", ...options.env },
      output: { out: () => {}, err: (line) => errors.push(line) },
      stderr: process.stderr,
    },
  );
  await context.router.start();
  await context.router.settled();
  let serving: Awaited<ReturnType<typeof serveHttp>> | null = null;
  return {
    errors,
    async call(name, args = {}) {
      const result = await context.router.callLocally(name, args);
      return result.structuredContent as unknown as Envelope;
    },
    async url() {
      serving ??= await serveHttp(context.router);
      return serving.url;
    },
    async close() {
      await serving?.close(0);
      await context.close();
      scratch.remove();
    },
  };
}
