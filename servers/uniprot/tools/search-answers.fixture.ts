import { HttpResponse, http } from "msw";
import type { SetupServer } from "msw/node";

export interface HitNames {
  readonly primary?: string;
  readonly synonyms?: string[];
  readonly loci?: string[];
  readonly secondary?: string[];
  readonly reviewed?: boolean;
  readonly functions?: { value: string; evidences?: { evidenceCode: string }[] }[];
}

const MEASURED = [{ value: "Measured.", evidences: [{ evidenceCode: "ECO:0000269" }] }];

/** One search hit; its function is experimental unless said otherwise. */
export const hit = (primaryAccession: string, names: HitNames = {}) => ({
  entryType: names.reviewed ? "UniProtKB reviewed (Swiss-Prot)" : "UniProtKB unreviewed (TrEMBL)",
  primaryAccession,
  secondaryAccessions: names.secondary,
  genes: [
    {
      geneName: names.primary === undefined ? undefined : { value: names.primary },
      synonyms: (names.synonyms ?? []).map((value) => ({ value })),
      orderedLocusNames: (names.loci ?? []).map((value) => ({ value })),
    },
  ],
  comments: [{ commentType: "FUNCTION", texts: names.functions ?? MEASURED }],
});

export const page = (results: unknown[], headers: Record<string, string> = {}) =>
  HttpResponse.json({ results }, { headers });

/** Answers searches in turn, the last answer for all that follow; returns the `query` parameters that were sent. */
export function answering(network: SetupServer, ...pages: (() => Response)[]): string[] {
  const sent: string[] = [];
  network.use(
    http.get("https://rest.uniprot.org/uniprotkb/search", ({ request }) => {
      sent.push(new URL(request.url).searchParams.get("query") ?? "");
      return pages[Math.min(sent.length, pages.length) - 1]!();
    }),
  );
  return sent;
}
