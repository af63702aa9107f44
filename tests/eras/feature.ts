import type { Host, HostKind } from "./hosts.ts";

/** What stands behind the router. */
export const SOURCES = ["2026 remote", "2026 child", "2025 remote", "2025 child", "embedded"] as const;
export type SourceKind = (typeof SOURCES)[number];
export const NAMESPACE: Record<SourceKind, string> = {
  "2026 remote": "rem",
  "2026 child": "kid",
  "2025 remote": "old",
  "2025 child": "oldkid",
  embedded: "kegg",
};

/** One combination at work: a host that cannot be asked anything, one that can, and the namespace of the source. */
export interface Cell {
  readonly kind: HostKind;
  readonly source: SourceKind;
  readonly ns: string;
  readonly host: Host;
  readonly askable: Host;
  /** Calls that were cancelled at the source in this process, which has no tool to tell of them. */
  readonly embeddedCancelled: () => number;
}

/** Why something cannot be in a combination; keys are shown in the table of docs/protocol.md. */
export const REASONS = {
  a: "A source in this process has tools and resources only: no prompts, completions, log messages, questions or changes.",
  b: "Without a session there is no channel to a host of 2025 between its requests. A subscription is accepted and nothing is told, as the missing capability says.",
  c: "A question needs a host that can be asked while the call is under way; the call ends with an error that says so.",
  d: "A source of 2025 holds its call open while it asks; a host of 2026-07-28 is asked by ending the call and being called again, perhaps at another replica. The source is told that this host cannot be asked.",
  e: "2025 knows objects only. A host of 2025 gets any other kind under `result` of an object, and as text; the SDK of a source of 2025 does not send it.",
  f: "2026-07-28 has no such field.",
  g: "Without a session a cancelling message names a request that only the host knows apart from others; closing the connection cancels.",
  h: "The revision says that a lost connection is no cancellation where a session goes on; over stdio the connection is the host.",
} as const;
export type Reason = keyof typeof REASONS;

export interface Feature {
  readonly name: string;
  /** null: it works. */
  impossible(kind: HostKind, source: SourceKind): Reason | null;
  /** Passes when it works. */
  works(cell: Cell): Promise<void>;
  /** Passes when it is refused as the reason says. Absent where there is nothing to ask for. */
  refused?(cell: Cell): Promise<void>;
}

export const TRACE = {
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  tracestate: "vendor=1",
  baggage: "k=v",
  "example/own": { deep: [1, null] },
};
export const notEmbedded = (_: HostKind, source: SourceKind): Reason | null => (source === "embedded" ? "a" : null);
export const always = (): null => null;
export const call = (host: Host, name: string, args: object = {}, rest: object = {}, options = {}) =>
  host.request("tools/call", { name, arguments: args, ...rest }, options);
export const counters = async ({ host, ns, source, embeddedCancelled }: Cell) => {
  // One call later, whatever was sent before has arrived.
  if (source === "embedded") {
    await host.request("tools/list");
    return { cancelled: embeddedCancelled() };
  }
  return JSON.parse((await call(host, `${ns}_counters`)).content[0].text);
};
export const told = (host: Host, method: string) => host.heard.filter((each) => each.method === method);
/** A list without what only one of the revisions may have beside it. */
export const entriesOf = async (host: Host, method: string, key: string, prefix: string) =>
  (await host.request(method))[key].filter(({ name }: { name: string }) => name.startsWith(`${prefix}_`));
export const named = <T extends { name: string }>(ns: string, entries: readonly T[]) =>
  entries.map((each) => ({ ...each, name: `${ns}_${each.name}` })).sort((a, b) => (a.name < b.name ? -1 : 1));
