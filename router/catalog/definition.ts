import type {
  CacheScope,
  Implementation,
  Prompt,
  Resource,
  ResourceTemplateType,
  ServerCapabilities,
  Tool,
} from "@modelcontextprotocol/server";

/** Everything that one source says about itself, as it says it. */
export interface SourceDefinition {
  readonly serverInfo: Implementation;
  readonly instructions: string | null;
  readonly capabilities: ServerCapabilities;
  readonly tools: readonly Tool[];
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplateType[];
  /** Cleaned names of entries that are not what the protocol says they are, and are left out. */
  readonly malformed: readonly string[];
  /** Milliseconds for which the lists may be reused: the least of the parts. 0 = no hint. */
  readonly ttlMs: number;
  /** `private` if any part is. */
  readonly cacheScope: CacheScope;
}
