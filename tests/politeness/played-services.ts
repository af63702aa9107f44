import type { Clock } from "../../servers/kit/upstream/upstream.ts";
import { SMALL_TBDB } from "../support/tbdb-network.ts";
import { type Group, groupOf, type Span } from "./published-rules.ts";

/** A request as the service sees it. */
export interface Seen extends Span {
  readonly group: Group;
  readonly method: string;
  readonly url: URL;
  /** Query and form together. */
  readonly params: URLSearchParams;
  endedAt: number | null;
}

/** What a service does with a request instead of answering it; null = it answers. `number` counts all requests from 1. */
export type Mood = (seen: Seen, number: number) => Response | Error | "silence" | null;

export interface PlayedServices {
  readonly fetch: typeof globalThis.fetch;
  readonly seen: readonly Seen[];
  of(group: Group): readonly Seen[];
  /** How the services behave from now on. */
  mood: Mood;
}

/** The public services on a virtual clock: every answer takes its time, between 20 ms and a second and a half. */
export function playServices(clock: Clock): PlayedServices {
  const seen: Seen[] = [];
  const services: PlayedServices = {
    seen,
    of: (group) => seen.filter((one) => one.group === group),
    mood: () => null,
    fetch: (async (address: unknown, init: RequestInit = {}) => {
      const url = new URL(String(address));
      const form = typeof init.body === "string" ? init.body : "";
      const one: Seen = {
        group: groupOf(url.host),
        method: init.method ?? "GET",
        url,
        params: new URLSearchParams([...url.searchParams, ...new URLSearchParams(form)]),
        startedAt: clock.now(),
        endedAt: null,
      };
      seen.push(one);
      const number = seen.length;
      // Counted by group, so that what one service does changes nothing for the others.
      const nth = services.of(one.group).length;
      const signal = init.signal ?? undefined;
      try {
        const mood = services.mood(one, number);
        if (mood === "silence") await clock.sleep(3_600_000, signal);
        await clock.sleep(20 + ((nth * 7_919) % 1_480), signal);
        if (mood instanceof Error) throw mood;
        return mood instanceof Response ? mood : answerOf(one);
      } finally {
        one.endedAt = clock.now();
      }
    }) as typeof globalThis.fetch,
  };
  return services;
}

export const refusal = (status: number, headers: Record<string, string> = {}) => new Response("", { status, headers });

const text = (body: string, type = "text/plain") => new Response(body, { headers: { "content-type": type } });
const json = (value: unknown) => text(JSON.stringify(value), "application/json");

function answerOf({ group, url, params }: Seen): Response {
  const path = decodeURIComponent(url.pathname);
  const file = path.slice(path.lastIndexOf("/") + 1);
  switch (group) {
    case "kegg":
      return keggAnswer(path);
    case "string":
      return json(stringRows(file, params));
    case "ncbi":
      return ncbiAnswer(file, params);
    case "uniprot":
      return uniprotAnswer(path, params);
    case "github":
      return Object.hasOwn(SMALL_TBDB, file) ? text(SMALL_TBDB[file as keyof typeof SMALL_TBDB]) : refusal(404);
    default:
      return text("<html>terms</html>", "text/html");
  }
}

/** Genes that exist everywhere: Rv0001 to Rv0300. */
export const tagOf = (number: number): string => `Rv${String(1 + (number % 300)).padStart(4, "0")}`;
const TAGS = Array.from({ length: 300 }, (_, number) => tagOf(number));

function keggAnswer(path: string): Response {
  const genes = TAGS.map((tag) => `mtu:${tag}\tCDS\t1..99\tgen${tag.slice(2)}; a protein`).join("\n");
  if (path === "/list/mtu") return text(genes);
  if (path === "/list/pathway/mtu") return text("mtu00360\tA pathway - Mycobacterium tuberculosis H37Rv\n");
  if (path === "/link/pathway/mtu") return text(TAGS.map((tag) => `mtu:${tag}\tpath:mtu00360`).join("\n"));
  if (path.startsWith("/link/pathway/")) return text(`${path.slice("/link/pathway/".length)}\tpath:mtu00360\n`);
  if (path.startsWith("/link/mtu/")) return text(`path:${path.slice("/link/mtu/".length)}\tmtu:Rv0001\n`);
  if (path.startsWith("/conv/")) {
    const ids = path.slice(path.lastIndexOf("/") + 1).split("+");
    return text(ids.map((id) => `${id}\tup:P9WIE5\n`).join(""));
  }
  return refusal(404);
}

function stringRows(method: string, params: URLSearchParams): object[] {
  const ids = (params.get("identifiers") ?? "").split("\r");
  const nameOf = (id: string) => id.replace(/^83332\./, "");
  if (method === "get_string_ids") {
    return ids.map((queryItem, queryIndex) => ({
      queryItem,
      queryIndex,
      stringId: `83332.${nameOf(queryItem)}`,
      ncbiTaxonId: 83332,
      taxonName: "Mycobacterium tuberculosis H37Rv",
      preferredName: nameOf(queryItem),
      annotation: "A protein.",
    }));
  }
  if (method === "version")
    return [{ string_version: "12.0", string_stable_address: "https://version-12-0.string-db.org" }];
  return [];
}

const article = (pmid: string): string =>
  `<PubmedArticle><MedlineCitation><PMID Version="1">${pmid}</PMID><Article><ArticleTitle>Title ${pmid}</ArticleTitle>` +
  "<Abstract><AbstractText>About it.</AbstractText></Abstract></Article></MedlineCitation><PubmedData/></PubmedArticle>";

function ncbiAnswer(file: string, params: URLSearchParams): Response {
  const term = params.get("term") ?? "";
  const pmid = String(10_000_000 + ([...term].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 9_000_000));
  switch (file) {
    case "esearch.fcgi":
      return json({ esearchresult: { count: "1", idlist: [pmid], querytranslation: "as run" } });
    case "efetch.fcgi": {
      const articles = (params.get("id") ?? "").split(",").map(article).join("");
      return text(`<?xml version="1.0" ?><PubmedArticleSet>${articles}</PubmedArticleSet>`, "text/xml");
    }
    case "ecitmatch.cgi":
      return text(
        (params.get("bdata") ?? "")
          .split("\r")
          .map((line) => `${line}99000001`)
          .join("\n"),
      );
    default: {
      const records = (params.get("ids") ?? "").split(",").map((id) => ({ "requested-id": id, pmid: id }));
      return json({ status: "ok", records });
    }
  }
}

const entry = (primaryAccession: string) => ({
  entryType: "UniProtKB reviewed (Swiss-Prot)",
  primaryAccession,
  uniProtkbId: "X_MYCTU",
  proteinDescription: { recommendedName: { fullName: { value: "A protein" } } },
  genes: [{ geneName: { value: "gen" }, orderedLocusNames: [{ value: "Rv0001" }] }],
  features: [],
  sequence: { value: "MPEQH", length: 5, molWeight: 600, crc64: "0000000000000000" },
});

function uniprotAnswer(path: string, params: URLSearchParams): Response {
  if (path === "/uniprotkb/search") return json({ results: [] });
  if (path.startsWith("/uniprotkb/")) return json(entry(path.slice("/uniprotkb/".length, -".json".length)));
  if (path === "/idmapping/run") return json({ jobId: `job${(params.get("ids") ?? "").replace(/\W/g, "")}` });
  if (path.startsWith("/idmapping/status/")) return json({ jobStatus: "FINISHED" });
  if (path.startsWith("/idmapping/details/")) {
    return json({ redirectURL: `https://rest.uniprot.org/idmapping/results/${path.slice(path.lastIndexOf("/") + 1)}` });
  }
  const asked = path.slice("/idmapping/results/job".length);
  return json({ results: [{ from: asked, to: "mtu:Rv1908c" }] });
}
