import { HttpResponse, http } from "msw";
import type { SetupServer } from "msw/node";

const BASE = "https://rest.uniprot.org/uniprotkb";

export const entry = (primaryAccession: string, extra: Record<string, unknown> = {}) => ({
  entryType: "UniProtKB reviewed (Swiss-Prot)",
  primaryAccession,
  comments: [
    { commentType: "FUNCTION", texts: [{ value: "Measured.", evidences: [{ evidenceCode: "ECO:0000269" }] }] },
  ],
  ...extra,
});

export const inactive = (primaryAccession: string, inactiveReasonType: string, mergeDemergeTo: string[] = []) => ({
  entryType: "Inactive",
  primaryAccession,
  inactiveReason: { inactiveReasonType, mergeDemergeTo },
});

/**
 * A UniProtKB that holds these entries by accession; a number stands for a bare status, anything else has no page.
 * `holders` answer every search for a secondary accession. Returns what was asked, in order.
 */
export function serving(
  network: SetupServer,
  entries: Record<string, object | number>,
  holders: object[] = [],
): string[] {
  const asked: string[] = [];
  network.use(
    http.get(`${BASE}/search`, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("query") ?? "");
      return HttpResponse.json({ results: holders });
    }),
    http.get(`${BASE}/:file`, ({ params }) => {
      const accession = String(params.file).replace(/\.json$/, "");
      asked.push(accession);
      const answer = entries[accession] ?? 404;
      if (typeof answer !== "number") return HttpResponse.json(answer);
      return HttpResponse.json({ messages: ["Resource not found"] }, { status: answer });
    }),
  );
  return asked;
}
