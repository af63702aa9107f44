import type { AsideRow, LedgerRow } from "./ledger.ts";
import { expectRefused } from "./pubmed-answers.ts";

/** A file of another kind: why no tool asks for it, and the code with which every tool refuses it as an answer. */
const aside = (why: string, codes: Parameters<typeof expectRefused>[1], ...files: readonly string[]): AsideRow[] =>
  files.map((file) => ({
    file: `pubmed/${file}`,
    aside: why,
    check: () => expectRefused(`pubmed/${file}`, codes),
  }));

// XML is what each service writes by default, so another document is told by its root; ecitmatch knows lines only.
const OTHER_XML = {
  efetch: "unexpected_content",
  esearch: "unexpected_content",
  idconv: "unexpected_content",
  ecitmatch: "in_band_error",
};
// A document that is cut short is another one all the same.
const JSON_OBJECT = {
  efetch: "in_band_error",
  esearch: "unparsable",
  idconv: "unparsable",
  ecitmatch: "in_band_error",
};

/** Captured files that no tool reads. */
export const rows: readonly LedgerRow[] = [
  ...aside(
    "esummary: no abstract, so no tool asks for it",
    OTHER_XML,
    "eutils/biopython_esummary1.xml",
    "eutils/biopython_esummary4.xml",
    "eutils/biopython_esummary6.xml",
    "eutils/biopython_esummary9.xml",
    "eutils/eutils_test_esummary_0_esummary.xml",
  ),
  ...aside(
    "esummary that was refused for its pace inside a 200",
    "rate_limited",
    "eutils/biomcp_pubmed_25d287820236.json",
  ),
  ...aside(
    "elink: relations between records are not served",
    OTHER_XML,
    "eutils/biopython_elink1.xml",
    "eutils/biopython_elink3.xml",
    "eutils/biopython_elink5.xml",
    "eutils/biopython_elink7.xml",
    "eutils/eutils_test_elink_0_elink.xml",
    "eutils/metapub_sample_related_pmids_result.xml",
  ),
  ...aside(
    "einfo: fields and statistics of a database, whole or cut short",
    OTHER_XML,
    "eutils/biopython_einfo1.xml",
    "eutils/biopython_einfo4.xml",
    "eutils/eutils_test_einfo_dbinfo_0_einfo.xml",
  ),
  ...aside("epost: no history is kept on NCBI's servers", OTHER_XML, "eutils/biopython_epost1.xml"),
  ...aside("epost that reports an ERROR inside a 200", "in_band_error", "eutils/biopython_epost3.xml"),
  ...aside(
    "efetch of another database",
    OTHER_XML,
    "eutils/biopython_biosample.xml",
    "eutils/biopython_efetch_schemas.xml",
    "eutils/biopython_journals.xml",
    "eutils/biopython_nucleotide1.xml",
    "eutils/biopython_taxonomy.xml",
    "eutils/eutils_test_two_snps_0_efetch.xml",
  ),
  ...aside("efetch as ASN.1 inside a page: XML is asked for", "unexpected_content", "eutils/biopython_pubmed3.html"),
  ...aside(
    "efetch as MEDLINE text: XML is asked for",
    "in_band_error",
    "medline/biopython_pubmed_result1.txt",
    "medline/biopython_pubmed_result3.txt",
  ),
  ...aside(
    "full text of PMC: titles and abstracts only are served",
    OTHER_XML,
    "pmc/1472-6831-8-11.nxml",
    "pmc/pubmedpy_PMC5870622.xml",
    "pmc/pubmedpy_PMC65048.xml",
  ),
  ...aside("PubTator's list of entities, another service", "in_band_error", "pubtator/autocomplete_BRAF.json"),
  ...aside("PubTator's annotations, another service", JSON_OBJECT, "pubtator/export_20516115.json"),
  ...aside(
    "Europe PMC's search, another service with other records",
    JSON_OBJECT,
    "europepmc/europepmc_20614e48e1a4.json",
    "europepmc/europepmc_7beaf0a48632.json",
    "europepmc/europepmc_961f20e7efdd.json",
  ),
  ...aside(
    "Europe PMC's error for a missing file",
    OTHER_XML,
    "europepmc/pmc3040717-supplementary-not-open-access.xml",
  ),
];
