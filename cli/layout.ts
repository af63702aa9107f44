/** Below this a column of prose is not read but spelt out. */
const NARROWEST_PROSE = 40;
const STACK_INDENT = 4;

/**
 * A line of prose as lines of at most `columns` characters, broken between words; later lines are indented, the first one by `first`. A word that
 * is longer (an address) stays whole, so that it can be copied. null = no limit.
 */
export function wrapped(text: string, columns: number | null, indent = 0, first = 0): string[] {
  if (columns === null || first + text.length <= columns) return [`${" ".repeat(first)}${text}`];
  const lines: string[] = [];
  let line = "";
  let margin = first;
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || margin + longer.length <= columns) {
      line = longer;
      continue;
    }
    lines.push(`${" ".repeat(margin)}${line}`);
    line = word;
    margin = indent;
  }
  return [...lines, `${" ".repeat(margin)}${line}`];
}

/**
 * Rows as columns of even width. When the last column would not fit beside the others, it goes below them instead.
 *
 * @param columns width of the terminal; null = written to a file or a pipe: one line a row, whatever its length
 */
export function table(rows: readonly (readonly string[])[], columns: number | null = null): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
  const left = columns === null ? null : columns - before;
  const longestWord = Math.max(0, ...rows.flatMap((row) => (row.at(-1) ?? "").split(" ").map(({ length }) => length)));
  const fits = left === null || (widths.at(-1) ?? 0) <= left || (left >= NARROWEST_PROSE && longestWord <= left);
  return rows.flatMap((row) => {
    const first = row.slice(0, -1);
    const last = row.at(-1) ?? "";
    if (!fits) {
      const head = wrapped(first.filter((cell) => cell !== "").join("  "), columns, STACK_INDENT);
      return last === "" ? head : [...head, ...wrapped(last, columns, STACK_INDENT, STACK_INDENT)];
    }
    const head = first.map((cell, column) => `${cell.padEnd(widths[column] ?? 0)}  `).join("");
    return wrapped(last, left).map((line, at) => `${at === 0 ? head : " ".repeat(before)}${line}`.trimEnd());
  });
}
