import type { Assumption } from "./assumption.ts";
import type { Licence } from "./envelope/envelope.ts";
import type { SettingSpecs, SettingsOf } from "./settings.ts";
import type { Table } from "./table/table.ts";
import type { BareTool, Tool } from "./tool.ts";
import type { Clock, Upstream } from "./upstream/upstream.ts";

/** One database as a list of tools. A source knows its service and nothing of who calls it. */
export interface Source<S extends SettingSpecs = SettingSpecs> {
  /** Namespace: `^[a-z][a-z0-9]{0,15}$`. */
  readonly name: string;
  readonly title: string;
  /** One line for a model that chooses among sources. */
  readonly description: string;
  readonly homepage: string;
  /** Terms of use in one sentence. */
  readonly terms: string;
  /** Id → licence, every one that a record of this source may carry. */
  readonly licences: Readonly<Record<string, Licence>>;
  readonly settings: S;
  /** Its tools, and the tables that programs may read whole. */
  create(context: SourceContext<S>): readonly (Tool | BareTool | Table)[];
  /** What it takes for granted of its service, to be asked on demand (`doctor --live`), never by a tool. */
  assumptions?(context: Pick<SourceContext<S>, "upstream" | "settings">): readonly Assumption[];
}

export interface SourceContext<S extends SettingSpecs> {
  readonly upstream: Upstream;
  readonly settings: SettingsOf<S>;
  /** `public` when served over HTTP on an address that is not loopback. */
  readonly exposure: "local" | "public";
  readonly clock: Clock;
  /** One line to standard error; constant text and numbers only. */
  readonly warn: (message: string) => void;
}

export const defineSource = <S extends SettingSpecs>(source: Source<S>): Source<S> => source;
