import { cleanName } from "../catalog/clean-name.ts";
import type { SourceDefinition } from "../catalog/definition.ts";
import { type DefinitionFinding, foreignToolFindings, scanDefinition } from "../drift/text-scan.ts";
import { type DoctorFinding, finding } from "./finding.ts";

/**
 * Text in a source's definitions that its reader does not see or that gives a model orders. The text itself is not
 * shown here: it would be read by the next model; `gene-router drift` shows it.
 */
export function textFindings(
  namespace: string,
  definition: SourceDefinition,
  others: ReadonlyMap<string, readonly string[]>,
): DoctorFinding[] {
  return [...scanDefinition(definition), ...foreignToolFindings(definition, others)].map((found) =>
    finding(found.hidden ? "hidden_text" : "directive_text", {
      source: namespace,
      subject: found.name === null ? found.part : cleanName(found.name),
      message: `${found.path === "" ? found.part : found.path.replace(/[^\w.[\]$-]/g, "?").slice(0, 100)}: ${WORDS[found.kind] ?? found.kind.replaceAll("_", " ")}${times(found)}`,
      cure: found.hidden
        ? `do not use this source until its author has explained it; servers.${namespace}.tools.deny keeps single tools out`
        : `read the text with gene-router drift; if it is not harmless, write servers.${namespace}.tools.deny`,
    }),
  );
}

const WORDS: Readonly<Partial<Record<DefinitionFinding["kind"], string>>> = {
  foreign_tool: "speaks of another source's tool",
  base64_blob: "holds an encoded blob",
};

const times = ({ count }: DefinitionFinding): string => (count > 1 ? ` (${count} times)` : "");
