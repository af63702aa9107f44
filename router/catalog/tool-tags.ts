import type { Tool } from "@modelcontextprotocol/server";

const MOST = 20;
const LONGEST = 50;

/** Tags that a tool brings itself: FastMCP writes them below `_meta.fastmcp` or, in older versions, `_meta._fastmcp`. */
export function ownTags({ _meta }: Pick<Tool, "_meta">): string[] {
  for (const key of ["fastmcp", "_fastmcp"]) {
    const { tags } = (_meta?.[key] ?? {}) as { tags?: unknown };
    if (Array.isArray(tags)) return tags.filter(isTag).slice(0, MOST);
  }
  return [];
}

const isTag = (tag: unknown): tag is string => typeof tag === "string" && tag !== "" && tag.length <= LONGEST;
