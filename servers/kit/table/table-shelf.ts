import type { Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import type { Licence } from "../envelope/envelope.ts";
import type { Clock } from "../upstream/upstream.ts";
import { readTable } from "./read-table.ts";
import type { Table } from "./table.ts";

/** A table's address: `gene-router-table://<source>/<name>`, then a segment for each parameter. */
export const TABLE_SCHEME = "gene-router-table://";

interface Reading {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: number, message: string) => void) | undefined;
}

/** The tables of one source as MCP resources. */
export interface TableShelf {
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplateType[];
  /** The JSON behind an address; null when there is no such table here. */
  read(uri: string, call: Reading): Promise<string | null>;
}

export interface ShelfOptions {
  readonly source: string;
  readonly licences: Readonly<Record<string, Licence>>;
  readonly exposure: "local" | "public";
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly warn: (message: string) => void;
}

/** On a public address, a source whose licences forbid passing data on has no table, as it has no body. */
export function createTableShelf(tables: readonly Table[], options: ShelfOptions): TableShelf {
  const { source, licences, exposure } = options;
  const free = Object.values(licences).every(({ redistribute }) => redistribute);
  const shown = exposure === "public" && !free ? [] : [...tables].sort((a, b) => (a.name < b.name ? -1 : 1));
  const isWhole = ({ parameters = [] }: Table): boolean => parameters.length === 0;
  return {
    resources: shown.filter(isWhole).map((table) => ({ uri: addressOf(source, table), ...introduction(table) })),
    templates: shown
      .filter((table) => !isWhole(table))
      .map((table) => ({ uriTemplate: addressOf(source, table), ...introduction(table) })),
    async read(uri, { signal, onProgress }) {
      const wanted = parseAddress(uri, source);
      const table = shown.find(({ name }) => name === wanted?.name);
      if (wanted === null || table === undefined) return null;
      if (wanted.segments.length !== (table.parameters ?? []).length) return null;
      let step = 0;
      const progress = (message: string): void => {
        step += 1;
        onProgress?.(step, message);
      };
      return JSON.stringify(await readTable(table, wanted.segments, { ...options, signal, progress }));
    },
  };
}

const addressOf = (source: string, { name, parameters = [] }: Table): string =>
  [`${TABLE_SCHEME}${source}`, name, ...parameters.map((parameter) => `{${parameter.name}}`)].join("/");

const introduction = ({ name, title, description, untrusted }: Table) => ({
  name: `${name}_table`,
  title,
  description,
  mimeType: "application/json",
  _meta: { "gene-router/untrusted": untrusted.map((column) => `rows[].${column}`) },
});

/** Name and parameter values of an address of this source; null for any other, and for an escape that is broken. */
function parseAddress(uri: string, source: string): { name: string; segments: readonly string[] } | null {
  const prefix = `${TABLE_SCHEME}${source}/`;
  if (!uri.startsWith(prefix)) return null;
  try {
    const [name = "", ...segments] = uri.slice(prefix.length).split("/").map(decodeURIComponent);
    return { name, segments };
  } catch {
    return null;
  }
}
