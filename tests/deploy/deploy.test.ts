import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { knownVariables } from "../../cli/settings-table.ts";
import { SOURCE_NAMES } from "../../cli/sources.ts";
import { parseConfig } from "../../router/config/parse-config.ts";
import { routerSettingSpecs } from "../../router/config/router-settings.ts";

const ROOT = join(import.meta.dirname, "../..");
const text = (path: string): string => readFileSync(join(ROOT, path), "utf8");
// biome-ignore lint/suspicious/noExplicitAny: manifests have the shape that is checked here
type Manifest = any;
const manifests = (path: string): Manifest[] => parseAllDocuments(text(path)).map((document) => document.toJS());
const KUBERNETES = ["router", "sources", "valkey"].flatMap((name) => manifests(`deploy/kubernetes/${name}.yaml`));
const compose: Manifest = parse(text("deploy/compose.yaml"), { merge: true });
const targets = [...text("Dockerfile").matchAll(/^FROM base AS (\w+)$/gm)].map(([, name]) => name!);
const exposed = Object.fromEntries(
  [...text("Dockerfile").matchAll(/^FROM base AS (\w+)\nEXPOSE (\d+)$/gm)].map(([, name, port]) => [
    name,
    Number(port),
  ]),
);
const workloads: Manifest[] = KUBERNETES.filter(({ kind }) => kind === "Deployment");
const containerOf = (workload: Manifest): Manifest => workload.spec.template.spec.containers[0];
const ours = workloads.filter(({ metadata }) => metadata.name !== "valkey");

describe("what is deployed", () => {
  it("is one image a source and one for the router, under the names of the Dockerfile", () => {
    expect(targets.sort()).toEqual(["router", ...SOURCE_NAMES].sort());
    const built = Object.values<Manifest>(compose.services).flatMap(({ build }) => (build ? [build.target] : []));
    expect(built.sort()).toEqual(targets);
    expect(ours.map((workload) => containerOf(workload).image.replace(/:.*$/, "")).sort()).toEqual(
      ["gene-router", ...SOURCE_NAMES.map((name) => `gene-router-${name}`)].sort(),
    );
  });

  it("has a servers.yaml that the router takes, whose names and ports are those of the services", () => {
    const { sources } = parseConfig({
      file: "servers.yaml",
      text: text("deploy/servers.yaml"),
      dotenv: null,
      environment: {},
    });
    expect(sources.map(({ namespace }) => namespace).sort()).toEqual([...SOURCE_NAMES].sort());
    for (const { link } of sources) {
      if (link.kind !== "url") throw new Error("not a URL");
      const { hostname, port, pathname } = new URL(link.url);
      expect(pathname).toBe("/mcp");
      expect(exposed[hostname]).toBe(Number(port));
      expect(Object.keys(compose.services)).toContain(hostname);
      const service = KUBERNETES.find(({ kind, metadata }) => kind === "Service" && metadata.name === hostname);
      expect(service.spec.ports[0].port).toBe(Number(port));
    }
  });

  it("offers the same sources, tags and entry points as the package does alone", () => {
    const own = parse(text("servers.yaml")).servers;
    const deployed = parse(text("deploy/servers.yaml")).servers;
    for (const [name, { embed: _, ...entry }] of Object.entries<Manifest>(own)) {
      const { url: __, ...rest } = deployed[name];
      expect(rest, name).toEqual(entry);
    }
  });

  it("sets only variables that exist", async () => {
    const known = new Set([
      ...(await knownVariables()),
      ...Object.values(routerSettingSpecs({})).map(({ spec }) => spec.variable),
    ]);
    const set = [
      ...Object.values<Manifest>(compose.services).flatMap(({ environment }) => Object.keys(environment ?? {})),
      ...ours.flatMap((workload) => (containerOf(workload).env ?? []).map(({ name }: { name: string }) => name)),
    ];
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe("every workload", () => {
  it.each(workloads.map((workload) => [workload.metadata.name as string, workload] as const))(
    "%s runs as nobody in particular, writes nothing but its folders, and has bounds",
    (_name, workload) => {
      const { spec } = workload.spec.template;
      const container = containerOf(workload);
      expect(spec.automountServiceAccountToken).toBe(false);
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(container.resources.limits.memory).toMatch(/^\d+Mi$/);
      expect(container.readinessProbe).toBeDefined();
    },
  );

  it("is behind a network policy that says who comes in and where it may go", () => {
    const policies = KUBERNETES.filter(({ kind }) => kind === "NetworkPolicy");
    for (const { metadata, spec } of workloads) {
      const { labels } = spec.template.metadata;
      const covering = policies.filter((policy) =>
        Object.entries(policy.spec.podSelector.matchLabels).every(([key, value]) => labels[key] === value),
      );
      expect(covering, metadata.name).toHaveLength(1);
      expect(covering[0].spec.policyTypes).toEqual(["Ingress", "Egress"]);
    }
  });
});

describe("the router's deployment", () => {
  const router = ours.find(({ metadata }) => metadata.name === "gene-router");

  it("asks at paths that exist, under a name that is served", () => {
    const { livenessProbe, readinessProbe, startupProbe } = containerOf(router);
    expect([livenessProbe, readinessProbe, startupProbe].map(({ httpGet }) => httpGet.path)).toEqual([
      "/health",
      "/ready",
      "/health",
    ]);
    for (const { httpGet } of [livenessProbe, readinessProbe, startupProbe])
      expect(httpGet.httpHeaders).toEqual([{ name: "Host", value: "localhost" }]);
  });

  it("starts with its settings, as the router reads them", () => {
    const environment = Object.fromEntries(
      containerOf(router).env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    const { settings, warnings } = parseConfig({
      file: "servers.yaml",
      text: text("deploy/servers.yaml"),
      dotenv: null,
      environment: { ...environment, GENE_ROUTER_HOST: "0.0.0.0" },
    });
    expect(settings).toMatchObject({ auth: "oauth", trustedHops: 1, publicUrl: "https://genes.example.org/mcp" });
    expect(warnings).toEqual([]);
  });

  it("keeps enough of them running, and lets calls finish", () => {
    const kind = (wanted: string): Manifest =>
      KUBERNETES.find((each) => each.kind === wanted && each.metadata.name === "gene-router");
    expect(router.spec.replicas).toBeGreaterThan(kind("PodDisruptionBudget").spec.minAvailable);
    expect(kind("HorizontalPodAutoscaler").spec.minReplicas).toBe(router.spec.replicas);
    expect(router.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(35);
    expect(router.spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
  });
});
