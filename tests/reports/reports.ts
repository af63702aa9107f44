import { describe, expect, it } from "vitest";

/** One kind of failure that users of public clients have reported, and the proof that it does not happen here. */
export interface ReportRow {
  /** Threads in which it is reported; one may report several kinds. */
  readonly reports: readonly string[];
  /** What must hold, in words; the name of the test. */
  readonly kind: string;
  /** Plays what the service or the caller did through a tool, and proves it. */
  check(): void | Promise<void>;
}

const THREAD = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(?:issues|pull)\/[1-9]\d*$/;

/** The reports about clients of one service as a suite; at least so many different ones are wanted. */
export function reportSuite(service: string, rows: readonly ReportRow[], atLeast: number): void {
  const threads = new Set(rows.flatMap(({ reports }) => reports));
  describe(`public reports about clients of ${service}: ${threads.size} in ${rows.length} kinds`, () => {
    it(`are named by their threads, none twice for one kind, at least ${atLeast}`, () => {
      for (const { reports, kind } of rows) {
        expect(reports.length, kind).toBeGreaterThan(0);
        expect(new Set(reports).size, kind).toBe(reports.length);
        for (const report of reports) expect(report).toMatch(THREAD);
      }
      expect(threads.size).toBeGreaterThanOrEqual(atLeast);
      expect(new Set(rows.map(({ kind }) => kind)).size).toBe(rows.length);
    });

    for (const { kind, check } of rows) it(kind, check);
  });
}
