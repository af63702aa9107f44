import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FindingCode, SEVERITIES } from "../../router/doctor/finding.ts";
import { examined } from "./examined.ts";
import { playedSource } from "./played-source.ts";
import { WAYS } from "./ways-to-fail.ts";

describe("what the doctor can find", () => {
  let folder: string;
  const closing: { kill(): Promise<void> }[] = [];
  const kept = <T extends { kill(): Promise<void> }>(server: T): T => {
    closing.push(server);
    return server;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "doctor-"));
  });
  afterEach(async () => {
    for (const each of closing.splice(0)) await each.kill();
    rmSync(folder, { recursive: true });
  });

  it("is nothing where nothing is wrong", async () => {
    const { url } = kept(await playedSource());
    const { findings, sources, list } = await examined({ servers: { x: { url, entrypoints: ["get_gene"] } } });
    expect(findings).toEqual([]);
    expect(sources).toMatchObject([
      {
        namespace: "x",
        state: "up",
        era: "modern",
        revision: "2026-07-28",
        server: { name: "played", version: "1.0.0" },
        tools: 1,
        served: 1,
        pinned: ["x_get_gene"],
        firstMs: expect.any(Number),
        againMs: expect.any(Number),
        callMs: expect.any(Number),
      },
    ]);
    expect(list).toMatchObject({ surface: "all", tools: 1, listed: 3, budget: 12_000 });
  });

  it.each(Object.entries(SEVERITIES))("is %s, alone, where that alone is wrong", async (code, severity) => {
    const findings = await WAYS[code as FindingCode]({ folder, kept });
    expect(findings.map((each) => each.code)).toEqual([code]);
    for (const { message, cure, severity: own } of findings) {
      expect(own).toBe(severity);
      expect(message).toMatch(/^[^\n]{10,}[^.]$/);
      expect(cure).toMatch(/^[^\n]{15,}[^.]$/);
    }
  });

  it("is told apart from a token that is missing: one that is wrong, or not asked for", async () => {
    const { rawSource } = await import("../support/router/remote-source.ts");
    const { url } = kept(await rawSource((_, response) => void response.writeHead(401).end()));
    const cures = await Promise.all(
      [{}, { token_env: "X_TOKEN" }].map(async (entry) => {
        const { findings } = await examined({ servers: { x: { url, ...entry } }, environment: { X_TOKEN: "hunter2" } });
        expect(JSON.stringify(findings)).not.toContain("hunter2");
        return findings[0]?.cure;
      }),
    );
    expect(cures).toEqual([
      "write token_env: X_TOKEN below servers.x, and set that variable",
      "set X_TOKEN to a token that is valid there",
    ]);
  });

  it("names the setting that was meant, and the name that would be allowed", async () => {
    const unknown = await WAYS.unknown_setting({ folder, kept });
    expect(unknown[0]?.cure).toContain("GENE_ROUTER_SURFACE");
    const bad = await WAYS.bad_name({ folder, kept });
    expect(bad[0]?.cure).toBe('write servers.x.tools.rename: { "Get-Gene": get_gene }');
  });

  it("says of an older source which revision it speaks", async () => {
    const { url } = kept(await playedSource({ old: true }));
    const { sources } = await examined({ servers: { x: { url } } });
    expect(sources).toMatchObject([{ era: "legacy", revision: "2025-11-25" }]);
  });

  it("shows no text of a source", async () => {
    const findings = [
      ...(await WAYS.hidden_text({ folder, kept })),
      ...(await WAYS.directive_text({ folder, kept })),
      ...(await WAYS.source_not_opening({ folder, kept })),
    ];
    expect(JSON.stringify(findings)).not.toMatch(/previous instructions|\u200b|secret/);
  });
});
