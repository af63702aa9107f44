import type { Command } from "commander";
import { SEARCH_TOOLS, type SearchResult } from "../../router/surface/meta-tools.ts";
import { openContext, type RouterFlags } from "../context.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { table, wrapped } from "../layout.ts";
import { type Output, plain, printJson } from "../output.ts";
import type { Program } from "../program.ts";
import { settle } from "../settle.ts";
import { showResult } from "../show-result.ts";

interface SearchFlags extends RouterFlags {
  limit?: string;
  namespace?: string;
  json?: boolean;
}

export const searchCommand = (command: Command, program: Program): Command =>
  command
    .command("search")
    .description("find tools by what they do; the same search as the tool search_tools")
    .argument("<words...>", "what you want to do, in plain words")
    .option("--limit <n>", "most hits to show (1–20)")
    .option("--namespace <name>", "only tools of one source")
    .option("--servers <file>", "servers.yaml to use")
    .option("--json", "as JSON")
    .action(async (words: string[], flags: SearchFlags) => {
      const { output, process } = program;
      if (flags.limit !== undefined && !/^([1-9]|1\d|20)$/.test(flags.limit)) {
        throw new UsageError("--limit takes a whole number from 1 to 20");
      }
      const context = await openContext(flags, program);
      try {
        await context.router.start();
        await settle(context.router, output);
        const args = {
          query: words.join(" "),
          ...(flags.limit !== undefined && { limit: Number(flags.limit) }),
          ...(flags.namespace !== undefined && { namespace: flags.namespace }),
        };
        const result = await context.router.callLocally(SEARCH_TOOLS, args);
        if (flags.json) printJson(output, result.structuredContent);
        else if (result.isError) showResult(result, output);
        else showHits(result.structuredContent as SearchResult, output);
        if (result.isError) process.exitCode = EXIT.failed;
      } finally {
        await context.close();
      }
    });

function showHits({ hits, total, suggestions, notes }: SearchResult, output: Output): void {
  const rows = hits.map(({ name, score, title, description }) => [
    name,
    score.toFixed(2),
    plain(title ?? description).slice(0, 100),
  ]);
  for (const line of table(rows, output.columns)) output.out(line);
  if (hits.length < total) output.out(`${hits.length} of ${total} shown; --limit shows more`);
  for (const note of notes) for (const line of wrapped(plain(note), output.columns ?? null)) output.out(line);
  if (suggestions.length > 0) output.out(`Did you mean: ${suggestions.join(", ")}`);
}
