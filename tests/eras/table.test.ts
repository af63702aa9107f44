import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { REASONS } from "./feature.ts";
import { matrixTable } from "./table.ts";

it("stands in docs/protocol.md as it is tested", () => {
  const text = readFileSync(new URL("../../docs/protocol.md", import.meta.url), "utf8");
  const [, shown] = /<!-- matrix -->\n\n([\s\S]*?)\n\n<!-- \/matrix -->/.exec(text) ?? [];
  expect(shown).toBe(matrixTable());
});

it("gives every reason once, and no other", () => {
  const given = [...matrixTable().matchAll(/^- \*\*(\w)\*\*/gm)].map(([, reason]) => reason);
  expect(given).toEqual(Object.keys(REASONS).sort());
});
