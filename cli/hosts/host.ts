/** Where the router is reached: at a URL, or as a program that the host starts. */
export type Reach =
  | { readonly kind: "http"; readonly url: string }
  | { readonly kind: "stdio"; readonly command: string; readonly args: readonly string[] };

/** What of a machine decides where hosts keep their configuration. */
export interface HostPlace {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Of Windows; null elsewhere. */
  readonly appData: string | null;
  readonly folder: string;
}

/** A host that can be told of an MCP server in a file. */
export interface Host {
  /** As a person knows it. */
  readonly title: string;
  readonly format: "json" | "toml";
  /** Path from the root of the document to the entry. */
  readonly path: (name: string) => readonly string[];
  readonly entry: (reach: Reach) => Readonly<Record<string, unknown>>;
  readonly file: (place: HostPlace) => string;
  /** What the person has to do then. */
  readonly afterwards: string;
}
