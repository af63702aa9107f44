import { HttpResponse, http } from "msw";
import type { SetupServer } from "msw/node";

/** A body with status 200, another status, or a connection that breaks. */
export type KeggAnswer = string | { readonly status: number; readonly body?: string; readonly html?: true } | "reset";

/**
 * Answers KEGG requests by path (`link/pathway/mtu:Rv1908c`). A path without an answer stays unmocked and fails the test.
 *
 * @returns the paths asked, in order, retries included.
 */
export function answerKegg(network: SetupServer, answers: Readonly<Record<string, KeggAnswer>>): string[] {
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
