import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { machine } from "../results.ts";
import { FIELDS } from "./articles.ts";
import { PEER_LACKS } from "./servers.ts";

const PAGE = join(import.meta.dirname, "../../docs/comparison.md");
const BETWEEN =
  /(<!-- peers-pubmed: written by bench\/peers\/pubmed.bench.ts -->\n)[\s\S]*?(<!-- end of peers-pubmed -->)/;

/** Two entries everywhere: ours, the peer's. */
export interface PeerResult {
  readonly servers: readonly string[];
  readonly machine: ReturnType<typeof machine>;
  readonly articles: number;
  readonly right: readonly Readonly<Record<string, number>>[];
  readonly troubles: readonly { readonly name: string; readonly right: readonly boolean[] }[];
  readonly bytes_per_article: readonly number[];
  readonly text_bytes_per_article: readonly number[];
  readonly tool_definitions_bytes: readonly number[];
  readonly median_ms: readonly number[];
  readonly ratio_of_medians: number;
}

/** Renews the measured table in `docs/comparison.md`. */
export function writeTable(result: PeerResult): void {
  const { date, node, cpu, cores } = result.machine;
  const row = (name: string, values: readonly (string | number)[]) => `| ${name} | ${values.join(" | ")} |`;
  const lines = [
    "",
    `Measured ${date}, Node ${node} (the peer on Node 24), ${cores} cores, ${cpu}; ${result.articles} captured articles.`,
    "",
    row("", result.servers),
    row("---", ["---:", "---:"]),
    ...FIELDS.map((field) => {
      const [ours = 0, peers = 0] = result.right.map((right) => right[field] ?? 0);
      return row(`articles with the right ${field}`, [ours, PEER_LACKS.has(field) ? "no field" : peers]);
    }),
    ...result.troubles.map(({ name, right }) =>
      row(
        name,
        right.map((ok) => (ok ? "right" : "wrong")),
      ),
    ),
    row("bytes of an answer, per article", result.bytes_per_article),
    row("of these, text for the model", result.text_bytes_per_article),
    row("bytes of the tool definitions", result.tool_definitions_bytes),
    row("median time of one article, ms", result.median_ms),
    "",
  ];
  const page = readFileSync(PAGE, "utf8");
  if (!BETWEEN.test(page)) throw new Error("docs/comparison.md has no place for the table");
  writeFileSync(
    PAGE,
    page.replace(BETWEEN, (_, open: string, close: string) => `${open}${lines.join("\n")}\n${close}`),
  );
}
