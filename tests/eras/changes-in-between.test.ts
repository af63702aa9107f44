import { afterEach, describe, expect, it } from "vitest";
import { type LegacySource, legacySource } from "./fixture/legacy-source.ts";
import { modernSource } from "./fixture/modern-source.ts";
import { type Host, type HostKind, type Served, serveFor } from "./hosts.ts";

const closing: (() => Promise<unknown>)[] = [];
const kept = <T extends { close(): Promise<unknown> }>(thing: T): T => {
  closing.push(() => thing.close());
  return thing;
};
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
const serve = async (kind: HostKind, servers: Record<string, { url: string }>): Promise<Served> =>
  kept(await serveFor(kind, { servers, openSource: undefined }));
const call = (host: Host, name: string, args: object = {}, options = {}) =>
  host.request("tools/call", { name, arguments: args }, options);
const updates = (host: Host) =>
  host.heard.filter(({ method }) => method === "notifications/resources/updated").map(({ params }) => params.uri);
const subscribedAt = async (host: Host, ns: string) =>
  JSON.parse((await call(host, `${ns}_counters`)).content[0].text).subscribed as string[];

describe.each([
  ["2026-07-28", modernSource],
  ["2025", legacySource],
])("a resource of a source of %s", (_, open) => {
  it("is subscribed to once for two hosts, and until both have left", async () => {
    const source = kept(await open());
    const served = await serve("2025 session", { src: { url: source.url } });
    const hosts = [await served.connect(false), await served.connect(false)] as const;
    const watcher = kept(await served.connect(false));
    for (const host of hosts) {
      await host.request("resources/subscribe", { uri: "src+memo://one" });
      await host.request("resources/subscribe", { uri: "src+memo://one" });
    }
    expect(await subscribedAt(watcher, "src")).toEqual(["memo://one"]);
    await call(watcher, "src_touch", { uri: "memo://one" });
    for (const host of hosts) await expect.poll(() => updates(host)).toEqual(["src+memo://one"]);
    expect(updates(watcher)).toEqual([]);
    await endSession(served, hosts[0]);
    expect(await subscribedAt(watcher, "src")).toEqual(["memo://one"]);
    await endSession(served, hosts[1]);
    await expect.poll(() => subscribedAt(watcher, "src")).toEqual([]);
  });

  it("is told once to each listening request of hosts of 2026-07-28, under its own id", async () => {
    const source = kept(await open());
    const served = await serve("2026 http", { src: { url: source.url } });
    const hosts = [kept(await served.connect(false)), kept(await served.connect(false))];
    const filter = { resourceSubscriptions: ["src+memo://one"] };
    const listening = await Promise.all(hosts.map((host) => host.client.listen(filter)));
    const [host] = hosts;
    expect(await subscribedAt(host!, "src")).toEqual(["memo://one"]);
    await call(host!, "src_touch", { uri: "memo://one" });
    for (const each of hosts) await expect.poll(() => updates(each)).toEqual(["src+memo://one"]);
    await call(host!, "src_touch", { uri: "memo://one" });
    for (const each of hosts) await expect.poll(() => updates(each)).toHaveLength(2);
    await listening[0]?.close();
    expect(await subscribedAt(host!, "src")).toEqual(["memo://one"]);
    await listening[1]?.close();
    await expect.poll(() => subscribedAt(host!, "src")).toEqual([]);
  });

  it("is told under the name that the host used", async () => {
    const source = kept(await open());
    const served = await serve("2025 session", { src: { url: source.url } });
    const host = kept(await served.connect(false));
    await host.request("resources/subscribe", { uri: "memo://one" });
    await call(host, "src_touch", { uri: "memo://one" });
    await expect.poll(() => updates(host)).toEqual(["memo://one"]);
  });
});

async function endSession(served: Served, host: Host): Promise<void> {
  const { sessionId } = host.client.transport as { sessionId?: string };
  await fetch(served.url, { method: "DELETE", headers: { "mcp-session-id": String(sessionId) } });
}

it("subscribes anew at a source that was away, and reports the resource, which may have changed meanwhile", async () => {
  const source = await modernSource();
  const served = await serve("2025 session", { src: { url: source.url } });
  const host = kept(await served.connect(false));
  await host.request("resources/subscribe", { uri: "src+memo://one" });
  await source.close();
  const again = kept(await modernSource(Number(new URL(source.url).port)));
  expect(again.url).toBe(source.url);
  await expect.poll(() => updates(host)).toEqual(["src+memo://one"]);
  await expect.poll(() => subscribedAt(host, "src").catch(() => [])).toEqual(["memo://one"]);
  await call(host, "src_touch", { uri: "memo://one" });
  await expect.poll(() => updates(host)).toHaveLength(2);
});

it.each(["2026 http", "2026 stdio"] as const)(
  "refuses a listening request of %s for too many resources",
  async (kind) => {
    const source = kept(await modernSource());
    const served = await serve(kind, { src: { url: source.url } });
    const host = kept(await served.connect(false));
    const resourceSubscriptions = Array.from({ length: 129 }, (_, at) => `src+memo://item/${at}`);
    await expect(host.client.listen({ resourceSubscriptions })).rejects.toMatchObject({ code: -32602 });
    expect(await subscribedAt(host, "src")).toEqual([]);
    const some = await host.client.listen({ resourceSubscriptions: resourceSubscriptions.slice(0, 128) });
    expect((await subscribedAt(host, "src")).length).toBe(128);
    await some.close();
    await expect.poll(() => subscribedAt(host, "src")).toEqual([]);
  },
);

it("refuses a subscription to what no source has, and to what its source does not tell of", async () => {
  const served = kept(await serveFor("2025 session", { servers: { kegg: { embed: "kegg" } }, openSource: undefined }));
  const host = kept(await served.connect(false));
  for (const uri of ["nowhere://x", `gene-router-body://${"a".repeat(64)}`]) {
    await expect(host.request("resources/subscribe", { uri })).rejects.toMatchObject({
      code: expect.toBeOneOf([-32601, -32602]),
    });
  }
});

describe.each([404, 400])("a source of 2025 that has forgotten its sessions and answers %i", (status) => {
  const opened = async (): Promise<[LegacySource, Served]> => {
    const source = kept(await legacySource());
    return [source, await serve("2025 session", { old: { url: source.url } })];
  };

  it("is shaken hands with anew by the call that finds out, which succeeds", async () => {
    const [source, served] = await opened();
    const [host, askable] = [kept(await served.connect(false)), kept(await served.connect(true))];
    await call(askable, "old_elicit");
    source.forget(status);
    const before = source.handshakes();
    const answers = await Promise.all([1, 2, 3].map((value) => call(host, "old_echo", { value })));
    expect(answers.map(({ structuredContent }) => structuredContent.value)).toEqual([1, 2, 3]);
    expect(source.handshakes()).toBe(before + 1);
    expect((await call(askable, "old_elicit")).isError).not.toBe(true);
  });

  it("is subscribed to anew", async () => {
    const [source, served] = await opened();
    const host = kept(await served.connect(false));
    await host.request("resources/subscribe", { uri: "memo://one" });
    source.forget(status);
    await call(host, "old_echo", { value: 1 });
    await expect.poll(() => [...source.sessions.values()].map((uris) => [...uris])).toEqual([["memo://one"]]);
  });
});

describe("a host of 2025 that can be asked, and a source of 2025 that asks", () => {
  it("each host is asked by its own calls only, also at once", async () => {
    const source = kept(await legacySource());
    const served = await serve("2025 session", { old: { url: source.url } });
    const hosts = [kept(await served.connect(true)), kept(await served.connect(true))];
    await Promise.all(hosts.flatMap((host) => [call(host, "old_elicit"), call(host, "old_sample")]));
    for (const { asked } of hosts) {
      expect(asked.map(({ method }) => method).sort()).toEqual(["elicitation/create", "sampling/createMessage"]);
    }
  });

  it("the host's session at the source ends with the host", async () => {
    const source = kept(await legacySource());
    const served = await serve("2025 session", { old: { url: source.url } });
    const host = await served.connect(true);
    await call(host, "old_elicit");
    expect(source.handshakes()).toBe(2);
    await endSession(served, host);
    const another = kept(await served.connect(true));
    await call(another, "old_elicit");
    expect(source.handshakes()).toBe(3);
  });

  it("the source hears when the host's roots have changed", async () => {
    const source = kept(await legacySource());
    const served = await serve("2025 session", { old: { url: source.url } });
    const host = kept(await served.connect(true));
    await call(host, "old_roots");
    await host.client.sendRootsListChanged();
    await expect.poll(async () => JSON.parse((await call(host, "old_counters")).content[0].text).rootsChanged).toBe(1);
  });

  it("a host that cannot be asked shares the session of all", async () => {
    const source = kept(await legacySource());
    const served = await serve("2025 session", { old: { url: source.url } });
    for (let at = 0; at < 3; at += 1) {
      const host = kept(await served.connect(false));
      expect((await call(host, "old_elicit")).isError).toBe(true);
    }
    expect(source.handshakes()).toBe(1);
  });
});
