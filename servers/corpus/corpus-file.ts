import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { RequestEntry } from "../kit/envelope/envelope.ts";
import { ArtefactReader } from "./artefact.ts";
import { ArtefactError } from "./corpus-content.ts";
import { createMemoryStore } from "./memory-store.ts";
import type { CorpusStore } from "./store.ts";

export interface OpenCorpus {
  readonly store: CorpusStore;
  /** The file as an exchange: its hash and its modification time. */
  readonly entry: RequestEntry;
}

/** There is no corpus to search. */
export class CorpusUnavailable extends Error {
  readonly reason: "missing" | "unreadable" | "damaged";
  /** Line of the damage. */
  readonly line: number | null;
  readonly entry: RequestEntry | null;

  constructor(reason: CorpusUnavailable["reason"], line: number | null = null, entry: RequestEntry | null = null) {
    super(`The corpus file is ${reason}`);
    this.name = "CorpusUnavailable";
    this.reason = reason;
    this.line = line;
    this.entry = entry;
  }
}

type Loaded = OpenCorpus | CorpusUnavailable;

/** How often a file that changes under the reader is read anew before it counts as unreadable. */
const MAX_READS = 3;

/**
 * One corpus file, read once per content: a changed file (time, size or identity) is hashed, and read anew only when
 * its bytes differ.
 */
export class CorpusFile {
  readonly #path: string;
  readonly #warn: (message: string) => void;
  #signature = "";
  #loading: Promise<Loaded> | null = null;
  #current: OpenCorpus | null = null;

  constructor(path: string, warn: (message: string) => void) {
    this.#path = path;
    this.#warn = warn;
  }

  /** The corpus as the file is now. Throws `CorpusUnavailable`. */
  async open(): Promise<OpenCorpus> {
    const { signature } = await this.#look();
    if (this.#loading === null || signature !== this.#signature) {
      this.#signature = signature;
      this.#loading = this.#load();
    }
    const loading = this.#loading;
    try {
      const loaded = await loading;
      if (loaded instanceof CorpusUnavailable) throw loaded;
      return loaded;
    } catch (error) {
      // Damage stays as long as the file does; any other failure is looked at again by the next call.
      const isLasting = error instanceof CorpusUnavailable && error.reason === "damaged";
      if (!isLasting && this.#loading === loading) this.#loading = null;
      throw error;
    }
  }

  async #look(): Promise<{ signature: string; modifiedAt: string }> {
    try {
      const { mtimeMs, size, ino } = await stat(this.#path);
      return { signature: `${mtimeMs} ${size} ${ino}`, modifiedAt: new Date(mtimeMs).toISOString() };
    } catch (error) {
      const isMissing = ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
      throw new CorpusUnavailable(isMissing ? "missing" : "unreadable");
    }
  }

  async #load(): Promise<Loaded> {
    for (let attempt = 1; attempt <= MAX_READS; attempt += 1) {
      const before = await this.#look();
      const known = this.#current;
      if (known !== null) {
        const { sha256, bytes } = await this.#read(() => {});
        if (sha256 === known.entry.content_sha256) {
          this.#current = { store: known.store, entry: this.#entry(before.modifiedAt, sha256, bytes) };
          return this.#current;
        }
      }
      const reader = new ArtefactReader();
      const { sha256, bytes, damage } = await this.#read((text) => reader.push(text));
      if ((await this.#look()).signature !== before.signature) continue;
      const entry = this.#entry(before.modifiedAt, sha256, bytes);
      try {
        if (damage !== null) throw damage;
        this.#current = { store: createMemoryStore(reader.finish(), sha256), entry };
        return this.#current;
      } catch (error) {
        if (!(error instanceof ArtefactError)) throw error;
        this.#warn(`The corpus file is damaged: ${error.message}`);
        return new CorpusUnavailable("damaged", error.line, { ...entry, error: "unparsable" });
      }
    }
    throw new CorpusUnavailable("unreadable");
  }

  /** Streams the file through `receive`; reading goes on after damage, for the hash. */
  async #read(
    receive: (text: string) => void,
  ): Promise<{ sha256: string; bytes: number; damage: ArtefactError | null }> {
    const hash = createHash("sha256");
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let bytes = 0;
    let line = 1;
    let damage: ArtefactError | null = null;
    const decoded = (chunk?: Buffer): string | null => {
      try {
        return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
      } catch {
        return null;
      }
    };
    const take = (text: string | null): void => {
      if (damage !== null) return;
      try {
        if (text === null) throw new ArtefactError(line, "the file is not UTF-8");
        line += text.split("\n").length - 1;
        receive(text);
      } catch (error) {
        if (!(error instanceof ArtefactError)) throw error;
        damage = error;
      }
    };
    try {
      for await (const chunk of createReadStream(this.#path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        bytes += chunk.length;
        take(decoded(chunk));
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      throw new CorpusUnavailable((error as NodeJS.ErrnoException).code === "ENOENT" ? "missing" : "unreadable");
    }
    take(decoded());
    return { sha256: hash.digest("hex"), bytes, damage };
  }

  #entry(modifiedAt: string, sha256: string, bytes: number): RequestEntry {
    return {
      url: `file:${basename(this.#path)}`,
      method: "FILE",
      params: null,
      status: 200,
      retrieved_at: modifiedAt,
      validated_at: null,
      cached: true,
      stale: false,
      attempts: 0,
      bytes,
      content_sha256: sha256,
      release: null,
      error: null,
    };
  }
}
