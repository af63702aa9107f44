/** What one service asks of its clients. */
export interface Rule {
  /** Hosts that share it. */
  readonly hosts: readonly string[];
  /** Between the starts of two requests, retries and redirects included. */
  readonly spacingMs: number;
  /** Requests that may be open at the same time. */
  readonly inFlight: number;
}

/**
 * The specification's table of paces (envelope.md §8.1), written down a second time: KEGG allows three requests a second
 * and answers more with 403, STRING asks for one second between calls, NCBI allows three a second.
 */
export const RULES = {
  kegg: { hosts: ["rest.kegg.jp"], spacingMs: 340, inFlight: 2 },
  string: { hosts: ["string-db.org", "version-12-0.string-db.org"], spacingMs: 1_050, inFlight: 1 },
  ncbi: { hosts: ["eutils.ncbi.nlm.nih.gov", "pmc.ncbi.nlm.nih.gov"], spacingMs: 350, inFlight: 3 },
  uniprot: { hosts: ["rest.uniprot.org"], spacingMs: 400, inFlight: 2 },
  github: { hosts: ["raw.githubusercontent.com"], spacingMs: 1_000, inFlight: 1 },
  other: { hosts: [], spacingMs: 1_000, inFlight: 1 },
} as const satisfies Record<string, Rule>;

export type Group = keyof typeof RULES;

/** With a key NCBI allows ten requests a second. */
export const NCBI_WITH_KEY: Rule = { ...RULES.ncbi, spacingMs: 110 };

export const GROUPS = Object.keys(RULES) as Group[];

export const groupOf = (host: string): Group =>
  GROUPS.find((group) => (RULES[group].hosts as readonly string[]).includes(host)) ?? "other";

export interface Span {
  readonly startedAt: number;
  /** null = never ended. */
  readonly endedAt: number | null;
}

/** Every way in which these requests break a rule; none is polite. */
export function violations(requests: readonly Span[], { spacingMs, inFlight }: Rule): string[] {
  const found: string[] = [];
  const sorted = [...requests].sort((a, b) => a.startedAt - b.startedAt);
  for (const [index, { startedAt }] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before !== undefined && startedAt - before.startedAt < spacingMs) {
      found.push(`request ${index} starts ${startedAt - before.startedAt} ms after the one before`);
    }
    const open = sorted.slice(0, index).filter(({ endedAt }) => endedAt === null || endedAt > startedAt).length;
    if (open >= inFlight) found.push(`request ${index} starts while ${open} are open`);
  }
  return found;
}
