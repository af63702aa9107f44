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

/** What STRING offers for katG. */
export const KATG_OFFER = {
  queryItem: "katG",
  queryIndex: 0,
  stringId: "83332.Rv1908c",
  ncbiTaxonId: 83332,
  preferredName: "katG",
};

/** STRING knows every name as its own locus tag, or id, but those that begin with "no". */
export const stringKnowsTags = (network: SetupServer): Posted =>
  stringAnswers(network, "get_string_ids", ({ identifiers, species }: Readonly<Record<string, string>>) =>
    identifiers!
      .split("\r")
      .filter((name) => !name.startsWith("no"))
      .map((name) => ({
        queryItem: name,
        stringId: name.includes(".") ? name : `${species}.${name}`,
        ncbiTaxonId: species,
        preferredName: name,
      })),
  );

/** A row of `network` and `interaction_partners` of two locus tags of H37Rv; channels are 0 unless given. */
export const interactionRow = (a: string, b: string, score: number, more: object = {}) => ({
  stringId_A: `83332.${a}`,
  stringId_B: `83332.${b}`,
  preferredName_A: a,
  preferredName_B: b,
  ncbiTaxonId: 83332,
  score,
  ...{ nscore: 0, fscore: 0, pscore: 0, ascore: 0, escore: 0, dscore: 0, tscore: 0 },
  ...more,
});
