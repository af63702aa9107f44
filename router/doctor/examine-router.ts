import type { SourceServer } from "../../servers/kit/source-server.ts";
import type { Clock } from "../../servers/kit/upstream/upstream.ts";
import { cleanName } from "../catalog/clean-name.ts";
import type { Config } from "../config/config.ts";
import type { Baseline } from "../drift/baseline.ts";
import { type Guarded, guardDefinition } from "../drift/guard.ts";
import { tokensOf } from "../inspect.ts";
import { buildSnapshot, type Surface } from "../surface/snapshot.ts";
import { filterFindings, LIST_TOKENS, listFindings, problemFindings } from "./catalogue-findings.ts";
import { examineSource, type SourceExamination, type SourcePatience } from "./examine-source.ts";
import { type DoctorFinding, finding, worstFirst } from "./finding.ts";
import { examineSurroundings, type Surroundings } from "./surroundings.ts";
import { textFindings } from "./text-findings.ts";
import { toolFindings } from "./tool-findings.ts";

/** What is served of one source, and what its definitions cost a model. */
interface ServedPart {
  readonly served: number;
  readonly tokens: number;
  readonly pinned: readonly string[];
}

export interface RouterExamination {
  readonly sources: readonly (Omit<SourceExamination, "definition" | "findings"> & ServedPart)[];
  /** What `tools/list` shows and costs. */
  readonly list: {
    readonly surface: Surface;
    readonly tools: number;
    readonly listed: number;
    readonly tokens: number;
    readonly budget: number;
  };
  readonly findings: readonly DoctorFinding[];
}

export interface ExaminationParts {
  readonly config: Config;
  readonly openSource: (name: string) => Promise<SourceServer>;
  readonly clock: Clock;
  readonly version: string;
  readonly surroundings: Surroundings;
  /** null: definitions are held against nothing. */
  readonly baseline: Baseline | null;
  readonly signal: AbortSignal;
  readonly patience?: SourcePatience;
  /** Called when a source has been looked at. */
  readonly onSource?: (examined: SourceExamination) => void;
}

/** Looks at everything that the configuration names, live, all sources at once. Throws only the signal's reason. */
export async function examineRouter(parts: ExaminationParts): Promise<RouterExamination> {
  const { config, openSource, clock, version, surroundings, baseline, signal, patience, onSource } = parts;
  const context = { openSource, clock, environment: config.environment, client: { name: "gene-router", version } };
  const examined = await Promise.all(
    config.sources.map(async (source) => {
      const examination = await examineSource(source, context, signal, patience);
      onSource?.(examination);
      return { source, ...examination };
    }),
  );
  const heard = examined.flatMap(({ source, definition }) => (definition === null ? [] : [{ source, definition }]));
  const { catalogue, listed, surface } = buildSnapshot(heard, config.settings.surface);
  const tokens = tokensOf(listed);
  const findings = [
    ...examineSurroundings(config, surroundings),
    ...examined.flatMap(({ findings: own }) => own),
    ...problemFindings(catalogue),
    ...heard.flatMap(({ source, definition }) => filterFindings(source, definition)),
    ...listFindings(catalogue, { listed, surface, tokens }),
    ...catalogue.tools.flatMap(toolFindings),
    ...textFindings(catalogue),
    ...heard.flatMap(({ source: { namespace }, definition }) =>
      baseline === null
        ? []
        : driftFindings(namespace, guardDefinition(definition, baseline.namespaces.get(namespace) ?? null, "enforce")),
    ),
  ];
  const partOf = (namespace: string): ServedPart => {
    const tools = catalogue.tools.filter((tool) => tool.namespace === namespace);
    return {
      served: tools.length,
      tokens: tools.reduce((sum, { definition }) => sum + tokensOf(definition), 0),
      pinned: tools.filter(({ pinned }) => pinned).map(({ name }) => name),
    };
  };
  return {
    sources: examined.map(({ source: _, definition: __, findings: ___, ...rest }) => ({
      ...rest,
      ...partOf(rest.namespace),
    })),
    list: { surface, tools: catalogue.tools.length, listed: listed.length, tokens, budget: LIST_TOKENS },
    findings: worstFirst(findings),
  };
}

function driftFindings(namespace: string, { quarantined }: Guarded): DoctorFinding[] {
  return quarantined.map(({ part, name, reason }) =>
    finding(
      "quarantined",
      `${namespace} ${part} ${cleanName(name)}`.trim(),
      `it is withheld: its definition is not as pinned (${reason})`,
      "read gene-router drift; accept it with gene-router pin, or go back to the version that was pinned",
    ),
  );
}
