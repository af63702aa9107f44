import type { Environment } from "../../servers/kit/settings.ts";
import type { Origin, RouterSettings } from "./router-settings.ts";

/** How a source is reached. */
export type Link =
  | { readonly kind: "embed"; readonly source: string }
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "command"; readonly command: readonly string[] };

export interface SourceConfig {
  readonly namespace: string;
  readonly link: Link;
  /** Bearer token for this source alone; null = none. */
  readonly token: string | null;
  /** The variable that the token came from; a child process finds it there. */
  readonly tokenVariable: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly homepage: string | null;
  readonly terms: string | null;
  readonly tags: readonly string[];
  /** Leaf names, as shown (after renames). */
  readonly entrypoints: readonly string[];
  readonly required: boolean;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly maxResultBytes: number;
  readonly tools: {
    readonly allow: readonly string[] | null;
    readonly deny: readonly string[];
    readonly rename: Readonly<Record<string, string>>;
    /** Shown leaf → scopes in place of those that its annotations ask for. */
    readonly scopes: Readonly<Record<string, readonly string[]>>;
  };
  readonly scopes: readonly string[];
}

/** Where one value came from, for `gene-router config`. */
export interface ExplainedValue {
  readonly key: string;
  /** Masked when it is a secret. */
  readonly value: unknown;
  readonly origin: Origin;
  /** Variable or flag name, or `file:line`; null for a default. */
  readonly from: string | null;
}

/** A valid configuration. Made by `parseConfig` only. */
export interface Config {
  readonly file: string;
  /** Where servers.yaml lies; null when its text came from elsewhere. */
  readonly folder: string | null;
  readonly sources: readonly SourceConfig[];
  /** Entries that are not served, with the reason: disabled, or without a URL. */
  readonly skipped: readonly { readonly namespace: string; readonly reason: "disabled" | "no_url" }[];
  readonly settings: RouterSettings;
  /** `.env` under the process environment: what sources read their own settings from. */
  readonly environment: Environment;
  readonly explained: readonly ExplainedValue[];
  /** One line each, for standard error. */
  readonly warnings: readonly string[];
}
