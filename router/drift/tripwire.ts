import { basename } from "node:path";
import type { Clock } from "../../servers/kit/upstream/upstream.ts";
import { cleanName } from "../catalog/clean-name.ts";
import type { SourceDefinition } from "../catalog/definition.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-problem.ts";
import { BadBaseline, type Baseline } from "./baseline.ts";
import { baselineFileOf, loadBaseline, stampOf, watchFile } from "./baseline-file.ts";
import { type Guarded, guardDefinition, type Quarantined } from "./guard.ts";

/** How one source stands to the baseline; for `/health`, `/status` and gauges. */
export interface DriftState {
  /** `unpinned`: there is a baseline, and it does not know this source. */
  readonly drift: "off" | "unpinned" | "pinned";
  /** What is withheld, by part and cleaned name; empty unless the mode is `enforce`. */
  readonly quarantined: readonly { readonly part: string; readonly name: string; readonly reason: string }[];
  /** Number of differences from the pins, those that are served under `warn` and what is gone included. */
  readonly driftChanges: number;
}

export interface Tripwire {
  /** Reads the baseline and begins to watch it. Throws `ConfigError` when it is bad, or missing though asked for. */
  start(): Promise<void>;
  /** What may be served of a source's definition. The same answer for the same definition until the baseline changes. */
  guard(namespace: string, definition: SourceDefinition): Guarded;
  stateOf(namespace: string): DriftState;
  close(): Promise<void>;
}

export interface TripwireOptions {
  readonly config: Pick<Config, "settings" | "folder">;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
  /** The baseline was renewed: what is served has to be built anew. */
  readonly onRenewed: () => void;
}

/** Names that one line of the log may carry. */
const NAMED_MOST = 8;

/** The baseline at work: read at the start, watched, and held against whatever a source says of itself. */
export function createTripwire({ config, clock, warn, onRenewed }: TripwireOptions): Tripwire {
  const file = baselineFileOf(config);
  const { drift: wanted } = config.settings;
  const mode: "enforce" | "warn" = wanted === "warn" ? "warn" : "enforce";
  const closing = new AbortController();
  let baseline: Baseline | null = null;
  let watching: Promise<void> | null = null;
  const guarded = new Map<string, { readonly from: SourceDefinition; readonly result: Guarded }>();
  const said = new Map<string, string>();

  /** Says how a source stands, once for each standing. */
  function report(namespace: string, { quarantined, changes }: Guarded): void {
    const line = standing(namespace, mode, baseline?.namespaces.has(namespace) === true, quarantined, changes);
    if ((said.get(namespace) ?? "") === line) return;
    said.set(namespace, line);
    warn(line === "" ? `drift: ${namespace} is as pinned again` : line);
  }

  async function renew(): Promise<void> {
    if (file === null) return;
    try {
      const renewed = await loadBaseline(file);
      if (renewed === null && baseline === null) return;
      if (renewed === null) throw new BadBaseline("the file is gone");
      baseline = renewed;
      guarded.clear();
      onRenewed();
    } catch (error) {
      warn(`drift: the changed baseline is not used, the one before stays in force: ${reasonOf(error)}`);
    }
  }

  return {
    async start() {
      if (wanted === "off" || file === null) return;
      const since = await stampOf(file);
      let demanded = wanted !== null || config.settings.baseline !== null;
      try {
        baseline = await loadBaseline(file);
      } catch (error) {
        // Under warn nothing would have been withheld anyway.
        if (mode !== "warn")
          throw refusal(file, reasonOf(error), "restore the file, or delete it and run gene-router pin");
        warn(`drift: ${reasonOf(error)}; nothing is compared`);
        demanded = false;
      }
      if (baseline === null && demanded)
        throw refusal(file, "there is no such file", "run gene-router pin, or set GENE_ROUTER_DRIFT=off");
      // A first pin takes effect without a restart too.
      watching = watchFile(file, { since, clock, signal: closing.signal, onChanged: renew });
    },
    guard(namespace, definition) {
      if (baseline === null) return { definition, quarantined: [], changes: [] };
      const known = guarded.get(namespace);
      if (known?.from === definition) return known.result;
      const result = guardDefinition(definition, baseline.namespaces.get(namespace) ?? null, mode);
      guarded.set(namespace, { from: definition, result });
      report(namespace, result);
      return result;
    },
    stateOf(namespace) {
      if (baseline === null) return { drift: "off", quarantined: [], driftChanges: 0 };
      const { quarantined = [], changes = [] } = guarded.get(namespace)?.result ?? {};
      return {
        drift: baseline.namespaces.has(namespace) ? "pinned" : "unpinned",
        quarantined: quarantined.map(({ part, name, reason }) => ({ part, name: shownName(name), reason })),
        driftChanges: changes.length,
      };
    },
    async close() {
      closing.abort();
      await watching;
    },
  };
}

/** One line for the log; "" when there is nothing to say. */
function standing(
  namespace: string,
  mode: "enforce" | "warn",
  pinned: boolean,
  quarantined: readonly Quarantined[],
  changes: Guarded["changes"],
): string {
  const cure = "gene-router drift shows it, gene-router pin accepts it";
  if (quarantined.length > 0) {
    const all = quarantined.map(({ part, name, reason }) => `${part} ${shownName(name)} ${reason}`.replace("  ", " "));
    return `drift: ${namespace}: ${quarantined.length} quarantined (${listed(all)}); ${cure}`;
  }
  const differing = changes.filter(({ status }) => status !== "removed");
  if (mode === "warn" && differing.length > 0) {
    const all = differing.map(({ part, name, status }) => `${part} ${shownName(name)} ${status}`.replace("  ", " "));
    return `drift: ${namespace} is served though it is not as pinned (${listed(all)}); ${cure}`;
  }
  return pinned ? "" : `drift: ${namespace} is served without a pin; gene-router pin --only ${namespace} sets one`;
}

const listed = (all: readonly string[]): string =>
  [...all.slice(0, NAMED_MOST), ...(all.length > NAMED_MOST ? [`${all.length - NAMED_MOST} more`] : [])].join(", ");

/** A name of a source fit for a message; of a URI the punctuation stays. */
const shownName = (name: string): string =>
  name.includes(":") ? name.replace(/[^A-Za-z0-9_.:/{}?&=,*+~-]/g, "?").slice(0, 120) : cleanName(name);

const reasonOf = (error: unknown): string =>
  error instanceof BadBaseline ? error.message : "the baseline cannot be read";

const refusal = (file: string, expected: string, cure: string): ConfigError =>
  new ConfigError([{ file: basename(file), line: null, key: "(baseline)", expected, cure }]);
