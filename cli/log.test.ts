import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { createLog } from "./log.ts";

function written(isTTY: boolean, environment: Record<string, string>): string {
  const stderr = Object.assign(new PassThrough(), { isTTY });
  createLog(environment, stderr, { source: "kegg" }).warn("something is amiss");
  return String(stderr.read() ?? "");
}

it("writes JSON lines for machines and plain lines for a person", () => {
  expect(JSON.parse(written(false, {}))).toMatchObject({ level: "warn", source: "kegg", msg: "something is amiss" });
  expect(written(true, {})).toBe("gene-router kegg: something is amiss\n");
});

it.each([false, true])("is silent when it is told to be (terminal: %s)", (isTTY) => {
  expect(written(isTTY, { GENE_ROUTER_LOG_LEVEL: "error" })).toBe("");
});
