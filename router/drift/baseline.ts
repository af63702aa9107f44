import { createHash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../catalog/canonical-json.ts";
import { NAMESPACE } from "../config/server-entry.ts";
import { byKey, type Entry, entryFingerprint, entryKey } from "./entries.ts";

/** One definition that was looked at and accepted. */
export interface PinnedEntry extends Entry {
  /** SHA-256, hex; see `entryFingerprint`. */
  readonly fingerprint: string;
  /** It holds characters that a reader does not see, and whoever pinned it said that this is meant. */
  readonly hiddenTextAccepted: boolean;
}

/** The accepted definitions of one source, by `entryKey`. */
export type SourcePins = ReadonlyMap<string, PinnedEntry>;

export interface Baseline {
  /** ISO 8601, UTC. */
  readonly capturedAt: string;
  /** By namespace. */
  readonly namespaces: ReadonlyMap<string, SourcePins>;
}

/** The file is no baseline, or not as `pin` wrote it. The message is constant but for a namespace and a line. */
export class BadBaseline extends Error {
  constructor(reason: string) {
    super(`bad baseline: ${reason}`);
    this.name = "BadBaseline";
  }
}

const FORMAT = "gene-router-baseline/1";
const INTEGRITY = '"integrity": "';
const SHA256 = /^[0-9a-f]{64}$/;

const File = z.strictObject({
  format: z.literal(FORMAT),
  captured_at: z.iso.datetime(),
  source: z.literal("live"),
  namespaces: z.record(
    z.string().regex(NAMESPACE),
    z.array(
      z.strictObject({
        part: z.enum(["instructions", "prompt", "resource_template", "server_info", "tool"]),
        name: z.string(),
        fingerprint: z.string().regex(SHA256),
        hidden_text: z.literal("accepted").optional(),
        definition: z.unknown(),
      }),
    ),
  ),
  integrity: z.string().regex(SHA256),
});

/** The pins of one source's entries. */
export const pinsOf = (entries: readonly PinnedEntry[]): SourcePins =>
  new Map([...entries].sort(byKey).map((entry) => [entryKey(entry), entry]));

/**
 * The file's text: one line a definition, namespaces and lines sorted, so that a review reads what changed; below, the
 * hash of all of it. Whoever edits by hand breaks a fingerprint, the hash or the layout, and is told so. The hash is no
 * signature: against someone who can write the file, version control and review are the guard.
 */
export function writeBaseline({ capturedAt, namespaces }: Baseline): string {
  const sections = [...namespaces]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([namespace, pins]) => `${JSON.stringify(namespace)}: [\n${[...pins.values()].map(line).join(",\n")}\n]`);
  const above = [
    "{",
    `"format": ${JSON.stringify(FORMAT)},`,
    `"captured_at": ${JSON.stringify(capturedAt)},`,
    '"source": "live",',
    `"namespaces": {${sections.length === 0 ? "" : `\n${sections.join(",\n")}\n`}},`,
    "",
  ].join("\n");
  return `${above}${INTEGRITY}${integrityOf(above)}"\n}\n`;
}

/** What is pinned first, then the definition with sorted keys. */
const line = (entry: PinnedEntry): string => {
  const { definition, ...head } = asWritten(entry);
  return `${JSON.stringify(head).slice(0, -1)},"definition":${canonicalJson(definition)}}`;
};

const asWritten = ({ part, name, fingerprint, hiddenTextAccepted, definition }: PinnedEntry) => ({
  part,
  name,
  fingerprint,
  ...(hiddenTextAccepted && { hidden_text: "accepted" as const }),
  definition,
});

/** Over the text itself, so that nothing above the hash can be edited without breaking it. */
const integrityOf = (above: string): string => createHash("sha256").update(above).digest("hex");

/** Reads a baseline. Throws `BadBaseline` unless it is to the letter what `writeBaseline` writes. */
export function readBaseline(text: string): Baseline {
  const plain = text.replaceAll("\r\n", "\n");
  const file = File.safeParse(parsed(plain));
  if (!file.success) throw new BadBaseline(`not a file of the form ${FORMAT}`);
  const namespaces = new Map<string, SourcePins>();
  for (const [namespace, lines] of Object.entries(file.data.namespaces)) {
    const pins = new Map<string, PinnedEntry>();
    for (const { part, name, fingerprint, hidden_text, definition } of lines) {
      const entry: PinnedEntry = { part, name, definition, fingerprint, hiddenTextAccepted: hidden_text !== undefined };
      if (entryFingerprint(entry) !== fingerprint || nameIn(entry) !== name)
        throw new BadBaseline(`a definition of ${namespace} does not fit its fingerprint; it was edited by hand`);
      if (pins.has(entryKey(entry))) throw new BadBaseline(`${namespace} pins one thing twice`);
      pins.set(entryKey(entry), entry);
    }
    namespaces.set(namespace, pinsOf([...pins.values()]));
  }
  const baseline: Baseline = { capturedAt: file.data.captured_at, namespaces };
  if (integrityOf(plain.slice(0, plain.lastIndexOf(INTEGRITY))) !== file.data.integrity)
    throw new BadBaseline("the file does not fit its integrity hash; it was edited by hand");
  // Whoever computes a new hash could still have a reviewer read something else: a key that stands twice, a reordered line.
  if (writeBaseline(baseline) !== plain) throw new BadBaseline("not laid out as gene-router pin writes it");
  return baseline;
}

function nameIn({ part, definition }: Entry): string {
  if (part === "instructions" || part === "server_info") return "";
  const { name, uriTemplate } = (definition ?? {}) as { name?: string; uriTemplate?: string };
  return (part === "resource_template" ? uriTemplate : name) ?? "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
