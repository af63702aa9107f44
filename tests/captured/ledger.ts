import { describe, expect, it } from "vitest";
import { capturedIsHere } from "../support/captured/captured.ts";

/** A file that a tool reads, as the service's answer or as another party's table that its answer is held against. */
export interface ReadRow {
  /** Path below `captured/`. */
  readonly file: string;
  /** Leaf names of the tools that read it. */
  readonly tool: string;
  /** What must come out, in words; the name of the test. */
  readonly out: string;
  /** Proves it. */
  check(): void | Promise<void>;
}

/** A file that no tool reads. */
export interface AsideRow {
  readonly file: string;
  /** Why not. */
  readonly aside: string;
  /** Proves that a tool which is given it as an answer refuses it, where a service could send it to one. */
  check?(): void | Promise<void>;
}

export type LedgerRow = ReadRow | AsideRow;

/** One source's rows as a suite. Without the captured files every row is one skipped test, named. */
export function ledgerSuite(source: string, rows: readonly LedgerRow[]): void {
  const suite = capturedIsHere ? describe : describe.skip;
  const absent = capturedIsHere ? "" : " [skipped: ../shared/captured is absent]";
  suite(`captured files of ${source}${absent}`, () => {
    for (const row of rows) {
      if ("tool" in row) it(`${row.file} → ${row.tool}: ${row.out}`, () => row.check());
      else {
        it(`${row.file}: aside, ${row.aside}`, async () => {
          expect(row.aside.length, "a reason").toBeGreaterThan(20);
          await row.check?.();
        });
      }
    }
  });
}
