import { afterAll, describe, expect, it } from "vitest";
import { SOURCES, type SourceName } from "../../cli/sources.ts";
import { openSource } from "../support/source-harness.ts";
import { CALLS } from "./calls.ts";
import { EXCEPTIONS, type Exception } from "./exceptions.ts";
import { type Healthy, lineOf, runHealthy, runRequest } from "./matrix.ts";

/** The whole matrix of one source: every call, every request of it, every scenario that can happen there. */
export async function describeMatrix(source: string): Promise<void> {
  const calls = CALLS[source] ?? [];
  const healthy: Healthy[] = [];
  for (const call of calls) healthy.push(await runHealthy(source, call));
  const counts = new Map<string, number>();
  const needed = new Set<Exception>();

  describe(`${source} behind services that go wrong`, () => {
    it("every tool that is served is in the table", async () => {
      const { server } = openSource(await SOURCES[source as SourceName]());
      expect([...new Set(calls.map(({ tool }) => tool))].sort()).toEqual(server.tools.map(({ name }) => name));
    });

    for (const one of healthy) {
      describe(`${one.call.tool} (${one.call.way})`, () => {
        it.each(one.requests.map((request, index) => ({ index: index + 1, line: lineOf(request).trim(), request })))(
          "request $index: $line",
          async ({ request }) => {
            const { ran, needed: some, problems } = await runRequest(source, one, request);
            counts.set(one.call.tool, (counts.get(one.call.tool) ?? 0) + ran);
            for (const exception of some) needed.add(exception);
            expect(ran).toBeGreaterThan(30);
            expect(problems).toEqual([]);
          },
        );
      });
    }

    it("no exception of the table is left over", () => {
      const own = EXCEPTIONS.filter((exception) => exception.source === source);
      expect(own.filter((exception) => !needed.has(exception))).toEqual([]);
    });

    afterAll(() => {
      const rows = [...counts].map(
        ([tool, count]) => `  ${`${source}_${tool}`.padEnd(36)}${String(count).padStart(6)}`,
      );
      process.stdout.write(`scenarios run\n${rows.join("\n")}\n`);
    });
  });
}
