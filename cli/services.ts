import { type Assumption, checkAssumption, type Finding } from "../servers/kit/assumption.ts";
import { type Environment, readSetting, readSettings, type SettingSpecs } from "../servers/kit/settings.ts";
import type { Clock, Upstream } from "../servers/kit/upstream/upstream.ts";
import { SOURCE_NAMES, SOURCES, type SourceName } from "./sources.ts";

export interface Examination {
  readonly upstream: Upstream;
  readonly environment: Environment;
  readonly clock: Clock;
  /** For one assumption, milliseconds. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  readonly sources?: readonly SourceName[];
  /** Called with each finding as it comes. */
  readonly onFinding?: (finding: Finding) => void;
}

/**
 * Asks the services of the sources whether they still are what the sources take them for. Services are asked side by
 * side, the questions to one service in turn; findings come back in the order of sources and of their assumptions.
 */
export async function examineServices(examination: Examination): Promise<readonly Finding[]> {
  const { sources = SOURCE_NAMES } = examination;
  return (await Promise.all(sources.map((name) => examineSource(name, examination)))).flat();
}

async function examineSource(name: SourceName, examination: Examination): Promise<readonly Finding[]> {
  const { upstream, environment, onFinding } = examination;
  const source = await SOURCES[name]();
  const settings = readSettings(source.settings, environment);
  const assumptions: readonly Assumption[] = source.assumptions?.({ upstream, settings }) ?? [];
  const mirror = mirrorOf(source.settings, environment);
  const findings: Finding[] = [];
  for (const assumption of assumptions) {
    const finding =
      mirror !== null && assumption.atHome
        ? leftAlone(name, assumption, mirror)
        : await checkAssumption(name, assumption, examination);
    onFinding?.(finding);
    findings.push(finding);
  }
  return findings;
}

/** The variable that sends a source to an address of its user's own; null when it asks the service at home. */
const mirrorOf = (settings: SettingSpecs, environment: Environment): string | null =>
  Object.values(settings).find(
    (each) => each.variable.endsWith("_URL") && readSetting(each, environment) !== each.fallback,
  )?.variable ?? null;

/** Whoever asks a mirror has a reason not to go out, and pages at home do not say what the mirror may do. */
const leftAlone = (source: string, { name, says }: Assumption, variable: string): Finding => ({
  source,
  name,
  says,
  state: "not_asked",
  found: `${variable} names a mirror, so the page is left alone`,
  code: null,
  asked: [],
});
