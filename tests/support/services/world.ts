import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { hashOf } from "../../../servers/kit/upstream/content.ts";
import { parseManifest } from "../../../servers/kit/upstream/recording.ts";
import { cacheKey, canonicalUrl, type Form, joinUrl } from "../../../servers/kit/upstream/urls.ts";
import type { Reply } from "./reply.ts";
import { SERVICES, type ServiceName } from "./service-names.ts";
import { idconvWorld } from "./world/idconv.ts";
import { keggWorld } from "./world/kegg.ts";
import { ncbiWorld } from "./world/ncbi.ts";
import { stringWorld } from "./world/string.ts";
import { uniprotWorld } from "./world/uniprot.ts";
import type { WorldEntry } from "./world-entry.ts";

/** A request as the public service would see it. */
export interface PublicRequest {
  readonly method: string;
  readonly url: string;
  readonly form: Form | null;
}

export interface World {
  /** Null for a request that no healthy answer is known to. */
  answerTo(request: PublicRequest): Reply | null;
  /** SHA-256 of every healthy body. */
  readonly hashes: ReadonlySet<string>;
}

const WORLD: Partial<Record<ServiceName, readonly WorldEntry[]>> = {
  kegg: keggWorld,
  string: stringWorld,
  uniprot: uniprotWorld,
  ncbi: ncbiWorld,
  idconv: idconvWorld,
};

const DEMO = resolve(import.meta.dirname, "../../../fixtures/demo/manifest.json");

/**
 * The healthy answers of all services: the demonstration's recording, and beside it what the stand-in adds. Requests are
 * matched as recordings are, so identity parameters and the order of parameters do not count.
 */
export function createWorld(): World {
  const answers = new Map<string, Reply>();
  for (const { method, url, form, responses } of parseManifest(readFileSync(DEMO, "utf8")).entries) {
    const [{ status = 200, headers, body_text: text = "" } = {}] = responses;
    answers.set(cacheKey(method, url, form), { status, headers: headers ?? {}, body: Buffer.from(text) });
  }
  for (const [service, entries] of Object.entries(WORLD) as [ServiceName, readonly WorldEntry[]][]) {
    for (const entry of entries) answers.set(keyOf(service, entry), replyOf(entry));
  }
  return {
    answerTo: ({ method, url, form }) => answers.get(cacheKey(method, url, form)) ?? null,
    hashes: new Set([...answers.values()].map(({ body }) => hashOf(body))),
  };
}

const asForm = (params: Readonly<Record<string, string | number>>): Form =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

function keyOf(service: ServiceName, { path, query, form }: WorldEntry): string {
  const url = canonicalUrl(joinUrl(SERVICES[service].base, path), query);
  return cacheKey(form === undefined ? "GET" : "POST", url, form === undefined ? null : asForm(form));
}

const replyOf = ({ status = 200, headers, body }: WorldEntry): Reply => ({
  status,
  headers: headers ?? { "content-type": "text/plain; charset=utf-8" },
  body: Buffer.from(body),
});
