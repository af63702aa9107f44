import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Router } from "../../router/router.ts";
import type { HttpServing } from "../../router/serve-http.ts";
import { askLegacy, askModern } from "../support/router/raw-client.ts";
import { type RemoteSource, remoteSource } from "../support/router/remote-source.ts";
import { childCommand, startServing } from "../support/router/start-router.ts";
import { TROUBLES, type TroubledSource, troubledSource } from "./troubled-source.ts";

const HEALTHY = ["good_echo", "kegg_get_pathways", "kid_echo"] as const;
const ARGUMENTS: Readonly<Record<string, object>> = {
  good_echo: { text: "hi" },
  kid_echo: { text: "hi" },
  kegg_get_pathways: { gene: "katG" },
};

describe("a source in trouble", () => {
  let good: RemoteSource;
  let bad: TroubledSource;
  let serving: HttpServing & { router: Router };
  const answers: { name: string; isError: boolean | undefined; status: number }[] = [];
  let loading = false;

  beforeEach(async () => {
    [good, bad] = await Promise.all([remoteSource(), troubledSource(null)]);
    serving = await startServing({
      servers: {
        good: { url: good.url },
        kegg: { embed: "kegg" },
        kid: { command: childCommand("modern-child") },
        bad: { url: bad.url, timeout_ms: 400, max_result_bytes: 100_000, concurrency: 4 },
      },
    });
    answers.length = 0;
  });
  afterEach(async () => {
    loading = false;
    await serving.close(0);
    await Promise.all([good.kill(), bad.kill()]);
  });

  const callHealthy = async (number: number): Promise<void> => {
    const name = HEALTHY[number % HEALTHY.length]!;
    const ask = number % 2 === 0 ? askModern : askLegacy;
    const { status, body } = await ask(serving.url, "tools/call", { name, arguments: ARGUMENTS[name] });
    answers.push({ name, status, isError: body?.result === undefined || body.result.isError === true });
  };
  /** Four callers, one call after another, until told to stop. */
  const load = (): Promise<unknown> => {
    loading = true;
    return Promise.all(
      [0, 1, 2, 3].map(async (caller) => {
        for (let number = caller; loading; number += 1) await callHealthy(number);
      }),
    );
  };
  const callBad = async () => {
    const { body } = await askModern(serving.url, "tools/call", { name: "bad_t", arguments: {} });
    return body.result;
  };

  it.each(Object.entries(TROUBLES))("that %s fails alone, with a typed error", async (_what, { make, error }) => {
    const loaded = load();
    bad.trouble = make;
    const results = await Promise.all([callBad(), callBad(), callBad(), callBad()]);
    for (const result of results) {
      expect(result.isError).toBe(true);
      expect(error).toContain(result.structuredContent.error);
      expect(result.structuredContent.source).toBe("bad");
    }
    loading = false;
    await loaded;
    expect(answers.length).toBeGreaterThan(HEALTHY.length);
    expect(answers.filter(({ isError, status }) => isError || status !== 200)).toEqual([]);
  });

  it("lets go of every connection when it is given up", async () => {
    bad.trouble = TROUBLES["never answers"]!.make;
    await Promise.all([callBad(), callBad()]);
    await expect.poll(() => bad.seen).toEqual({ calls: 2, abandoned: 2 });
  });

  it("is left alone after five failures and asked again by itself, without a restart", async () => {
    bad.trouble = TROUBLES["answers garbage"]!.make;
    for (let call = 0; call < 6; call += 1) await callBad();
    const breaker = () => serving.router.states().find(({ namespace }) => namespace === "bad")?.breaker;
    expect(breaker()).toBe("open");
    const seen = bad.seen.calls;
    expect((await callBad()).structuredContent).toMatchObject({ error: "source_down", retryable: true });
    expect(bad.seen.calls).toBe(seen);
    bad.trouble = null;
    await expect
      .poll(async () => (await callBad()).content?.[0]?.text, { timeout: 30_000, interval: 500 })
      .toBe("well");
    expect(breaker()).toBe("closed");
  });

  it("that comes and goes harms no other, and is back when it stays", async () => {
    const loaded = load();
    let { url } = bad;
    const port = Number(new URL(url).port);
    for (let round = 0; round < 4; round += 1) {
      await bad.kill();
      await callBad();
      bad = await troubledSource(null, false, port);
      url = bad.url;
      await callBad();
    }
    loading = false;
    await loaded;
    expect(answers.filter(({ isError, status }) => isError || status !== 200)).toEqual([]);
    await expect
      .poll(async () => (await callBad()).content?.[0]?.text, { timeout: 40_000, interval: 500 })
      .toBe("well");
  });

  it("left by a thousand callers in the middle of a call is left by the router too, and the others are served", async () => {
    bad.trouble = TROUBLES["never answers"]!.make;
    const loaded = load();
    for (let wave = 0; wave < 10; wave += 1) {
      const leaving = new AbortController();
      const calls = Array.from({ length: 100 }, () =>
        fetch(serving.url, {
          method: "POST",
          signal: leaving.signal,
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            "mcp-protocol-version": "2025-11-25",
          },
          body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: { name: "bad_t", arguments: {} },
          }),
        }).catch(() => "left"),
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
      leaving.abort();
      await Promise.all(calls);
    }
    loading = false;
    await loaded;
    expect(answers.filter(({ isError, status }) => isError || status !== 200)).toEqual([]);
    await expect
      .poll(() => serving.router.states().find(({ namespace }) => namespace === "bad"))
      .toMatchObject({ inFlight: 0, queued: 0 });
    await expect.poll(() => bad.seen.calls - bad.seen.abandoned).toBe(0);
  });
});
