import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openContext } from "../../cli/context.ts";
import type { Labelled, LabelledSet } from "./labelled-set.ts";

/** The tools that a fresh installation serves, and questions as a scientist would ask them. Nothing is asked of the network. */
export async function ownSet(): Promise<LabelledSet> {
  const queries = JSON.parse(readFileSync(join(import.meta.dirname, "own-intents.json"), "utf8")) as Labelled[];
  const context = await openContext(
    { servers: join(import.meta.dirname, "../../servers.yaml") },
    {
      environment: { GENE_ROUTER_CACHE_DIR: "off" },
      output: { out: () => {}, err: () => {} },
      stderr: process.stderr,
    },
  );
  try {
    await context.router.start();
    await context.router.settled();
    return { name: "our own tools", tools: context.router.snapshot().catalogue.tools, queries };
  } finally {
    await context.close();
  }
}
