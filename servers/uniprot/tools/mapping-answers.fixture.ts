import { HttpResponse, http } from "msw";
import type { SetupServer } from "msw/node";

export const IDMAPPING = "https://rest.uniprot.org/idmapping";
export const RESULTS = `${IDMAPPING}/uniprotkb/results/job1`;

export type MappingAnswer = () => Response;

export const running: MappingAnswer = () => HttpResponse.json({ jobStatus: "RUNNING" });

/** What a finished job's status answers: the address of its results. */
export const redirect: MappingAnswer = () => new HttpResponse(null, { status: 303, headers: { location: RESULTS } });

export const body =
  (value: object, headers: Record<string, string> = {}): MappingAnswer =>
  () =>
    HttpResponse.json(value, { headers });

export const next = (cursor: number | string) => ({ link: `<${RESULTS}?cursor=${cursor}&size=500>; rel="next"` });

/** An entry as the target of a mapping, reduced to what is read of it. */
export const target = (primaryAccession: string, entryType = "UniProtKB reviewed (Swiss-Prot)") => ({
  primaryAccession,
  entryType,
  uniProtkbId: "X_MYCTU",
});

/**
 * A mapping service with one job, `job1`: status answers in turn, the last one for ever; result pages by cursor. Returns
 * the forms sent and the number of times that the status was asked for.
 */
export function mappingService(
  network: SetupServer,
  status: MappingAnswer[],
  pages: Record<string, MappingAnswer> = {},
): { forms: string[]; polls: () => number } {
  const forms: string[] = [];
  let polls = 0;
  network.use(
    http.post(`${IDMAPPING}/run`, async ({ request }) => {
      forms.push(await request.text());
      return HttpResponse.json({ jobId: "job1" });
    }),
    http.get(`${IDMAPPING}/status/job1`, () => {
      polls += 1;
      return status[Math.min(polls, status.length) - 1]!();
    }),
    http.get(RESULTS, ({ request }) => pages[new URL(request.url).searchParams.get("cursor") ?? "first"]!()),
  );
  return { forms, polls: () => polls };
}
