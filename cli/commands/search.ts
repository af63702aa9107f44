import type { Command } from "commander";
import { SEARCH_TOOLS, type SearchResult } from "../../router/surface/meta-tools.ts";
import { openContext, type RouterFlags } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { type Output, plain, printJson, table } from "../output.ts";
import type { Program } from "../program.ts";

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
      const context = await openContext(flags, program);
      try {
        await context.router.start();
        await context.router.settled();
        const args = {
          query: words.join(" "),
          ...(flags.limit !== undefined && { limit: Number(flags.limit) }),
          ...(flags.namespace !== undefined && { namespace: flags.namespace }),
        };
        const result = await context.router.callLocally(SEARCH_TOOLS, args);
        if (flags.json) printJson(output, result.structuredContent);
        else if (result.isError) output.err(plain((result.structuredContent as { message: string }).message));
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
  for (const line of table(rows)) output.out(line);
  if (hits.length < total) output.out(`${hits.length} of ${total} shown; --limit shows more`);
  for (const note of notes) output.out(plain(note));
  if (suggestions.length > 0) output.out(`Did you mean: ${suggestions.join(", ")}`);
}
