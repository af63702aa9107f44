import { mkdir, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { SourceConfig } from "../config/config.ts";
import type { SourceDefinition } from "./definition.ts";
import { fingerprintOf } from "./fingerprint.ts";

/** How a remote source was found to speak, and when (epoch milliseconds). */
export interface EraVerdict {
  readonly era: "modern" | "legacy";
  readonly probedAt: number;
}

export interface LastKnown {
  readonly definition: SourceDefinition;
  readonly era: EraVerdict | null;
}

/** What each source last said of itself, so that a router that starts with every source down still lists and searches. */
export interface LastKnownStore {
  /** null: never seen, or the file is damaged. */
  read(source: SourceConfig): Promise<LastKnown | null>;
  /** A disk that cannot be written costs a warning, never a catalogue. */
  write(source: SourceConfig, known: LastKnown): Promise<void>;
}

const FORMAT = "gene-router-catalogue/1";

const Named = z.looseObject({ name: z.string() });
const Kept = z.object({
  format: z.literal(FORMAT),
  fingerprint: z.string(),
  era: z.object({ era: z.enum(["modern", "legacy"]), probedAt: z.number() }).nullable(),
  definition: z.looseObject({
    serverInfo: z.looseObject({ name: z.string(), version: z.string() }),
    instructions: z.string().nullable(),
    capabilities: z.looseObject({}),
    tools: z.array(Named),
    prompts: z.array(Named),
    resources: z.array(Named),
    resourceTemplates: z.array(Named),
    malformed: z.array(z.string()),
    ttlMs: z.number(),
    cacheScope: z.enum(["public", "private"]),
  }),
});

/**
 * One file a source under `<cacheDir>/catalogue`, named for its namespace and its link, so that an entry that is
 * switched to another server does not inherit the old one's tools. The fingerprint guards the content.
 */
export function createLastKnownStore(cacheDir: string | null, warn: (message: string) => void): LastKnownStore {
  if (cacheDir === null) return { read: async () => null, write: async () => {} };
  const directory = join(cacheDir, "catalogue");
  const written = new Map<string, string>();
  let serial = 0;
  let warned = false;
  return {
    async read(source) {
      try {
        const kept = Kept.parse(JSON.parse(await readFile(join(directory, fileNameOf(source)), "utf8")));
        if (fingerprintOf(kept.definition) !== kept.fingerprint) return null;
        return { definition: kept.definition as unknown as SourceDefinition, era: kept.era };
      } catch {
        return null;
      }
    },
    async write(source, { definition, era }) {
      const fingerprint = fingerprintOf(definition);
      const file = join(directory, fileNameOf(source));
      const state = `${fingerprint} ${era?.era} ${era?.probedAt}`;
      if (written.get(file) === state) return;
      serial += 1;
      const temporary = `${file}.${process.pid}.${serial}.tmp`;
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        await writeFile(temporary, JSON.stringify({ format: FORMAT, fingerprint, era, definition }), { mode: 0o600 });
        await rename(temporary, file);
        written.set(file, state);
      } catch {
        await unlink(temporary).catch(() => {});
        if (!warned) warn("the last-known catalogue cannot be written; a restart with sources down will not know them");
        warned = true;
      }
    },
  };
}

const fileNameOf = ({ namespace, link }: SourceConfig): string =>
  `${namespace}-${fingerprintOf(link).slice(0, 16)}.json`;
