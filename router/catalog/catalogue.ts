import type { CacheScope, Prompt, Resource, ResourceTemplateType, Tool } from "@modelcontextprotocol/server";
import type { SourceConfig } from "../config/config.ts";
import { scopesOfTool } from "../policy/needed-scopes.ts";
import { cleanName } from "./clean-name.ts";
import type { SourceDefinition } from "./definition.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { headerAnnotations } from "./header-annotations.ts";
import { withoutDraft07Stamp } from "./schema-dialect.ts";
import { toolFilter } from "./tool-filter.ts";
import { ownTags } from "./tool-tags.ts";

/** What every visible tool and prompt name looks like. */
const VISIBLE_NAME = /^[a-z][a-z0-9_]{0,63}$/;

export interface CatalogueTool {
  /** `<namespace>_<leaf>`. */
  readonly name: string;
  readonly namespace: string;
  /** The name that the source knows. */
  readonly sourceName: string;
  /** As republished: the source's definition under the visible name. */
  readonly definition: Tool;
  readonly pinned: boolean;
  readonly tags: readonly string[];
  /** Some of its arguments travel as headers too. */
  readonly mirrors: boolean;
  /** What a caller must hold to see and call it. */
  readonly scopes: readonly string[];
}

interface CataloguePrompt {
  readonly name: string;
  readonly namespace: string;
  readonly sourceName: string;
  readonly definition: Prompt;
}

interface CatalogueResource<D> {
  readonly namespace: string;
  readonly definition: D;
  /** URI or template as the source wrote it. */
  readonly sourceUri: string;
}

/** Something that is not served, and why. Never fatal. */
export interface CatalogueProblem {
  readonly namespace: string;
  /** The source's own name for it, cleaned and bounded. */
  readonly name: string;
  readonly problem: "bad_name" | "collision" | "illegal_header" | "unknown_entrypoint" | "malformed";
  readonly message: string;
}

interface CatalogueSource {
  readonly namespace: string;
  readonly title: string;
  readonly description: string | null;
  readonly homepage: string | null;
  /** Terms of use, as the operator wrote them. */
  readonly terms: string | null;
  readonly tools: number;
  /** What a caller must hold for anything of this source. */
  readonly scopes: readonly string[];
  readonly definition: SourceDefinition;
}

/** The federated snapshot: frozen, sorted, replaced as a whole. */
export interface Catalogue {
  readonly fingerprint: string;
  readonly sources: readonly CatalogueSource[];
  readonly tools: readonly CatalogueTool[];
  readonly toolsByName: ReadonlyMap<string, CatalogueTool>;
  readonly prompts: readonly CataloguePrompt[];
  readonly promptsByName: ReadonlyMap<string, CataloguePrompt>;
  readonly resources: readonly CatalogueResource<Resource>[];
  readonly resourceTemplates: readonly CatalogueResource<ResourceTemplateType>[];
  readonly problems: readonly CatalogueProblem[];
  readonly ttlMs: number;
  readonly cacheScope: CacheScope;
}

export interface CataloguePart {
  readonly source: SourceConfig;
  readonly definition: SourceDefinition;
}

export interface CatalogueOptions {
  /** Names without namespace; for one source alone. */
  readonly transparent: boolean;
  /** Names that the router itself serves. */
  readonly reserved: readonly string[];
}

/** Builds the snapshot from what the sources last said. Bad and colliding names are left out and reported. */
export function buildCatalogue(parts: readonly CataloguePart[], options: CatalogueOptions): Catalogue {
  const problems: CatalogueProblem[] = [];
  const sorted = [...parts].sort((a, b) => byName(a.source.namespace, b.source.namespace));
  const tools = sorted.flatMap((part) => toolsOf(part, options, problems));
  const prompts = sorted.flatMap((part) => promptsOf(part, options, problems));
  const resources = sorted.flatMap(({ source, definition }) =>
    definition.resources.map((resource) => resourceOf(source.namespace, resource, resource.uri, options)),
  );
  const templates = sorted.flatMap(({ source, definition }) =>
    definition.resourceTemplates.map((template) =>
      resourceOf(source.namespace, template, template.uriTemplate, options),
    ),
  );
  const servedTools = tools.sort((a, b) => byName(a.name, b.name));
  const servedPrompts = prompts.sort((a, b) => byName(a.name, b.name));
  const catalogue = {
    sources: sorted.map(({ source, definition }) => ({
      namespace: source.namespace,
      title: source.title ?? definition.serverInfo.title ?? definition.serverInfo.name,
      description: source.description ?? definition.serverInfo.description ?? null,
      homepage: source.homepage ?? definition.serverInfo.websiteUrl ?? null,
      terms: source.terms,
      scopes: source.scopes,
      tools: servedTools.filter((tool) => tool.namespace === source.namespace).length,
      definition,
    })),
    tools: servedTools,
    prompts: servedPrompts,
    resources: distinguished(resources, "uri", options),
    resourceTemplates: distinguished(templates, "uriTemplate", options),
    problems,
  };
  const hints = sorted.map(({ definition }) => definition).filter(({ ttlMs }) => ttlMs > 0);
  return Object.freeze({
    ...catalogue,
    fingerprint: fingerprintOf(catalogue),
    toolsByName: new Map(servedTools.map((tool) => [tool.name, tool])),
    promptsByName: new Map(servedPrompts.map((prompt) => [prompt.name, prompt])),
    // A part that gives no hint may change at once, and so may the whole.
    ttlMs: hints.length === sorted.length && hints.length > 0 ? Math.min(...hints.map(({ ttlMs }) => ttlMs)) : 0,
    cacheScope: sorted.every(({ definition }) => definition.cacheScope === "public") ? "public" : "private",
  });
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function toolsOf(
  { source, definition }: CataloguePart,
  options: CatalogueOptions,
  problems: CatalogueProblem[],
): CatalogueTool[] {
  const { namespace } = source;
  const filter = toolFilter(source.tools);
  const report = (name: string, problem: CatalogueProblem["problem"], message: string): void => {
    problems.push({ namespace, name: cleanName(name), problem, message });
  };
  for (const name of definition.malformed) report(name, "malformed", "not a definition as the protocol asks for it");
  const served = new Map<string, CatalogueTool>();
  const pins = new Set(source.entrypoints);
  for (const tool of [...definition.tools].sort((a, b) => byName(a.name, b.name))) {
    if (!filter.served(tool.name)) continue;
    const leaf = filter.shown(tool.name);
    const name = options.transparent ? leaf : `${namespace}_${leaf}`;
    if (!options.transparent && !VISIBLE_NAME.test(name)) {
      report(
        tool.name,
        "bad_name",
        "the visible name is not lower-case letters, digits and underscores, 64 at most; rename it",
      );
      continue;
    }
    if (served.has(name) || options.reserved.includes(name)) {
      report(tool.name, "collision", "another tool has the same visible name; rename one of them");
      continue;
    }
    const headers = headerAnnotations(tool.inputSchema);
    if (!headers.legal) {
      report(tool.name, "illegal_header", headers.reason);
      continue;
    }
    const pinned = pins.delete(leaf);
    served.set(name, {
      name,
      namespace,
      sourceName: tool.name,
      definition: republished(tool, name),
      pinned,
      mirrors: headers.annotations.length > 0,
      scopes: scopesOfTool(source, leaf, tool.annotations),
      tags: [...new Set([...source.tags, ...ownTags(tool)])],
    });
  }
  for (const leaf of pins) report(leaf, "unknown_entrypoint", "no served tool of this source has this leaf name");
  return [...served.values()];
}

function republished(tool: Tool, name: string): Tool {
  return Object.freeze({
    ...tool,
    name,
    inputSchema: withoutDraft07Stamp(tool.inputSchema),
    ...(tool.outputSchema !== undefined && { outputSchema: withoutDraft07Stamp(tool.outputSchema) }),
  });
}

function promptsOf(
  { source, definition }: CataloguePart,
  options: CatalogueOptions,
  problems: CatalogueProblem[],
): CataloguePrompt[] {
  const { namespace } = source;
  const served = new Map<string, CataloguePrompt>();
  for (const prompt of [...definition.prompts].sort((a, b) => byName(a.name, b.name))) {
    const name = options.transparent ? prompt.name : `${namespace}_${prompt.name}`;
    if (!options.transparent && !VISIBLE_NAME.test(name)) {
      problems.push({
        namespace,
        name: cleanName(prompt.name),
        problem: "bad_name",
        message: "the prompt's visible name is not allowed",
      });
    } else if (served.has(name)) {
      problems.push({
        namespace,
        name: cleanName(prompt.name),
        problem: "collision",
        message: "two prompts have the same visible name",
      });
    } else {
      served.set(name, { name, namespace, sourceName: prompt.name, definition: Object.freeze({ ...prompt, name }) });
    }
  }
  return [...served.values()];
}

function resourceOf<D extends { name: string }>(
  namespace: string,
  definition: D,
  sourceUri: string,
  options: CatalogueOptions,
): CatalogueResource<D> {
  const name = options.transparent ? definition.name : `${namespace}_${definition.name}`;
  return { namespace, sourceUri, definition: { ...definition, name } };
}

/** A URI that two sources offer is shown with its namespace in front (`kegg+scheme://…`), so that each can be asked for. */
function distinguished<D extends object>(
  entries: readonly CatalogueResource<D>[],
  key: "uri" | "uriTemplate",
  options: CatalogueOptions,
): readonly CatalogueResource<D>[] {
  const owners = new Map<string, number>();
  for (const { sourceUri } of entries) owners.set(sourceUri, (owners.get(sourceUri) ?? 0) + 1);
  return entries
    .map((entry) =>
      options.transparent || owners.get(entry.sourceUri) === 1
        ? entry
        : { ...entry, definition: { ...entry.definition, [key]: `${entry.namespace}+${entry.sourceUri}` } },
    )
    .sort((a, b) => byName(shownUri(a.definition), shownUri(b.definition)) || byName(a.namespace, b.namespace));
}

const shownUri = (definition: object): string => {
  const { uri, uriTemplate } = definition as { uri?: string; uriTemplate?: string };
  return uri ?? uriTemplate ?? "";
};
