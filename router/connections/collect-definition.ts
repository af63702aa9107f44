import {
  type CacheScope,
  type Implementation,
  isSpecType,
  type Prompt,
  type Resource,
  type ResourceTemplateType,
  type ServerCapabilities,
  type Tool,
} from "@modelcontextprotocol/server";
import { cleanName } from "../catalog/clean-name.ts";
import type { SourceDefinition } from "../catalog/definition.ts";
import type { JsonObject } from "./connection.ts";
import { ConnectionFailure } from "./connection-failure.ts";

export interface Greeting {
  readonly serverInfo: Implementation;
  readonly instructions: string | null;
  readonly capabilities: ServerCapabilities;
  readonly ttlMs: number;
  readonly cacheScope: CacheScope;
}

/** No schema of a tool comes near; whatever walks one later must not run out of stack. */
const MAX_DEPTH = 64;

export type Ask = (method: string, params: JsonObject) => Promise<JsonObject>;

/** A list whose cursor never ends is a fault of the source. */
const MAX_PAGES = 100;

/** Walks every list that the source's capabilities promise. Entries that are no definitions are left out and named. */
export async function collectDefinition(greeting: Greeting, ask: Ask): Promise<SourceDefinition> {
  const { tools, prompts, resources } = greeting.capabilities;
  const hints: Hint[] = [greeting];
  const malformed: string[] = [];
  const walk = async <T>(
    wanted: unknown,
    method: string,
    key: string,
    valid: (entry: unknown) => boolean,
  ): Promise<T[]> => {
    if (wanted === undefined) return [];
    const entries = await pages(method, key, ask, hints);
    const sound = (entry: unknown): boolean => !nestsDeeper(entry, MAX_DEPTH) && valid(entry);
    for (const entry of entries.filter((each) => !sound(each))) malformed.push(nameOf(entry));
    return entries.filter(sound) as T[];
  };
  const [toolList, promptList, resourceList, templateList] = await Promise.all([
    walk<Tool>(tools, "tools/list", "tools", isSpecType.Tool),
    walk<Prompt>(prompts, "prompts/list", "prompts", isSpecType.Prompt),
    walk<Resource>(resources, "resources/list", "resources", isSpecType.Resource),
    walk<ResourceTemplateType>(resources, "resources/templates/list", "resourceTemplates", isSpecType.ResourceTemplate),
  ]);
  return {
    serverInfo: greeting.serverInfo,
    instructions: greeting.instructions,
    capabilities: greeting.capabilities,
    tools: toolList,
    prompts: promptList,
    resources: resourceList,
    resourceTemplates: templateList,
    malformed,
    ttlMs: Math.min(...hints.map(({ ttlMs }) => ttlMs)),
    cacheScope: hints.every(({ cacheScope }) => cacheScope === "public") ? "public" : "private",
  };
}

type Hint = Pick<Greeting, "ttlMs" | "cacheScope">;

async function pages(method: string, key: string, ask: Ask, hints: Hint[]): Promise<unknown[]> {
  const entries: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const result = await ask(method, cursor === undefined ? {} : { cursor });
    const listed = result[key];
    if (!Array.isArray(listed)) throw new ConnectionFailure("source_protocol_error", "The source's list is not a list");
    entries.push(...listed);
    hints.push(hintOf(result));
    cursor = result.nextCursor;
    if (cursor === undefined || cursor === null) return entries;
  }
  throw new ConnectionFailure("source_protocol_error", "The source's list has no end");
}

/** Absent or malformed hints mean: may change at once, for this caller only. */
export function hintOf(result: JsonObject): Hint {
  const { ttlMs, cacheScope } = result;
  return {
    ttlMs: typeof ttlMs === "number" && Number.isFinite(ttlMs) && ttlMs > 0 ? Math.floor(ttlMs) : 0,
    cacheScope: cacheScope === "public" ? "public" : "private",
  };
}

/** Level by level, since what is looked for is what recursion would not survive. */
function nestsDeeper(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((node) => (node !== null && typeof node === "object" ? Object.values(node) : []));
  }
  return false;
}

const nameOf = (entry: unknown): string => {
  const name = entry !== null && typeof entry === "object" ? (entry as { name?: unknown }).name : null;
  return typeof name === "string" && name !== "" ? cleanName(name) : "no_name";
};
