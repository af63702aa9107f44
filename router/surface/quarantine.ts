import type { Catalogue } from "../catalog/catalogue.ts";
import { toolFilter } from "../catalog/tool-filter.ts";
import type { SourceConfig } from "../config/config.ts";
import type { Quarantined, QuarantineReason } from "../drift/guard.ts";
import { fits, type ResourceOwner } from "./resource-owners.ts";
import { RouterError } from "./router-error.ts";

/** A source and what of it is withheld; nothing when it was not held against a baseline. */
export interface QuarantinedPart {
  readonly source: SourceConfig;
  readonly quarantined?: readonly Quarantined[];
}

export interface Withheld extends Quarantined {
  readonly namespace: string;
}

/** What is not served although a source offers it, so that a call for it is answered with the reason. */
export interface Quarantine {
  /** By visible name. */
  readonly tools: ReadonlyMap<string, Withheld>;
  readonly prompts: ReadonlyMap<string, Withheld>;
  /** Resources and templates, under the source's own URI. */
  readonly resources: readonly Withheld[];
}

export function quarantineOf(parts: readonly QuarantinedPart[], transparent: boolean): Quarantine {
  const tools = new Map<string, Withheld>();
  const prompts = new Map<string, Withheld>();
  const resources: Withheld[] = [];
  for (const { source, quarantined = [] } of parts) {
    const { namespace } = source;
    const filter = toolFilter(source.tools);
    const visible = (leaf: string): string => (transparent ? leaf : `${namespace}_${leaf}`);
    for (const each of quarantined) {
      const withheld = { ...each, namespace };
      if (each.part === "tool" && filter.served(each.name)) tools.set(visible(filter.shown(each.name)), withheld);
      if (each.part === "prompt") prompts.set(visible(each.name), withheld);
      if (each.part === "resource" || each.part === "resource_template") resources.push(withheld);
    }
  }
  return { tools, prompts, resources };
}

const REASONS: Readonly<Record<QuarantineReason, string>> = {
  changed: "its definition is not the one that was accepted",
  added: "it was added after the source was last accepted",
  ambiguous: "the source gives it two different definitions",
  hidden_text: "its definition holds characters that a reader cannot see",
};

/** The refusal of a call. Constant text; the risks are classes of the router's own. */
export function quarantinedError(
  kind: "tool" | "prompt" | "resource",
  { namespace, reason, risks }: Withheld,
): RouterError {
  const classes = reason === "changed" && risks.length > 0 ? ` (${risks.join(", ")})` : "";
  const message = `This ${kind} is quarantined: ${REASONS[reason]}${classes}. Whoever runs the router can look at it with gene-router drift and accept it with gene-router pin.`;
  return new RouterError("quarantined", message, { source: namespace });
}

/** The owners that may be asked for a URI, and, of one that may not, why: its only template or entry for it is withheld. */
export function servedOwners(
  owners: readonly ResourceOwner[],
  { resources, resourceTemplates }: Catalogue,
  quarantine: Quarantine,
): { readonly owners: readonly ResourceOwner[]; readonly withheld: Withheld | null } {
  const withheldFor = ({ namespace, uri }: ResourceOwner): Withheld | null => {
    const served =
      resources.some((each) => each.namespace === namespace && each.sourceUri === uri) ||
      resourceTemplates.some((each) => each.namespace === namespace && fits(each.sourceUri, uri));
    if (served) return null;
    const covers = ({ part, name }: Withheld): boolean => (part === "resource" ? name === uri : fits(name, uri));
    return quarantine.resources.find((each) => each.namespace === namespace && covers(each)) ?? null;
  };
  const refused = owners.map(withheldFor);
  return {
    owners: owners.filter((_, at) => refused[at] === null),
    withheld: refused.find((each) => each !== null) ?? null,
  };
}
