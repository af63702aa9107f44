import { buildCatalogue, type Catalogue, type CataloguePart } from "../catalog/catalogue.ts";
import type { Config, SourceConfig } from "../config/config.ts";
import type { ConnectionContext } from "../connections/open-connection.ts";
import type { LiveDefinition } from "../drift/live-definitions.ts";
import { tokensOf } from "../inspect.ts";
import { META_TOOL_NAMES } from "../surface/meta-tools.ts";
import { surfaceOf } from "../surface/snapshot.ts";
import { baselineFindings } from "./baseline-findings.ts";
import { filterFindings, problemFindings, type SurfaceCost, surfaceCost, surfaceFindings } from "./catalogue-findings.ts";
import { type EnvironmentOptions, environmentFindings, skewFindings } from "./environment.ts";
import { examineSource, type SourceExamination } from "./examine-source.ts";
import type { DoctorFinding } from "./finding.ts";
import { textFindings } from "./text-findings.ts";
import { toolFindings } from "./tool-quality.ts";

export interface DoctorOptions extends Omit<EnvironmentOptions, "now"> {
  readonly context: ConnectionContext;
  readonly signal: AbortSignal;
  /** Only this namespace; everything that is not one source's is left out, too. */
  readonly only?: string;
  /** Called when a source has been looked at. */
  readonly onExamined?: (examined: SourceExamination) => void;
}

/** One line of the report: what a source is, and what it costs. Times are milliseconds. */
export interface ExaminedSource {
  readonly namespace: string;
  readonly kind: SourceConfig["link"]["kind"];
  readonly reachable: boolean;
  readonly era: "modern" | "legacy" | null;
  readonly revision: string | null;
  readonly server: { readonly name: string; readonly version: string } | null;
  readonly tools: number;
  readonly tokens: number;
  readonly pinned: readonly string[];
  readonly connect_ms: number | null;
  readonly list_ms: number | null;
  readonly call_ms: number | null;
}

export interface DoctorReport {
  readonly sources: readonly ExaminedSource[];
  /** null when only one source was looked at. */
  readonly surface: SurfaceCost | null;
  readonly findings: readonly DoctorFinding[];
}

/** Looks at every source as configured, at once and at first hand, and at what is around them. */
export async function examine(options: DoctorOptions): Promise<DoctorReport> {
  const { config, context, signal, only, onExamined } = options;
  const wanted = config.sources.filter(({ namespace }) => only === undefined || namespace === only);
  const examined = await Promise.all(
    wanted.map(async (source) => {
      const found = await examineSource(source, context, signal);
      onExamined?.(found);
      return found;
    }),
  );
  const parts = examined.flatMap(({ source, definition }) => (definition === null ? [] : [{ source, definition }]));
  const catalogue = catalogueOf(config, parts);
  const cost = surfaceCost(catalogue, surfaceOf(catalogue, config.settings.surface));
  const around =
    only === undefined
      ? [...(await environmentFindings({ ...options, now: context.clock.now() })), ...surfaceFindings(catalogue, cost)]
      : [];
  return {
    sources: examined.map((each) => lineOf(each, catalogue)),
    surface: only === undefined ? cost : null,
    findings: [
      ...around,
      ...(await baselineFindings(config, examined.map(liveOf))),
      ...examined.flatMap(({ source, findings, clockSkewMs }) => [
        ...findings,
        ...skewFindings(source.namespace, clockSkewMs),
      ]),
      ...problemFindings(catalogue.problems),
      ...parts.flatMap(({ source, definition }) => filterFindings(source, definition)),
      ...parts.flatMap(({ source, definition }) =>
        textFindings(source.namespace, definition, toolsOfOthers(parts, source.namespace)),
      ),
      ...catalogue.tools.flatMap(toolFindings),
    ],
  };
}

function catalogueOf(config: Config, parts: readonly CataloguePart[]): Catalogue {
  const transparent = config.settings.surface === "transparent";
  return buildCatalogue(parts, { transparent, reserved: transparent ? [] : META_TOOL_NAMES });
}

const toolsOfOthers = (parts: readonly CataloguePart[], namespace: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    parts
      .filter(({ source }) => source.namespace !== namespace)
      .map(({ source, definition }) => [source.namespace, definition.tools.map(({ name }) => name)]),
  );

const liveOf = ({ source: { namespace }, definition }: SourceExamination): LiveDefinition =>
  definition === null ? { namespace, unreachable: "source_down" } : { namespace, definition };

function lineOf(
  { source, definition, era, revision, connectMs, listMs, callMs }: SourceExamination,
  catalogue: Catalogue,
): ExaminedSource {
  const served = catalogue.tools.filter(({ namespace }) => namespace === source.namespace);
  const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(ms * 10) / 10);
  const { name = "", version = "" } = definition?.serverInfo ?? {};
  return {
    namespace: source.namespace,
    kind: source.link.kind,
    reachable: definition !== null,
    era,
    revision,
    server: definition === null ? null : { name, version },
    tools: served.length,
    tokens: served.reduce((sum, tool) => sum + tokensOf(tool.definition), 0),
    pinned: served.filter(({ pinned }) => pinned).map((tool) => tool.name),
    connect_ms: rounded(connectMs),
    list_ms: rounded(listMs),
    call_ms: rounded(callMs),
  };
}
