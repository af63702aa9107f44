import type { Catalogue } from "../catalog/catalogue.ts";
import type { Principal } from "../surface/principal.ts";
import { instructionsOn, listedOn, type Snapshot } from "../surface/snapshot.ts";
import { permits } from "./needed-scopes.ts";

/** Callers hold one of a few sets of scopes; more kept views than this are a flood of invented ones. */
const MAX_VIEWS = 64;

/** Gives each caller the snapshot that its scopes allow: what it may not call is not listed, not found and not named. */
export function createViews(): (snapshot: Snapshot, principal: Principal) => Snapshot {
  const kept = new WeakMap<Snapshot, Map<string, Snapshot>>();
  return (snapshot, principal) => {
    if (principal.scopes === null) return snapshot;
    const views = kept.get(snapshot) ?? new Map<string, Snapshot>();
    kept.set(snapshot, views);
    // Only scopes that something here needs tell one view from another.
    const key = JSON.stringify(scopesIn(snapshot.catalogue).filter((scope) => principal.scopes?.has(scope)));
    const known = views.get(key);
    if (known !== undefined) return known;
    const view = viewOf(snapshot, principal);
    if (views.size >= MAX_VIEWS) views.delete(views.keys().next().value as string);
    views.set(key, view);
    return view;
  };
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
