import type { Content } from "./content.ts";

/** Response headers that outlive an exchange; all others are forgotten. */
export const KEPT_HEADERS = [
  "content-type",
  "etag",
  "last-modified",
  "link",
  "x-total-results",
  "x-uniprot-release",
  "x-uniprot-release-date",
] as const;

/** An answer that its source's validator accepted, as memory and disk keep it. */
export interface KeptAnswer {
  readonly source: string;
  readonly method: "GET" | "POST";
  /** Audit forms. */
  readonly url: string;
  readonly params: Readonly<Record<string, string>> | null;
  readonly status: number;
  /** When the body was received, ISO 8601 UTC. */
  readonly fetchedAt: string;
  /** Last successful revalidation. */
  readonly validatedAt: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Content;
}

export const keptHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.freeze(
    Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const])),
    ),
  );
