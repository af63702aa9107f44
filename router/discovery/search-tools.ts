import type { Catalogue, CatalogueTool } from "../catalog/catalogue.ts";
import { fingerprintOf } from "../catalog/fingerprint.ts";
import type { SearchHit, SearchInput, SearchResult } from "../surface/meta-tools.ts";
import { nearNames } from "./near-names.ts";
import { returnsSummary } from "./returns-summary.ts";
import type { RankedTool, SearchIndex } from "./search-index.ts";

/** A cursor of another query, of another catalogue, or of nobody. */
export class BadCursor extends Error {}

const COMPACT_LENGTH = 300;
const MAX_SUGGESTIONS = 5;

/** Answers `search_tools` from one snapshot. Throws `BadCursor`. */
export function searchTools(catalogue: Catalogue, index: SearchIndex, input: SearchInput): SearchResult {
  const exact = exactTool(catalogue, input.query);
  if (exact !== undefined) {
    const hit = hitOf({ tool: exact, score: 1, matched: { [exact.name]: "name" } }, "full");
    return { hits: [hit], total: 1, next_cursor: null, suggestions: [], notes: [] };
  }
  const ranked = asksForName(input)
    ? []
    : index.rank(input.query, (tool) => catalogue.toolsByName.has(tool.name) && wanted(tool, input));
  const offset = offsetOf(catalogue, input);
  const page = ranked.slice(offset, offset + input.limit);
  const end = offset + page.length;
  const notes = notesOn(catalogue, input, ranked.length);
  return {
    hits: page.map((hit) => hitOf(hit, input.detail)),
    total: ranked.length,
    next_cursor: end < ranked.length ? cursorOf(catalogue, input, end) : null,
    suggestions: page.length > 0 ? [] : suggestionsFor(catalogue, input),
    notes,
  };
}

function exactTool(catalogue: Catalogue, query: string): CatalogueTool | undefined {
  const name = query.trim();
  return catalogue.toolsByName.get(name.startsWith("name:") ? name.slice(5).trim() : name);
}

const asksForName = ({ query }: SearchInput): boolean => query.trim().startsWith("name:");

const wanted = (tool: CatalogueTool, { namespace, tags }: SearchInput): boolean =>
  (namespace === undefined || tool.namespace === namespace) && (tags ?? []).every((tag) => tool.tags.includes(tag));

function hitOf(
  { tool, score, matched }: RankedTool | { tool: CatalogueTool; score: number; matched: Record<string, string> },
  detail: SearchInput["detail"],
): SearchHit {
  const { definition } = tool;
  const description = definition.description ?? "";
  return {
    name: tool.name,
    title: definition.title ?? definition.annotations?.title ?? null,
    description: detail === "full" ? description : firstSentences(description),
    inputSchema: definition.inputSchema,
    ...(detail === "full" && definition.outputSchema !== undefined && { outputSchema: definition.outputSchema }),
    returns: returnsSummary(definition.outputSchema),
    annotations: definition.annotations ?? null,
    // Four digits: enough to compare hits, and the same on every machine.
    score: Number(score.toPrecision(4)),
    matched: { ...matched },
    pinned: tool.pinned,
  };
}

/** Whole sentences as far as they fit; a first sentence that does not is cut at a word. */
function firstSentences(text: string): string {
  if (text.length <= COMPACT_LENGTH) return text;
  const head = text.slice(0, COMPACT_LENGTH);
  const end = Math.max(head.lastIndexOf(". "), head.lastIndexOf(".\n"));
  if (end > 0) return head.slice(0, end + 1);
  const space = head.lastIndexOf(" ");
  return `${head.slice(0, space > 0 ? space : COMPACT_LENGTH)}…`;
}

function notesOn(catalogue: Catalogue, input: SearchInput, total: number): string[] {
  const { namespace, tags } = input;
  const notes: string[] = [];
  if (catalogue.tools.length === 0) notes.push("no_tools: No source has been heard yet; ask again shortly.");
  else if (namespace !== undefined && !catalogue.sources.some((source) => source.namespace === namespace)) {
    notes.push("unknown_namespace: No source has this namespace; leave it out to search all of them.");
  }
  if (tags !== undefined && tags.length > 0 && total === 0)
    notes.push("tags_too_narrow: No matching tool has all of these tags.");
  if (asksForName(input)) notes.push("unknown_name: No tool has this exact name.");
  return notes;
}

/** Near names; failing that the pinned tools; failing that whatever comes first. Empty only when there are no tools. */
function suggestionsFor(catalogue: Catalogue, { query }: SearchInput): string[] {
  const names = catalogue.tools.map(({ name }) => name);
  const near = nearNames(
    query
      .trim()
      .replace(/^name:/, "")
      .trim(),
    names,
    MAX_SUGGESTIONS,
  );
  if (near.length > 0) return near;
  const pinned = catalogue.tools.filter((tool) => tool.pinned).map(({ name }) => name);
  return (pinned.length > 0 ? pinned : names).slice(0, MAX_SUGGESTIONS);
}

const keyOf = (catalogue: Catalogue, { query, namespace, tags, detail }: SearchInput): string =>
  fingerprintOf([catalogue.fingerprint, query, namespace ?? null, tags ?? null, detail]).slice(0, 16);

const cursorOf = (catalogue: Catalogue, input: SearchInput, offset: number): string =>
  Buffer.from(JSON.stringify({ k: keyOf(catalogue, input), o: offset })).toString("base64url");

function offsetOf(catalogue: Catalogue, input: SearchInput): number {
  if (input.cursor === undefined || input.cursor === "") return 0;
  let cursor: unknown;
  try {
    cursor = JSON.parse(Buffer.from(input.cursor, "base64url").toString("utf8"));
  } catch {
    throw new BadCursor("unreadable");
  }
  const { k, o } = (cursor ?? {}) as { k?: unknown; o?: unknown };
  if (k !== keyOf(catalogue, input) || typeof o !== "number" || !Number.isSafeInteger(o) || o < 0)
    throw new BadCursor("foreign");
  return o;
}
