import type { SourceServer } from "../servers/kit/source-server.ts";
import { buildCatalogue, type CataloguePart, type CatalogueProblem } from "./catalog/catalogue.ts";
import type { SourceDefinition } from "./catalog/definition.ts";
import { createLastKnownStore } from "./catalog/last-known.ts";
import type { Config, ExplainedValue, SourceConfig } from "./config/config.ts";
import { embeddedConnection } from "./connections/embedded.ts";
import type { Router } from "./router.ts";
import { META_TOOL_NAMES } from "./surface/meta-tools.ts";
import { listedOn, type Surface } from "./surface/snapshot.ts";

export interface ValidationReport {
  /** True when nothing keeps a tool from being served. */
  readonly ok: boolean;
  readonly sources: number;
  readonly tools: number;
  readonly problems: readonly CatalogueProblem[];
  /** Sources that could not be checked without the network: never heard before, or not opening. */
  readonly unchecked: readonly string[];
  readonly warnings: readonly string[];
}

export interface ValidationOptions {
  readonly config: Config;
  readonly openSource: (name: string) => Promise<SourceServer>;
  readonly cacheDir: string | null;
}

/** Checks names, entry points and schemas without the network: built-in sources are opened, remote ones are taken as last known. */
export async function validateOffline({ config, openSource, cacheDir }: ValidationOptions): Promise<ValidationReport> {
  const store = createLastKnownStore(cacheDir, () => {});
  const found = await Promise.all(
    config.sources.map(async (source) => ({ source, definition: await offlineDefinition(source) })),
  );
  const parts = found.filter((part): part is CataloguePart => part.definition !== null);
  const transparent = config.settings.surface === "transparent";
  const catalogue = buildCatalogue(parts, { transparent, reserved: transparent ? [] : META_TOOL_NAMES });
  return {
    ok: catalogue.problems.length === 0,
    sources: config.sources.length,
    tools: catalogue.tools.length,
    problems: catalogue.problems,
    unchecked: found.filter(({ definition }) => definition === null).map(({ source }) => source.namespace),
    warnings: config.warnings,
  };

  async function offlineDefinition(source: SourceConfig): Promise<SourceDefinition | null> {
    const { link } = source;
    if (link.kind !== "embed") return (await store.read(source))?.definition ?? null;
    const connection = embeddedConnection(() => openSource(link.source));
    try {
      return await connection.definition(new AbortController().signal);
    } catch {
      return null;
    } finally {
      await connection.close();
    }
  }
}

export interface ListedTool {
  readonly name: string;
  readonly namespace: string | null;
  readonly title: string | null;
  /** First sentence of the description. */
  readonly about: string;
  /** JSON characters of the definition divided by four. */
  readonly tokens: number;
  readonly pinned: boolean;
  /** Stands in `tools/list` on this surface. */
  readonly listed: boolean;
}

/** Every tool that can be called, with what its definition costs a model. */
export function listTools(router: Router, filter: { namespace?: string; surface?: Surface } = {}): ListedTool[] {
  const { catalogue, surface } = router.snapshot();
  const listed = new Map(listedOn(catalogue, filter.surface ?? surface).map((tool) => [tool.name, tool]));
  const own = [...listed.values()].filter(
    ({ name }) => META_TOOL_NAMES.includes(name) && !catalogue.toolsByName.has(name),
  );
  const rows = [
    ...own.map((definition) => ({ definition, namespace: null, pinned: false })),
    ...catalogue.tools.map(({ definition, namespace, pinned }) => ({ definition, namespace, pinned })),
  ];
  return rows
    .filter(({ namespace }) => filter.namespace === undefined || namespace === filter.namespace)
    .map(({ definition, namespace, pinned }) => ({
      name: definition.name,
      namespace,
      title: definition.title ?? null,
      about: firstSentence(definition.description ?? ""),
      tokens: tokensOf(definition),
      pinned,
      listed: listed.has(definition.name),
    }));
}

/** Tokens by the usual rule of thumb: characters of JSON divided by four, rounded up. */
export const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);

/** Each value of the configuration with its origin; secrets are masked already. */
export const explainConfig = (config: Config): readonly ExplainedValue[] => config.explained;

/** Up to the first full stop that ends a sentence: the next word begins with a capital, and it is no abbreviation (`M. tuberculosis`). */
export const firstSentence = (text: string): string =>
  /^.*?(?<!\b[A-Z])[.!?](?=\s+[A-Z]|\s*$)/s.exec(text)?.[0] ?? text;
