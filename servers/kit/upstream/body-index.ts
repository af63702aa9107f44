import { LRUCache } from "lru-cache";

/** Bodies worth finding again; far more than one session shows. */
const MAX_KNOWN_BODIES = 5_000;

export interface KnownBody {
  readonly source: string;
  readonly contentType: string;
  /** Cache key under which the body is kept. */
  readonly key: string;
}

/** Where the bodies are that this process has seen, by content hash. */
export const createBodyIndex = (): LRUCache<string, KnownBody> => new LRUCache({ max: MAX_KNOWN_BODIES });
