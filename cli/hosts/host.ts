/** Where the router is reached: at a URL, or as a program that the host starts. */
export type Reach =
  | {
      readonly kind: "http";
      readonly url: string;
      /** Variable that holds the caller's token; the token itself is never written. null = no token. */
      readonly tokenVariable: string | null;
    }
  | { readonly kind: "stdio"; readonly command: string; readonly args: readonly string[] };

/** What of a machine decides where hosts keep their configuration. */
export interface HostPlace {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** `%APPDATA%`; null elsewhere. */
  readonly appData: string | null;
  /** `$XDG_CONFIG_HOME`; null = as usual. */
  readonly configHome: string | null;
  /** `$CODEX_HOME`; null = as usual. */
  readonly codexHome: string | null;
  readonly folder: string;
}

/** For this user in every folder, or for everyone in this folder. */
export type HostScope = "user" | "project";

export type Entry = Readonly<Record<string, unknown>>;

/** A value of the host's file besides our entry, without which the entry does not work. */
export interface Companion {
  /** A list. */
  readonly path: readonly string[];
  /** Known by its `id`. */
  readonly item: Entry & { readonly id: string };
}

/** A host that can be told of an MCP server in a file. */
export interface Host {
  /** As a person knows it. */
  readonly title: string;
  readonly format: "json" | "toml";
  /** Path from the root of the document to the entries. */
  readonly path: readonly string[];
  readonly reaches: readonly Reach["kind"][];
  readonly entry: (reach: Reach) => Entry;
  readonly companion?: (reach: Reach) => Companion | null;
  /** null: the host knows no such place. */
  readonly file: (place: HostPlace, scope: HostScope) => string | null;
  /** What does the same on the host's own command line. */
  readonly command?: (name: string, reach: Reach, scope: HostScope) => string;
  /** What the person has to do then. */
  readonly afterwards: string;
}
