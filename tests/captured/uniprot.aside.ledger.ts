import { expect } from "vitest";
import { nextPage } from "../../servers/uniprot/next-page.ts";
import type { AsideRow, LedgerRow } from "./ledger.ts";
import { callWith, expectRefused, recorded, SEARCH, uniprotText } from "./uniprot-answers.ts";

/** Files of another kind: why no tool asks for them; every tool refuses them in place of its own answer. */
const aside = (why: string, ...files: readonly string[]): AsideRow[] =>
  files.map((file) => ({
    file: `uniprot/${file}`,
    aside: why,
    check: () => expectRefused(uniprotText(file)),
  }));

/** A page of another list: neither its body nor the address of its next page is one of a search of UniProtKB. */
const otherList = (file: string, next: string | null): AsideRow => ({
  file: `uniprot/${file}`,
  aside: "a page of UniRef, whose clusters are not served, as a table or as sequences",
  async check() {
    const page = recorded(file);
    await expectRefused(page);
    const link = page.headers?.link;
    expect(nextPage(link)).toBe(next);
    if (next === null) return;
    const body = JSON.stringify({ results: [] });
    const result = await callWith({ [SEARCH]: recorded(file, body) }, "get_protein", { gene: "katG" });
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "unparsable" }] });
    expect(result.asked).toHaveLength(1);
  },
});

const UNIREF = "https://rest.uniprot.org/uniref/search";
const CURSOR = "cursor=1pz3o1tnsdgpybxm6ffv6dn95s7yuy08ixm3xpypj5iy4y4bk2vcl&size=1";

/** Captured files that no tool reads. */
export const rows: readonly LedgerRow[] = [
  ...aside(
    "answers of UniProt's other lists (automatic rules, citations, diseases, locations, clusters, archive)",
    "website/arbaModelData.json",
    "website/citationsModelData.json",
    "website/diseasesModelData.json",
    "website/locationsModelData.json",
    "website/uniRefResultsData.json",
    "website/uniparcXrefsModelData.json",
  ),
  ...aside(
    "answers of other services that the website asks (genome coordinates, interactions, GO slims)",
    "website/O00560.json",
    "website/interaction.json",
    "website/slimmedData.json",
  ),
  ...aside(
    "tables of UniProt's other lists: JSON is asked for, and these lists are not",
    "tsv/citations_example.tsv",
    "tsv/keywords_example.tsv",
    "tsv/proteomes_example.tsv",
    "tsv/uniparc_example.tsv",
  ),
  ...aside(
    "streams of UniRef clusters as a table and as sequences",
    "recorded/stream-c796e4.txt",
    "recorded/stream-f72464.txt",
  ),
  ...aside("an entry as XML: JSON is asked for", "flat/biopython_Q13639.xml", "flat/biopython_R5HY77.xml"),
  otherList(
    "recorded/fetch_paged_uniref_search-0a6701.json",
    `${UNIREF}?format=tsv&fields=id,name,count&query=P99999&${CURSOR}`,
  ),
  otherList("recorded/fetch_paged_uniref_search-27aad5.json", null),
  otherList("recorded/fetch_paged_uniref_search-4e0dc3.json", `${UNIREF}?format=fasta&query=P99999&${CURSOR}`),
  otherList("recorded/uniprot_search_uniref_stream-1cd203.json", null),
  {
    file: "uniprot/recorded/uniprot_search_uniref_search-40ca91-HEAD.json",
    aside: "the head of a UniRef search, which has no body and counts 3 clusters",
    async check() {
      const head = recorded("recorded/uniprot_search_uniref_search-40ca91-HEAD.json", "");
      expect(head.headers).toMatchObject({ "x-total-results": "3", "x-uniprot-release": "2022_05" });
      await expectRefused(head);
      // Hits that are counted and not served are no zero either.
      const none = recorded("recorded/uniprot_search_uniref_search-40ca91-HEAD.json", '{"results":[]}');
      await expectRefused(none, "incomplete", [SEARCH]);
    },
  },
];
