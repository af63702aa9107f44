/** A token that somebody wrote into the file by hand; a reference to a variable is none. */
const WRITTEN_TOKEN = /(Bearer\s+)(?!\$\{)[^"'\s]+|((?:token|key|secret|password)["']?\s*[:=]\s*["'])(?!\$\{)[^"']+/gi;

/** What changes between two texts, as lines that go (`-`) and lines that come (`+`); tokens are masked. */
export function changedLines(before: string, after: string): string[] {
  const [old, next] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, next.length);
  let head = 0;
  while (head < most && old[head] === next[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
  const masked = (line: string): string => line.replace(WRITTEN_TOKEN, "$1$2(not shown)");
  return [
    ...old.slice(head, old.length - tail).map((line) => `- ${masked(line)}`),
    ...next.slice(head, next.length - tail).map((line) => `+ ${masked(line)}`),
  ];
}

const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/));
