import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { corpus } from "../../servers/corpus/index.ts";
import { scratchFolder } from "../support/open-router.ts";
import { openSource } from "../support/source-harness.ts";
import { isMarked, MARKER, PAYLOAD_NAMES, PAYLOADS, seeded } from "./payloads.ts";
import { placesOf, withTextAt } from "./places.ts";
import { createRules } from "./rules.ts";

/** A corpus file is text from outside as well: somebody gathered it. */
const DEMO = readFileSync(resolve(import.meta.dirname, "../../fixtures/demo/corpus.json"), "utf8");
const scratch = scratchFolder();
afterAll(() => scratch.remove());

const ASKED: readonly (readonly [tool: string, args: object])[] = [
  ["search", { query: "synthetic katG inhA rpoB gyrA furA ahpC", limit: 50 }],
  ["search", { query: MARKER }],
  ["describe", {}],
];

describe.each(placesOf("json", DEMO).map((place, index) => ({ place, index })))(
  "a corpus with hostile text at $place",
  ({ place, index }) => {
    it("is searched, or refused as a whole", async () => {
      const random = seeded(60_000 + index);
      const path = join(scratch.path, `${index}.json`);
      const problems: string[] = [];
      for (const which of ["all", "last"] as const) {
        const kind = PAYLOAD_NAMES[Math.floor(random() * PAYLOAD_NAMES.length)] as string;
        writeFileSync(
          path,
          withTextAt("json", DEMO, place, (text) => `${text} ${PAYLOADS[kind]}`, which),
        );
        const source = openSource(corpus, { env: { GENE_ROUTER_CORPUS: path } });
        const tools = source.server.tools.map((tool) => ({ ...tool, name: `corpus_${tool.name}` }));
        const broken = createRules(tools);
        for (const [tool, args] of ASKED) {
          const result = await source.server.callTool(tool, args, { signal: new AbortController().signal });
          const echoes = JSON.stringify(args).includes(MARKER);
          const found = [
            ...broken(`corpus_${tool}`, result, { echoes }),
            ...source.warnings.filter(isMarked).map(() => "was logged"),
          ];
          for (const one of found) problems.push(`${kind} (${which}), ${tool}: ${one}`);
        }
        await source.close();
      }
      expect(problems.length, problems.join("\n")).toBe(0);
    });
  },
);
