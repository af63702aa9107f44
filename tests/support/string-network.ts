import { HttpResponse, http } from "msw";
import type { SetupServer } from "msw/node";

const API = "https://version-12-0.string-db.org/api/json";

/** What was posted to one method, in order; a form decoded, and as it went over the wire. */
export interface Posted {
  readonly forms: Readonly<Record<string, string>>[];
  readonly raw: string[];
}

/** Answers a method of STRING from now on. A text is the body itself, a function makes the rows from the form. */
export function stringAnswers(network: SetupServer, method: string, body: unknown, status = 200): Posted {
  const posted: Posted = { forms: [], raw: [] };
  network.use(
    http.post(`${API}/${method}`, async ({ request }) => {
      const text = await request.text();
      const form = Object.fromEntries(new URLSearchParams(text));
      posted.raw.push(text);
      posted.forms.push(form);
      const answer = typeof body === "function" ? body(form) : body;
      if (answer instanceof Response) return answer;
      return typeof answer === "string" ? new HttpResponse(answer, { status }) : HttpResponse.json(answer, { status });
    }),
  );
  return posted;
}

/** The codes of an envelope's notes. */
export const codesOf = (notes: readonly string[]): string[] => notes.map((note) => note.split(":")[0]!);
