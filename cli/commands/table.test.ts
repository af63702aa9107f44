import { EventEmitter } from "node:events";
import { resolve } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { TableDocument } from "../../servers/kit/table/table-document.ts";
import { runCommand } from "../run-command.ts";

const DEMO = resolve(import.meta.dirname, "../../fixtures/demo");

async function table(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const process = Object.assign(new EventEmitter(), {
    pid: 1,
    exitCode: undefined as number | undefined,
    exit: (code: number) => {
      process.exitCode = code;
    },
  });
  await runCommand(["table", ...args], {
    environment: { GENE_ROUTER_CACHE_DIR: "off" },
    output: { out: (line) => out.push(line), err: (line) => err.push(line) },
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    process,
  });
  return { out: out.join("\n"), err: err.join("\n"), code: process.exitCode ?? 0 };
}

describe("gene-router table", () => {
  it("lists what there is", async () => {
    const { out, code } = await table("--replay", DEMO);
    expect([code, out.split("\n")]).toEqual([0, ["tbdb genes", "tbdb variants", "kegg pathways {organism}"]]);
  });

  it("prints one with every cell written out", async () => {
    const { out, code } = await table("tbdb", "variants", "--replay", DEMO);
    const { outcome, columns, rows } = JSON.parse(out) as TableDocument;
    expect([code, outcome]).toEqual([0, "found"]);
    expect(columns.every(({ values }) => values === null)).toBe(true);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.every(([id]) => String(id).startsWith("tbdb:"))).toBe(true);
  });

  it("takes parameters", async () => {
    const { out, code } = await table("kegg", "pathways", "MTU", "--replay", DEMO);
    expect([code, JSON.parse(out).outcome]).toEqual([1, "bad_input"]);
  });

  it("exits with 1 for a table that failed, which is no empty one", async () => {
    const { out, code } = await table("kegg", "pathways", "xyz", "--replay", DEMO);
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      { outcome: "upstream_failed", rows: [], errors: [{ code: "not_in_replay" }] },
    ]);
  });

  it("lists those of one source, as JSON too", async () => {
    expect((await table("tbdb", "--replay", DEMO)).out.split("\n")).toEqual(["tbdb genes", "tbdb variants"]);
    expect(JSON.parse((await table("kegg", "--json", "--replay", DEMO)).out)).toEqual([
      { source: "kegg", name: "pathways", parameters: ["organism"] },
    ]);
  });

  it.each([
    ["a source without tables", ["uniprot"], "sources with tables are tbdb, kegg"],
    ["a name that the source does not have", ["tbdb", "nosuch"], "only genes, variants"],
    ["a parameter too few", ["kegg", "pathways"], "takes {organism}"],
    ["a parameter too many", ["tbdb", "genes", "x"], "takes no parameter"],
  ])("tells %s from the others", async (_what, args, message) => {
    const { err, code } = await table(...args, "--replay", DEMO);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it("says what it does not know, and how to find out what there is", async () => {
    const { err, out, code } = await table("tbdb", "nosuch", "--replay", DEMO);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("gene-router table lists what there is");
  });
});
