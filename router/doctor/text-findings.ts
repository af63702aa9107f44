import type { Catalogue } from "../catalog/catalogue.ts";
import { cleanName } from "../catalog/clean-name.ts";
import { type DefinitionFinding, foreignToolFindings, scanDefinition } from "../drift/text-scan.ts";
import { type DoctorFinding, finding } from "./finding.ts";

/**
 * Text in definitions that its reader does not see, or that gives a model orders. The text itself is not shown: whoever
 * asks the doctor may be a model. `gene-router drift` shows it.
 */
export function textFindings({ sources }: Catalogue): DoctorFinding[] {
  return sources.flatMap(({ namespace, definition }) => {
    const others = new Map(
      sources
        .filter((source) => source.namespace !== namespace)
        .map((source) => [source.namespace, source.definition.tools.map(({ name }) => name)]),
    );
    return [...scanDefinition(definition), ...foreignToolFindings(definition, others)].map((found) =>
      textFinding(namespace, found),
    );
  });
}

function textFinding(namespace: string, { part, name, kind, hidden }: DefinitionFinding): DoctorFinding {
  const where = `${namespace} ${part}${name === null ? "" : ` ${cleanName(name)}`}`;
  const what = kind.replaceAll("_", " ");
  if (hidden) {
    const cure = "look at it with gene-router drift, and do not use the source until its author has taken them out";
    return finding("hidden_text", where, `it holds characters that a reader cannot see (${what})`, cure);
  }
  const cure = `read it with gene-router drift; if it is not harmless, name the tool in servers.${namespace}.tools.deny`;
  return finding(
    "directive_text",
    where,
    `its text gives orders that a definition has no reason to give (${what})`,
    cure,
  );
}
