import { parseEnv } from "node:util";
import type { Environment } from "../../servers/kit/settings.ts";

export interface Dotenv {
  readonly values: Environment;
  /** Line numbers, from 1, of lines that are no `NAME=value`. */
  readonly ignoredLines: readonly number[];
}

const ASSIGNMENT = /^\s*(?:export\s+)?[A-Za-z_][A-Za-z0-9_.-]*\s*=\s*(.*)$/;

/**
 * A `.env` file. Lines that assign nothing are left out before it is parsed: Node's parser would take such a line and the
 * one after it for a single strange name, and a setting would be gone without a word.
 */
export function parseDotenv(text: string): Dotenv {
  const ignoredLines: number[] = [];
  let openQuote: string | null = null;
  const kept = text.split(/\r?\n/).filter((line, index) => {
    if (openQuote !== null) {
      if (line.includes(openQuote)) openQuote = null;
      return true;
    }
    const trimmed = line.trim();
    if (trimmed === "" || trimmed.startsWith("#")) return true;
    const value = ASSIGNMENT.exec(line)?.[1];
    if (value === undefined) {
      ignoredLines.push(index + 1);
      return false;
    }
    const quote = /^["'`]/.exec(value)?.[0];
    if (quote !== undefined && !value.slice(1).includes(quote)) openQuote = quote;
    return true;
  });
  return { values: parseEnv(kept.join("\n")) as Environment, ignoredLines };
}
