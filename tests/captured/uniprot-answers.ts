import { gzipSync } from "node:zlib";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { expect } from "vitest";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import { uniprot } from "../../servers/uniprot/index.ts";
import { capturedText } from "../support/captured/captured.ts";
import { openSource } from "../support/source-harness.ts";

const HOST = "https://rest.uniprot.org";

export interface Played {
  readonly body: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

type Answer = string | Played | ((url: URL) => string | Played);

/** What the service answers, by path; any other path is asked for in error. */
export type Answers = Readonly<Record<string, Answer>>;

export const SEARCH = "/uniprotkb/search";
export const entryPath = (accession: string): string => `/uniprotkb/${accession}.json`;
export const RUN = "/idmapping/run";
export const STATUS = "/idmapping/status/job1";
export const RESULTS = "/idmapping/uniprotkb/results/job1";

export const uniprotText = (file: string): string => capturedText(`uniprot/${file}`);
export const uniprotJson = (file: string) => JSON.parse(uniprotText(file));

/** The source while the service answers so; the addresses that were asked for, in order. */
export function openUniprot(answers: Answers) {
  const asked: URL[] = [];
  const network = setupServer(
    http.all(`${HOST}/*`, ({ request }) => {
      const url = new URL(request.url);
      asked.push(url);
      const answer = answers[url.pathname];
      if (answer === undefined) return HttpResponse.error();
      return respond(typeof answer === "function" ? answer(url) : answer);
    }),
  );
  network.listen({ onUnhandledRequest: "error" });
  const source = openSource(uniprot);
  return {
    asked,
    call: (tool: string, args: object) => source.call(tool, args),
    async close() {
      await source.close();
      network.close();
    },
  };
}

/** One call of a tool while the service answers so. */
export async function callWith(
  answers: Answers,
  tool: string,
  args: object,
): Promise<Envelope & { readonly asked: readonly URL[] }> {
  const service = openUniprot(answers);
  try {
    return { ...(await service.call(tool, args)), asked: service.asked };
  } finally {
    await service.close();
  }
}

function respond(answer: string | Played): Response {
  const {
    body,
    status = 200,
    headers = { "content-type": mediaTypeOf(body) },
  } = typeof answer === "string" ? { body: answer } : answer;
  const packed = headers["content-encoding"] === "gzip";
  return new HttpResponse(packed ? gzipSync(body) : body, { status, headers });
}

const mediaTypeOf = (body: string): string => {
  const start = body.trimStart()[0] ?? "";
  if (start === "<") return "application/xml";
  return "[{".includes(start) ? "application/json" : "text/plain; format=tsv";
};

/** A captured exchange as the service played it: its status, its headers, and its body unless another form of it is given. */
export function recorded(file: string, body?: string): Played {
  const {
    status,
    headers,
    body: own,
  } = uniprotJson(file) as { status: number; headers: [string, string][]; body: string };
  const played = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  const sized = new Set(["content-length", "transfer-encoding", "connection"]);
  return {
    status,
    headers: Object.fromEntries(played.filter(([name]) => body === undefined || !sized.has(name))),
    body: body ?? own,
  };
}

/** The rows of a tab-separated table, by column name. */
export function tableOf(text: string): Record<string, string>[] {
  const [head = "", ...lines] = text.trimEnd().split("\n");
  const columns = head.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""]));
  });
}

const started: Answers = { [RUN]: '{"jobId":"job1"}' };
const ACCESSION = "P9WIE5";

/** Each tool as it is asked when an answer stands where another was wanted, and the path of that answer. */
const CALLS: readonly (readonly [path: string, tool: string, args: object, others?: Answers])[] = [
  [SEARCH, "get_protein", { gene: "katG" }],
  [entryPath(ACCESSION), "get_entry", { accessions: [ACCESSION] }],
  [entryPath(ACCESSION), "get_features", { accession: ACCESSION }],
  [entryPath(ACCESSION), "get_sequence", { accession: ACCESSION }],
  [RUN, "map_ids", { ids: ["katG"], from: "Gene_Name", to: "UniProtKB" }],
  [STATUS, "map_ids", { ids: ["katG"], from: "Gene_Name", to: "UniProtKB" }, started],
  [
    RESULTS,
    "map_ids",
    { ids: ["katG"], from: "Gene_Name", to: "UniProtKB" },
    { ...started, [STATUS]: { status: 303, headers: { location: `${HOST}${RESULTS}` }, body: "" } },
  ],
];

/**
 * A body that is not what was asked for, given to every tool in place of its own answer: each refuses it with the code,
 * and none makes a record or a zero of it.
 */
export async function expectRefused(
  answer: string | Played,
  code = "unparsable",
  places = CALLS.map(([path]) => path),
) {
  for (const [path, tool, args, others] of CALLS) {
    if (!places.includes(path)) continue;
    const result = await callWith({ ...others, [path]: answer }, tool, args);
    const what = `${tool} given this at ${path}`;
    expect(result, what).toMatchObject({
      outcome: "upstream_failed",
      records: [],
      record_ids: [],
      page: { total: null },
    });
    expect(
      result.errors.map((error) => error.code),
      what,
    ).toEqual([code]);
  }
}
