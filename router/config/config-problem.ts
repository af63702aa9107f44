/** One thing that is wrong with the configuration: where, what, and what to write instead. */
export interface ConfigProblem {
  /** File name as given, or `environment`, `flag`. */
  readonly file: string;
  /** Line in the file, from 1; null outside of files. */
  readonly line: number | null;
  /** Dotted path (`servers.kegg.url`) or the variable's name. */
  readonly key: string;
  readonly expected: string;
  readonly cure: string;
}

/** `servers.yaml:14 servers.kegg.url: not a URL ("kegg:3001"); write http://kegg:3001/mcp` */
export function formatProblem({ file, line, key, expected, cure }: ConfigProblem): string {
  const where = line === null ? file : `${file}:${line}`;
  return `${where} ${shownKey(key)}: ${expected}; ${cure}`;
}

/** A key as it was written, fit for a terminal: a stray file must not colour it or fill it. */
const shownKey = (key: string): string => {
  const clean = key.replace(/[\p{Cc}\p{Cf}]/gu, "?");
  return clean.length > 120 ? `${clean.slice(0, 120)}…` : clean;
};

/** Start-up stops: every problem at once, one a line. */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(formatProblem).join("\n"));
    this.name = "ConfigError";
    this.problems = problems;
  }
}
