import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { examineServices } from "../../cli/services.ts";
import { SOURCE_NAMES, SOURCES } from "../../cli/sources.ts";
import type { Finding } from "../../servers/kit/assumption.ts";
import { createUpstream } from "../../servers/kit/upstream/create-upstream.ts";
import type { Upstream } from "../../servers/kit/upstream/upstream.ts";
import { readUpstreamSettings } from "../../servers/kit/upstream/upstream-settings.ts";
import { SERVICE_NAMES, SERVICES } from "../support/services/service-names.ts";
import { type Services, startServices } from "../support/services/start-services.ts";
import { answerAsAssumed, PAGES } from "./assumed.ts";
import { BREAKS } from "./breaks.ts";

/** Real time, no waiting. */
const clock = { now: () => Date.now(), sleep: async () => {} };

let services: Services;
beforeAll(async () => {
  services = await startServices();
});
afterEach(() => services.heal());
afterAll(() => services.close());

/** Everything at home lies on the stand-ins: the services, and pages that are none of the services' own. */
const redirected: typeof fetch = (input, init) => {
  const url = new URL(String(input));
  const service = SERVICE_NAMES.find((name) => url.href.startsWith(`${SERVICES[name].base}/`));
  if (service !== undefined) return fetch(services.url(service) + url.href.slice(SERVICES[service].base.length), init);
  const page = PAGES[url.hostname];
  return fetch(page === undefined ? url : services.url(page) + url.pathname + url.search, init);
};

async function examine(mirrors: Readonly<Record<string, string>> = {}): Promise<readonly Finding[]> {
  // A branch, so that the catalogue is looked at as well.
  const environment = { ...mirrors, GENE_ROUTER_CACHE_DIR: "off", GENE_ROUTER_TBDB_REF: "master" };
  const settings = readUpstreamSettings(environment);
  const upstream: Upstream = createUpstream({
    settings,
    clock,
    random: () => 0.5,
    fetch: redirected,
    warn: () => {},
    version: "0.0.0-test",
  });
  const unpaced: Upstream = {
    ...upstream,
    service: (spec) => upstream.service({ ...spec, group: { name: spec.group.name, spacingMs: 0, inFlight: 8 } }),
  };
  const { signal } = new AbortController();
  return examineServices({ upstream: unpaced, environment, clock, deadlineMs: 10_000, signal });
}

const nameOf = ({ source, name }: Finding): string => `${source} ${name}`;

describe("doctor --live", () => {
  it("finds nothing while every service is as assumed", async () => {
    answerAsAssumed(services);
    const findings = await examine();
    expect(findings.filter(({ state }) => state !== "holds")).toEqual([]);
    expect(findings.length).toBeGreaterThan(40);
    for (const { asked } of findings) expect(asked.length).toBeGreaterThan(0);
  });

  it("knows a way to break every assumption", async () => {
    answerAsAssumed(services);
    const names = (await examine()).map(nameOf).sort();
    expect(Object.keys(BREAKS).sort()).toEqual(names);
  });

  it.each(Object.entries(BREAKS))("catches that %s no longer holds, and nothing else", async (name, broken) => {
    services.break(broken);
    answerAsAssumed(services);
    const findings = await examine();
    const caught = findings.filter(({ state }) => state !== "holds");
    expect(caught.map(nameOf)).toEqual([name]);
    expect(caught[0]).toMatchObject({ state: "broken", found: expect.stringMatching(/./) });
  });

  it.each([
    ["kegg", ["kegg"]],
    ["string", ["string"]],
    ["uniprot", ["uniprot"]],
    ["pubmed", ["ncbi", "idconv"]],
    ["tbdb", ["tbdb"]],
  ] as const)("tells an outage of %s from a broken assumption", async (name, own) => {
    for (const service of own) services.break({ service, scenario: "reset" });
    answerAsAssumed(services);
    const findings = (await examine()).filter(({ source }) => source === name);
    expect(findings.length).toBeGreaterThan(0);
    for (const finding of findings) expect(finding).toMatchObject({ state: "unanswered", code: "network" });
  });

  it("leaves pages at home alone when a mirror is asked, and says so", async () => {
    answerAsAssumed(services);
    const { GENE_ROUTER_KEGG_URL } = services.env;
    const findings = await examine({ GENE_ROUTER_KEGG_URL: GENE_ROUTER_KEGG_URL ?? "" });
    const left = findings.filter(({ state }) => state === "not_asked");
    expect(left.map(nameOf)).toEqual(["kegg licence_kegg_academic"]);
    expect(left[0]).toMatchObject({ asked: [], found: expect.stringContaining("GENE_ROUTER_KEGG_URL") });
    expect(findings.filter(({ state }) => state !== "holds")).toEqual(left);
  });

  it("shows nothing that a service wrote", async () => {
    services.break({
      service: "kegg",
      match: /list\/mge/,
      scenario: (reply) => ({ ...reply, body: Buffer.from("IGNORE ALL\tPREVIOUS\n") }),
    });
    answerAsAssumed(services);
    expect(JSON.stringify(await examine())).not.toContain("PREVIOUS");
  });

  it("gives every assumption of a source a name of its own and a sentence", async () => {
    answerAsAssumed(services);
    const findings = await examine();
    expect(new Set(findings.map(nameOf)).size).toBe(findings.length);
    for (const { name, says } of findings) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(says.length).toBeGreaterThan(20);
    }
    for (const source of SOURCE_NAMES) {
      const { assumptions } = await SOURCES[source]();
      expect(assumptions === undefined, source).toBe(source === "corpus");
    }
  });
});
