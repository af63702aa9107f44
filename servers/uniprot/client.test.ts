import { expect, it } from "vitest";
import { Fault } from "../kit/fault.ts";
import type { CallScope, Service, Upstream, UpstreamRequest } from "../kit/upstream/upstream.ts";
import { createUniprotClient } from "./client.ts";
import { createMappingClient } from "./mapping-client.ts";

const DAY_S = 86_400;

/** What is asked of the upstream layer; nothing is answered. */
async function requestOf(ask: (service: Service) => Promise<unknown>): Promise<UpstreamRequest> {
  const asked: UpstreamRequest[] = [];
  const service: Service = {
    base: "https://rest.uniprot.org",
    fetch: async (request) => {
      asked.push(request);
      throw new Fault("network", "no answer");
    },
    forget: async () => {},
  };
  await expect(ask(service)).rejects.toThrow(Fault);
  expect(asked).toHaveLength(1);
  return asked[0]!;
}

const call = { deadlineAt: 60_000 } as CallScope;
const uniprot = (service: Service) => createUniprotClient({} as Upstream, service);
const mapping = (service: Service) => createMappingClient(service, { now: () => 0, sleep: async () => {} });
const question = { ids: ["katG", "inhA"], from: "Gene_Name", to: "UniProtKB", taxId: 83332 };

it.each<[string, (service: Service) => Promise<unknown>, number]>([
  ["a search", (s) => uniprot(s).search("q", { fields: "protein", blame: "gene" }, call), 14 * DAY_S],
  ["an entry", (s) => uniprot(s).entry("P9WIE5", "accession", call), 14 * DAY_S],
  ["the start of a job", (s) => mapping(s).start(question, call), 0],
  ["the state of a job", (s) => mapping(s).results("job1", call), 0],
  ["the details of a job", (s) => mapping(s).answers("job1", question, call), 0],
])("keeps %s as long as it may be kept", async (_name, ask, ttlSeconds) => {
  expect((await requestOf(ask)).ttlSeconds).toBe(ttlSeconds);
});

it("starts a job with a form, its identifiers joined by commas", async () => {
  expect(await requestOf((service) => mapping(service).start(question, call))).toMatchObject({
    path: "/idmapping/run",
    method: "POST",
    form: { from: "Gene_Name", to: "UniProtKB", ids: "katG,inhA", taxId: 83332 },
  });
});

it("takes 404 for an answer of an entry alone", async () => {
  expect((await requestOf((s) => uniprot(s).entry("P9WIE5", "accession", call))).answers).toEqual([404]);
  const search = await requestOf((s) => uniprot(s).search("q", { fields: "all", blame: "gene" }, call));
  expect(search.answers).toBeUndefined();
  expect(search.query).toEqual({ query: "q", format: "json", size: 100, fields: null });
});
