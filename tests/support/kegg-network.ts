import { HttpResponse, http } from "msw";
import type { SetupServer } from "msw/node";
import { afterEach } from "vitest";
import { kegg } from "../../servers/kegg/index.ts";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import { type HarnessOptions, type OpenSource, openSource } from "./source-harness.ts";

/** A body with status 200, another status, or a connection that breaks. */
export type KeggAnswer = string | { readonly status: number; readonly body?: string; readonly html?: true } | "reset";
export type KeggAnswers = Readonly<Record<string, KeggAnswer>>;

/**
 * Answers KEGG requests by path (`link/pathway/mtu:Rv1908c`). A path without an answer stays unmocked and fails the test.
 *
 * @returns the paths asked, in order, retries included.
 */
export function answerKegg(network: SetupServer, answers: KeggAnswers): string[] {
  const asked: string[] = [];
  network.use(
    http.all("https://rest.kegg.jp/*", ({ request }) => {
      const path = new URL(request.url).pathname.slice(1);
      asked.push(path);
      const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
      if (answer === undefined) return undefined;
      if (answer === "reset") return HttpResponse.error();
      const { status, body = "", html } = typeof answer === "string" ? { status: 200, body: answer } : { ...answer };
      const type = html ? "text/html; charset=utf-8" : "text/plain; charset=utf-8";
      return new HttpResponse(body, { status, headers: { "content-type": type } });
    }),
  );
  return asked;
}

export type KeggResult = Envelope & { readonly asked: readonly string[] };

/** One tool of the KEGG source over a mocked KEGG; `usual` answers hold unless a call brings others. */
export function keggTool(network: SetupServer, tool: string, usual: KeggAnswers) {
  const opened: OpenSource[] = [];
  afterEach(async () => {
    for (const source of opened.splice(0)) await source.close();
  });
  return async (args: unknown, answers: KeggAnswers = {}, options: HarnessOptions = {}): Promise<KeggResult> => {
    const asked = answerKegg(network, { ...usual, ...answers });
    const source = openSource(kegg, options);
    opened.push(source);
    return { ...(await source.call(tool, args)), asked };
  };
}

/** The codes of an envelope's notes, in order. */
export const noteCodes = (envelope: Pick<Envelope, "notes">): string[] =>
  envelope.notes.map((note) => note.slice(0, note.indexOf(":")));
