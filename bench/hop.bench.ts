/**
 * What one hop through the router costs, against the source alone, a bare forwarder and what npm offers for the same purpose:
 * rounds of all of them in turn, so that a busy moment of the machine meets each. Needs `node ci/build.mjs` first.
 */
import { type Load, load } from "./hop/load.ts";
import { ownTargets, peerTargets, startBackend, type Target } from "./hop/targets.ts";
import { machine, writeResult } from "./results.ts";

const ROUNDS = 5;
const CONCURRENCIES = [1, 8, 64] as const;
const CALLS = { 1: 300, 8: 800, 64: 1_600 } as const;
const WARM_UP = 400;

interface Measured extends Load {
  readonly cpuMs: number | null;
}

const rows: object[] = [];
for (const sources of [1, 10]) {
  const backend = await startBackend();
  const targets = [...(await ownTargets(backend.url, sources)), ...(await peerTargets(backend.url, sources))];
  for (const { caller } of targets) await load(caller, WARM_UP, 8);
  for (const concurrency of CONCURRENCIES) rows.push(...(await rowsOf(targets, sources, concurrency)));
  for (const { caller, process } of targets) {
    await caller.close().catch(() => {});
    process?.end();
  }
  backend.process.end();
}
console.table(rows);
writeResult("hop", { machine: machine(), rounds: ROUNDS, rows });
process.exit(0);

async function rowsOf(targets: readonly Target[], sources: number, concurrency: 1 | 8 | 64): Promise<object[]> {
  const measured = new Map<Target, Measured[]>(targets.map((target) => [target, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const target of targets) {
      const before = target.process?.cpuMs() ?? null;
      const result = await load(target.caller, CALLS[concurrency], concurrency);
      const cpuMs = before === null ? null : target.process!.cpuMs() - before;
      measured.get(target)!.push({ ...result, cpuMs });
    }
  }
  const of = (target: Target, pick: (each: Measured) => number): number => median(measured.get(target)!.map(pick));
  return targets.map((target) => {
    const alone = targets.find(({ name, era }) => name === "source alone" && era === target.era)!;
    const cpu = measured.get(target)!.flatMap(({ cpuMs }) => (cpuMs === null ? [] : [cpuMs / CALLS[concurrency]]));
    return {
      sources,
      at_once: concurrency,
      era: target.era,
      target: target.name,
      failures: measured.get(target)!.reduce((sum, { failures }) => sum + failures, 0),
      p50_ms: rounded(of(target, ({ p50 }) => p50)),
      p99_over_p50: rounded(of(target, ({ p99, p50 }) => p99 / p50)),
      p50_over_alone: rounded(of(target, ({ p50 }) => p50) / of(alone, ({ p50 }) => p50)),
      throughput_over_alone: rounded(
        of(target, ({ perSecond }) => perSecond) / of(alone, ({ perSecond }) => perSecond),
      ),
      cpu_ms_per_call: cpu.length === 0 ? null : rounded(median(cpu)),
    };
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
