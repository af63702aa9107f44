/**
 * One measurement in a process of its own, so that nothing is warm: `one-run.bench.ts <what> <recording> <folder of files>`
 * prints one line of JSON. Times are in milliseconds: `ms` by the clock, `cpu` of all threads, which is more than the
 * clock's on an idle machine (the collector works beside) and less on a busy one.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { parse } from "csv-parse/sync";
import { tbdb } from "../../servers/tbdb/index.ts";
import { openRouter } from "../../tests/support/open-router.ts";
import { openSource } from "../../tests/support/source-harness.ts";

const [what = "", recording = "", folder = ""] = process.argv.slice(2);
const CATALOGUE = join(folder, "mutations_2024-01-30.csv");
const MB = 2 ** 20;

const heapMb = (): number => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / MB;
};

interface Took {
  readonly ms: number;
  readonly cpu: number;
}

async function timed<T>(run: () => Promise<T> | T): Promise<readonly [took: Took, value: T]> {
  const [from, cpuFrom] = [performance.now(), process.cpuUsage()];
  const value = await run();
  const { user, system } = process.cpuUsage(cpuFrom);
  return [{ ms: performance.now() - from, cpu: (user + system) / 1000 }, value];
}

/** The source as it runs live, with a service that answers at once: the paces of the network are not what is measured. */
const fromDisk: typeof fetch = async (input) => {
  const file = basename(new URL(input instanceof Request ? input.url : input).pathname);
  const body = readFileSync(file === "mutations.csv" ? CATALOGUE : join(folder, file));
  return new Response(body, { headers: { "content-type": "text/plain; charset=utf-8" } });
};

const open = () => openSource(tbdb, { fetch: fromDisk });

/** Calls of every tool that reads the catalogue, small answers and large ones. */
const GENES = ["katG", "rpoB", "pncA", "gyrA", "embB", "inhA", "mmpR5", "rrs", "eis", "ahpC", "gid", "ethA"];
const CALLS: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ...GENES.map((gene) => ["get_resistance_variants", { gene }] as const),
  ...GENES.map((gene) => ["get_resistance_variants", { gene, grades: "all", limit: 100 }] as const),
  ["get_resistance_variants", { gene: "katG", mutation: "p.Ser315Thr" }],
  ["get_resistance_variants", { gene: "katG", mutation: "p.Gly5fs" }],
  ["get_compensatory", { gene: "rpoC" }],
  ["find_by_position", { position: 2_155_168 }],
  ["find_by_position", { position: 1_674_048, allele: "A" }],
  ["find_by_position", { position: 761_155 }],
  ["get_lineage_markers", { gene: "phoP" }],
  ["get_lineage_markers", { lineage: "lineage4.9" }],
  ["list_genes", {}],
  ["list_drugs", {}],
  ["get_release", {}],
];
const ROUNDS = 20;
const SAMPLE_LINES = 100;

const RUNS: Readonly<Record<string, () => Promise<object>>> = {
  async baseline() {
    const [took, rows] = await timed(() => parse(readFileSync(CATALOGUE, "utf8")) as unknown[]);
    const [again] = await timed(() => parse(readFileSync(CATALOGUE, "utf8")) as unknown[]);
    return { took, again, rows: rows.length };
  },
  async cold() {
    const before = heapMb();
    const source = open();
    const [took, answer] = await timed(() => source.call("get_resistance_variants", { gene: "katG" }));
    const [placing] = await timed(() => source.call("find_by_position", { position: 2_155_168 }));
    for (const tool of ["list_genes", "list_drugs", "get_release"]) await source.call(tool);
    return { took, placing, outcome: answer.outcome, mb: heapMb() - before };
  },
  async warm() {
    const source = open();
    for (let round = 0; round < 3; round += 1) for (const [tool, args] of CALLS) await source.call(tool, args);
    const byTool: Record<string, Took[]> = {};
    // A fixed piece of work between the calls shows how busy the machine is in the same moments.
    const sample = readFileSync(CATALOGUE, "utf8").split("\n").slice(0, SAMPLE_LINES).join("\n");
    const baseline: Took[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [tool, args] of CALLS) {
        const [took, { outcome }] = await timed(() => source.call(tool, args));
        // How fast a failure is says nothing.
        if (outcome === "upstream_failed" || outcome === "bad_input") throw new Error(`${tool}: ${outcome}`);
        byTool[tool] ??= [];
        byTool[tool].push(took);
        const [sampled] = await timed(() => parse(sample) as unknown[]);
        baseline.push(sampled);
      }
    }
    return { byTool, baseline };
  },
  async table() {
    const router = await openRouter({ replay: recording });
    const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StreamableHTTPClientTransport(new URL(await router.url())));
    const read = () => client.readResource({ uri: "gene-router-table://tbdb/variants" });
    const [took, { contents }] = await timed(read);
    const [content] = contents;
    const text = content !== undefined && "text" in content ? content.text : "{}";
    const [again] = await timed(read);
    await client.close();
    await router.close();
    return { took, again, bytes: Buffer.byteLength(text), rows: JSON.parse(text).rows.length };
  },
};

process.stdout.write(`${JSON.stringify(await RUNS[what]?.())}\n`);
process.exit(0);
