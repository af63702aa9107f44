import type { Source } from "../servers/kit/source.ts";

/**
 * Source name → its module, loaded only when asked for. The one place that lists them: a new source is one line here,
 * its folder, and one entry in servers.yaml.
 */
export const SOURCES = {
  kegg: async () => (await import("../servers/kegg/index.ts")).kegg as Source,
  string: async () => (await import("../servers/string/index.ts")).string as Source,
  uniprot: async () => (await import("../servers/uniprot/index.ts")).uniprot as Source,
  pubmed: async () => (await import("../servers/pubmed/index.ts")).pubmed as Source,
  tbdb: async () => (await import("../servers/tbdb/index.ts")).tbdb as Source,
  corpus: async () => (await import("../servers/corpus/index.ts")).corpus as Source,
} as const satisfies Record<string, () => Promise<Source>>;

export type SourceName = keyof typeof SOURCES;

export const SOURCE_NAMES = Object.keys(SOURCES) as readonly SourceName[];

export const isSourceName = (name: string): name is SourceName => Object.hasOwn(SOURCES, name);
