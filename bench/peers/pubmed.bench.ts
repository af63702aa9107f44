/**
 * Our PubMed server beside a public one, over the same captured answers on loopback: which fields are right, which
 * troubles are survived, what an answer weighs and how long it takes. Run from the repository:
 *
 *     node ci/build.mjs && node --import tsx bench/peers/pubmed.bench.ts
 *
 * Needs the captured answers and the npm registry (the peer is installed below the cache folder, never here).
 */

import { capturedText } from "../../tests/support/captured/captured.ts";
import { readdirCaptured } from "../../tests/support/captured/pubmed.ts";
import { machine, writeResult } from "../results.ts";
import { type Article, FIELDS, sameField } from "./articles.ts";
import { type PeerResult, writeTable } from "./comparison-table.ts";
import { readArticles } from "./oracle.ts";
import { type Outcome, ourArticles, peerArticles, startOurs, startPeer } from "./servers.ts";
import { startNcbi } from "./stand-in-ncbi.ts";
import { TROUBLES } from "./troubles.ts";

/** Idle time between two calls of one server, so that its pacing (3 requests a second) is never part of a time. */
const IDLE_MS = 400;
const TIMED_ROUNDS = 3;

const ncbi = await startNcbi();
const ours = await startOurs(ncbi.url);
const peer = await startPeer(ncbi.url);
const sides = [
  { server: ours, articles: ourArticles, fetch: "get_records" },
  { server: peer, articles: peerArticles, fetch: "pubmed_fetch_articles" },
] as const;
const idle = () => new Promise((later) => setTimeout(later, IDLE_MS));

const right = sides.map(() => Object.fromEntries(FIELDS.map((field) => [field, 0])) as Record<string, number>);
const times = sides.map((): number[] => []);
const bytes = [0, 0];
const textBytes = [0, 0];
const wrong: string[][] = [[], []];
let articles = 0;

for (const file of readdirCaptured()) {
  const xml = capturedText(file);
  const expected = readArticles(xml);
  if (expected.length === 0) continue;
  articles += expected.length;
  const pmids = [...new Set(expected.map(({ pmid }) => pmid))];
  ncbi.answerWith(() => ({ body: xml }));
  for (const [index, side] of sides.entries()) {
    const outcome = await side.server.call(side.fetch, { pmids });
    bytes[index]! += outcome.bytes;
    textBytes[index]! += outcome.textBytes;
    compare(index, expected, side.articles(outcome), file);
  }
  await idle();
}

function compare(index: number, expected: readonly Article[], said: readonly Article[], file: string): void {
  for (const is of expected) {
    const one = said.find(({ pmid }) => pmid === is.pmid);
    for (const field of FIELDS) {
      if (one !== undefined && sameField(field, one, is)) right[index]![field]! += 1;
      else wrong[index]!.push(`${file} ${is.pmid} ${field}`);
    }
  }
}

// One article at a time, the two servers in turn; answers come from loopback, so this is the servers' own time.
const single = readdirCaptured()
  .filter((file) => readArticles(capturedText(file)).length === 1)
  .slice(0, 20);
for (let round = 0; round < TIMED_ROUNDS; round += 1) {
  for (const [position, file] of single.entries()) {
    const xml = capturedText(file);
    ncbi.answerWith(() => ({ body: xml }));
    for (const [index, side] of sides.entries()) {
      const { ms } = await side.server.call(side.fetch, { pmids: [readArticles(xml)[0]!.pmid] });
      if (round > 0 || position > 0) times[index]!.push(ms);
    }
    await idle();
  }
}

const troubles: { name: string; right: readonly boolean[] }[] = [];
for (const trouble of TROUBLES) {
  const verdicts: boolean[] = [];
  for (const [index, side] of sides.entries()) {
    const [tool, args] = index === 0 ? trouble.ours : trouble.peers;
    ncbi.answerWith(trouble.answer);
    let outcome: Outcome;
    try {
      outcome = await side.server.call(tool, args);
    } catch {
      outcome = { failed: true, bytes: 0, textBytes: 0, ms: 0, result: {} };
    }
    verdicts.push(trouble.right(outcome));
    await idle();
  }
  troubles.push({ name: trouble.name, right: verdicts });
  console.error(`${verdicts.map((ok) => (ok ? "right" : "WRONG")).join(" / ")}  ${trouble.name}`);
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const tools = await Promise.all(sides.map(({ server }) => server.tools()));
const result: PeerResult = {
  servers: sides.map(({ server }) => server.name),
  machine: machine(),
  articles,
  right,
  troubles,
  bytes_per_article: bytes.map((sum) => Math.round(sum / articles)),
  text_bytes_per_article: textBytes.map((sum) => Math.round(sum / articles)),
  tool_definitions_bytes: tools,
  median_ms: times.map((list) => Number(median(list).toFixed(2))),
  ratio_of_medians: Number((median(times[0]!) / median(times[1]!)).toFixed(2)),
};
writeResult("peers-pubmed", result);
writeTable(result);
if (process.argv.includes("--wrong")) console.error(wrong.map((list) => list.join("\n")).join("\n---\n"));
console.log(JSON.stringify(result, null, 2));
await Promise.all([ours.close(), peer.close()]);
await ncbi.close();
