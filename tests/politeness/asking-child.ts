import { kegg } from "../../servers/kegg/index.ts";
import { createSourceServer } from "../../servers/kit/create-source-server.ts";
import { createUpstream } from "../../servers/kit/upstream/create-upstream.ts";
import { createPooledFetch } from "../../servers/kit/upstream/pooled-fetch.ts";
import { createSystemClock } from "../../servers/kit/upstream/system-clock.ts";
import type { Clock } from "../../servers/kit/upstream/upstream.ts";
import { readUpstreamSettings } from "../../servers/kit/upstream/upstream-settings.ts";

// One of several processes that share a pace: asks KEGG's tool for the genes of its command line, all at once, and
// prints what it got and how long it would have waited, in milliseconds from the beginning. Its clock stands still at
// the beginning, so that every slot is a number known beforehand, however slow the machine is.
const [began, ...genes] = process.argv.slice(2);
const now = Number(began);
const system = createSystemClock();
const waitedFor: number[] = [];

const clock: Clock = {
  now: () => now,
  sleep: async (ms, signal) => {
    waitedFor.push(ms);
    await system.sleep(1, signal);
  },
  limit: system.limit,
};

const settings = readUpstreamSettings(process.env);
const network = createPooledFetch(settings);
const warnings: string[] = [];
const warn = (line: string) => void warnings.push(line);
const upstream = createUpstream({ settings, clock, random: () => 0.5, fetch: network.fetch, warn, version: "1.2.3" });
const { deadlineMs } = settings;
const server = createSourceServer(kegg, {
  environment: process.env,
  upstream,
  clock,
  deadlineMs,
  exposure: "local",
  version: "1.2.3",
  warn,
});
const { signal } = new AbortController();
const results = await Promise.all(genes.map((gene) => server.callTool("get_pathways", { gene }, { signal })));
await network.close();
const outcomes = results.map(({ structuredContent }) => (structuredContent as { outcome: string }).outcome);
process.stdout.write(JSON.stringify({ outcomes, waitedFor, warnings }));
