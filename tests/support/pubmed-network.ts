import { HttpResponse, http, type RequestHandler } from "msw";
import { afterEach, expect } from "vitest";
import type { Envelope, EnvelopeRecord } from "../../servers/kit/envelope/envelope.ts";
import { pubmed } from "../../servers/pubmed/index.ts";
import { mockNetwork, type OpenSource, openSource } from "./source-harness.ts";

export const EUTILS = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils";
export const IDCONV = "https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1/articles/";

export const codesOf = ({ notes }: Pick<Envelope, "notes">) => notes.map((note) => note.split(":")[0]);
export const noteOf = ({ notes }: Pick<Envelope, "notes">, code: string) =>
  notes.find((note) => note.startsWith(`${code}:`)) ?? "";

interface ArticleParts {
  readonly abstract?: string;
  readonly article?: string;
  readonly citation?: string;
  readonly data?: string;
}

export const articleXml = (pmid: string, parts: ArticleParts = {}): string =>
  `<PubmedArticle><MedlineCitation><PMID Version="1">${pmid}</PMID><Article><ArticleTitle>Title ${pmid}</ArticleTitle>
   <Abstract>${parts.abstract ?? "<AbstractText>About <i>katG</i>.</AbstractText>"}</Abstract>${parts.article ?? ""}</Article>${parts.citation ?? ""}</MedlineCitation>
   <PubmedData>${parts.data ?? ""}</PubmedData></PubmedArticle>`;

/** PMID 7 with nothing but what is given. */
export const bareXml = ({ article = "", citation = "", data = "" }: Omit<ArticleParts, "abstract"> = {}): string =>
  `<PubmedArticle><MedlineCitation><PMID Version="1">7</PMID><Article>${article}</Article>${citation}</MedlineCitation><PubmedData>${data}</PubmedData></PubmedArticle>`;

export const abstractXml = (...texts: string[]): string =>
  `<Abstract>${texts.map((text) => `<AbstractText>${text}</AbstractText>`).join("")}</Abstract>`;

export const setXml = (...articles: string[]): string =>
  `<?xml version="1.0" ?>\n<PubmedArticleSet>${articles.join("\n")}</PubmedArticleSet>`;

export const xml = (body: string) => HttpResponse.text(body, { headers: { "content-type": "text/xml" } });

/** Parameters of a request, from its query or its form. */
export async function paramsOf(request: Request): Promise<Record<string, string>> {
  const text = request.method === "POST" ? await request.clone().text() : new URL(request.url).search;
  return Object.fromEntries(new URLSearchParams(text));
}

export interface RankedList {
  /** What esearch counts; default: the length of the list. */
  readonly count?: number;
  /** Further fields of `esearchresult`. */
  readonly fields?: object;
  /** PMIDs for which efetch has a record; default: all of the list. */
  readonly holds?: readonly string[];
}

/** PubMed behind msw for one test file: a source to call, and handlers of a service that knows a ranked list. */
export function pubmedNetwork() {
  const network = mockNetwork();
  const opened: OpenSource[] = [];
  afterEach(async () => {
    for (const source of opened.splice(0)) await source.close();
  });

  function open(env?: Record<string, string>): OpenSource {
    const source = openSource(pubmed, { env });
    opened.push(source);
    return source;
  }

  /** The parameters of every request, in order. */
  function serve(list: readonly string[], { count, fields, holds = list }: RankedList = {}): Record<string, string>[] {
    const asked: Record<string, string>[] = [];
    network.use(
      http.all(`${EUTILS}/esearch.fcgi`, async ({ request }) => {
        const params = await paramsOf(request);
        asked.push(params);
        const start = Number(params.retstart);
        const idlist = list.slice(start, start + Number(params.retmax));
        return HttpResponse.json({
          esearchresult: { count: String(count ?? list.length), idlist, querytranslation: "as run", ...fields },
        });
      }),
      http.all(`${EUTILS}/efetch.fcgi`, async ({ request }) => {
        const params = await paramsOf(request);
        asked.push({ ...params, method: request.method });
        const pmids = (params.id ?? "").split(",").filter((pmid) => holds.includes(pmid));
        // The service promises no order.
        return xml(setXml(...pmids.reverse().map((pmid) => articleXml(pmid))));
      }),
    );
    return asked;
  }

  /** One body as the answer to every fetch. */
  const answerFetch = (body: string, type = "text/xml; charset=UTF-8"): void =>
    network.use(
      http.get(`${EUTILS}/efetch.fcgi`, () => HttpResponse.text(body, { headers: { "content-type": type } })),
    );

  const call = (tool: string, args: object, env?: Record<string, string>) => open(env).call(tool, args);

  /** The record of PMID 7, which a fetch answered so must give. */
  async function recordOf(body: string): Promise<EnvelopeRecord> {
    answerFetch(body);
    const result = await call("get_records", { pmids: ["7"] });
    expect(result).toMatchObject({ outcome: "found", record_ids: ["7"], errors: [] });
    return result.records[0]!;
  }

  return {
    open,
    serve,
    answerFetch,
    recordOf,
    call,
    use: (...handlers: RequestHandler[]) => network.use(...handlers),
    reset: () => network.resetHandlers(),
  };
}
