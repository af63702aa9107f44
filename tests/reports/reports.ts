import { describe, expect, it } from "vitest";

/** One way in which public clients of a service have failed, and the proof that ours does not. */
export interface ReportRow {
  /** Public reports of it, by address. */
  readonly reports: readonly string[];
  /** What must hold, in one line; the name of the test. */
  readonly kind: string;
  /** Plays what the service or the caller did through a tool, and checks the answer. */
  check(): Promise<void>;
}

/** Addresses of issues and pull requests of one repository: `issues("owner/name", 12, 34)`. */
export const issues = (repository: string, ...numbers: readonly number[]): string[] =>
  numbers.map((number) => `https://github.com/${repository}/issues/${number}`);

export const pulls = (repository: string, ...numbers: readonly number[]): string[] =>
  numbers.map((number) => `https://github.com/${repository}/pull/${number}`);

/** One source's rows as a suite. */
export function reportSuite(source: string, rows: readonly ReportRow[]): void {
  const addresses = rows.flatMap(({ reports }) => reports);
  describe(`public reports about clients of ${source}: ${new Set(addresses).size} in ${rows.length} kinds`, () => {
    it("are named by address, none twice for one kind", () => {
      for (const { reports, kind } of rows) {
        expect(reports.length, kind).toBeGreaterThan(0);
        expect(new Set(reports).size, kind).toBe(reports.length);
        for (const address of reports)
          expect(address).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(?:issues|pull)\/\d+$/);
      }
      expect(new Set(rows.map(({ kind }) => kind)).size).toBe(rows.length);
    });
    it.each(rows.map((row) => [row.kind, row] as const))("%s", (_kind, row) => row.check());
  });
}
