import type { SourceServer } from "../../servers/kit/source-server.ts";
import type { Clock } from "../../servers/kit/upstream/upstream.ts";
import { cleanName } from "../catalog/clean-name.ts";
import type { Config } from "../config/config.ts";
import type { Baseline } from "../drift/baseline.ts";
import { type Guarded, guardDefinition } from "../drift/guard.ts";
import { buildSnapshot } from "../surface/snapshot.ts";
import { examineCatalogue } from "./examine-catalogue.ts";
import { examineSource, type SourceExamination } from "./examine-source.ts";
import { type DoctorFinding, worstFirst } from "./finding.ts";
import { examineSurroundings, type Surroundings } from "./surroundings.ts";

export interface RouterExamination {
  readonly sources: readonly Omit<SourceExamination, "definition" | "findings">[];
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
  /** Called when a source has been looked at. */
  readonly onSource?: (examined: SourceExamination) => void;
}

/** Looks at everything that the configuration names, live, all sources at once. Throws only the signal's reason. */
export async function examineRouter(parts: ExaminationParts): Promise<RouterExamination> {
  const { config, openSource, clock, version, surroundings, baseline, signal, onSource } = parts;
  const context = { openSource, clock, environment: config.environment, client: { name: "gene-router", version } };
  const examined = await Promise.all(
    config.sources.map(async (source) => {
      const examination = await examineSource(source, context, signal);
      onSource?.(examination);
      return { source, ...examination };
    }),
  );
  const heard = examined.flatMap(({ source, definition }) => (definition === null ? [] : [{ source, definition }]));
  const { catalogue, listed } = buildSnapshot(heard, config.settings.surface);
  const findings = [
    ...examineSurroundings(config, surroundings),
    ...examined.flatMap(({ findings: own }) => own),
    ...examineCatalogue(catalogue, listed),
    ...heard.flatMap(({ source: { namespace }, definition }) =>
      baseline === null
        ? []
        : driftFindings(namespace, guardDefinition(definition, baseline.namespaces.get(namespace) ?? null, "enforce")),
    ),
  ];
  return {
    sources: examined.map(({ source: _, definition: __, findings: ___, ...rest }) => rest),
    findings: worstFirst(findings),
  };
}

function driftFindings(namespace: string, { quarantined }: Guarded): DoctorFinding[] {
  return quarantined.map(({ part, name, reason }) => ({
    code: "quarantined",
    severity: "error",
    where: `${namespace} ${part} ${cleanName(name)}`.trim(),
    message: `it is withheld: its definition is not as pinned (${reason})`,
    cure: "read gene-router drift; accept it with gene-router pin, or go back to the version that was pinned",
  }));
}
