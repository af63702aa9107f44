import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { expect } from "vitest";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import { pubmed } from "../../servers/pubmed/index.ts";
import { capturedText } from "../support/captured/captured.ts";
import { EUTILS, IDCONV, paramsOf } from "../support/pubmed-network.ts";
import { openSource } from "../support/source-harness.ts";

type Body = string | ((params: Record<string, string>) => string);

/** What each service answers, whatever it is asked; a service that is left out must not be asked. */
export interface Answers {
  readonly esearch?: Body;
  readonly efetch?: Body;
  readonly ecitmatch?: Body;
  readonly idconv?: Body;
}

const URLS: Readonly<Record<keyof Answers, string>> = {
  esearch: `${EUTILS}/esearch.fcgi`,
  efetch: `${EUTILS}/efetch.fcgi`,
  ecitmatch: `${EUTILS}/ecitmatch.cgi`,
  idconv: IDCONV,
};

const mediaTypeOf = (body: string): string => {
  const start = body.trimStart().slice(0, 20).toLowerCase();
  if (start.startsWith("<html")) return "text/html; charset=UTF-8";
  if (start.startsWith("<")) return "text/xml; charset=UTF-8";
  return /^[[{]/.test(start) ? "application/json; charset=UTF-8" : "text/plain; charset=UTF-8";
};

/** Calls a tool of the source while the network answers so. */
export async function callWith(answers: Answers, tool: string, args: object): Promise<Envelope> {
  const network = setupServer(
    ...Object.entries(answers).map(([service, body]: [string, Body]) =>
      http.all(URLS[service as keyof Answers], async ({ request }) => {
        const text = typeof body === "string" ? body : body(await paramsOf(request));
        return HttpResponse.text(text, { headers: { "content-type": mediaTypeOf(text) } });
      }),
    ),
  );
  network.listen({ onUnhandledRequest: "error" });
  const source = openSource(pubmed);
  try {
    return await source.call(tool, args);
  } finally {
    await source.close();
    network.close();
  }
}

const CITATION = { journal: "j test", year: "2020", volume: "1", first_page: "7", author: "doe j" };

/** Each tool as it is asked when an answer stands where another was wanted. */
const CALLS: readonly (readonly [keyof Answers, string, object])[] = [
  ["efetch", "get_records", { pmids: ["7", "8"] }],
  ["esearch", "search_abstracts", { term: "katG" }],
  ["esearch", "get_abstracts_for_gene", { gene: "katG" }],
  ["esearch", "explain_query", { term: "katG" }],
  ["ecitmatch", "match_citation", { citations: [CITATION] }],
  ["idconv", "convert_ids", { ids: ["PMC7"] }],
];

/**
 * A file that no tool reads, given to every tool in place of its own answer: each refuses it as `codes` say, and none
 * makes a record or a zero of it.
 *
 * @param codes by service; one code stands for all
 */
export async function expectRefused(
  file: string,
  codes: string | Readonly<Record<keyof Answers, string>>,
): Promise<void> {
  const body = capturedText(file);
  for (const [service, tool, args] of CALLS) {
    const result = await callWith({ [service]: body }, tool, args);
    const code = typeof codes === "string" ? codes : codes[service];
    expect(result, `${tool} given ${file}`).toMatchObject({
      outcome: "upstream_failed",
      records: [],
      record_ids: [],
      page: { total: null },
    });
    expect(
      result.errors.map((error) => error.code),
      `${tool} given ${file}`,
    ).toContain(code);
  }
}
