/** What to paste into two hosts, printed when the router has started. */
export const hostLines = (url: string): string[] => [
  "",
  `Claude Code:  claude mcp add --transport http gene-router ${url}`,
  `Cursor:       {"mcpServers":{"gene-router":{"url":"${url}"}}}   in ~/.cursor/mcp.json`,
  "",
  "Research use only; not for diagnosis or treatment. Ctrl-C ends it.",
];
