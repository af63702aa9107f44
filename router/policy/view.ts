import type { Catalogue } from "../catalog/catalogue.ts";
import type { Principal } from "../surface/principal.ts";
import { instructionsOn, listedOn, type Snapshot } from "../surface/snapshot.ts";
import { permits } from "./needed-scopes.ts";

/** Callers hold one of a few sets of scopes; more kept views than this are a flood of invented ones. */
const MAX_VIEWS = 64;

/** Gives each caller the snapshot that its scopes allow: what it may not call is not listed, not found and not named. */
export function createViews(): (snapshot: Snapshot, principal: Principal) => Snapshot {
  const kept = new WeakMap<Snapshot, Views>();
  const viewsOf = (snapshot: Snapshot): Views => {
    const known = kept.get(snapshot);
    if (known !== undefined) return known;
    const fresh: Views = { telling: scopesIn(snapshot.catalogue), byScopes: new Map() };
    kept.set(snapshot, fresh);
    return fresh;
  };
  return (snapshot, principal) => {
    const held = principal.scopes;
    if (held === null) return snapshot;
    const { telling, byScopes } = viewsOf(snapshot);
    const key = JSON.stringify(telling.filter((scope) => held.has(scope)));
    const known = byScopes.get(key);
    if (known !== undefined) return known;
    const view = viewOf(snapshot, principal);
    if (byScopes.size >= MAX_VIEWS) byScopes.delete(byScopes.keys().next().value as string);
    byScopes.set(key, view);
    return view;
  };
}

interface Views {
  /** Only scopes that something here needs tell one view from another. */
  readonly telling: readonly string[];
  readonly byScopes: Map<string, Snapshot>;
}

const scopesIn = ({ sources, tools }: Catalogue): string[] =>
  [...new Set([...sources, ...tools].flatMap(({ scopes }) => scopes))].sort();

function viewOf(snapshot: Snapshot, principal: Principal): Snapshot {
  const { catalogue, surface, quarantine } = snapshot;
  const open = new Set(
    catalogue.sources.filter(({ scopes }) => permits(principal, scopes)).map(({ namespace }) => namespace),
  );
  const ofOpen = ({ namespace }: { readonly namespace: string }): boolean => open.has(namespace);
  const tools = catalogue.tools.filter(({ scopes }) => permits(principal, scopes));
  const prompts = catalogue.prompts.filter(ofOpen);
  const visible: Catalogue = Object.freeze({
    ...catalogue,
    sources: catalogue.sources
      .filter(ofOpen)
      .map((source) => ({ ...source, tools: tools.filter(({ namespace }) => namespace === source.namespace).length })),
    tools,
    toolsByName: new Map(tools.map((tool) => [tool.name, tool])),
    prompts,
    promptsByName: new Map(prompts.map((prompt) => [prompt.name, prompt])),
    resources: catalogue.resources.filter(ofOpen),
    resourceTemplates: catalogue.resourceTemplates.filter(ofOpen),
    problems: catalogue.problems.filter(ofOpen),
    cacheScope: "private",
  });
  return {
    catalogue: visible,
    surface,
    listed: listedOn(visible, surface),
    instructions: instructionsOn(visible, surface),
    quarantine: {
      tools: new Map([...quarantine.tools].filter(([, withheld]) => ofOpen(withheld))),
      prompts: new Map([...quarantine.prompts].filter(([, withheld]) => ofOpen(withheld))),
      resources: quarantine.resources.filter(ofOpen),
    },
  };
}
