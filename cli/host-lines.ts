/** What to paste into two hosts, printed when the router has started; paths and text on lines of their own, to be copied. */
export const hostLines = (url: string): string[] => [
  "",
  "Claude Code:",
  `  claude mcp add --scope user --transport http gene-router ${url}`,
  "Cursor, in ~/.cursor/mcp.json:",
  `  {"mcpServers":{"gene-router":{"url":"${url}"}}}`,
  "",
  "Research use only; not for diagnosis or treatment. Ctrl-C ends it.",
];
