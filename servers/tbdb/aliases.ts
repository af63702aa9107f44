/**
 * Names that the annotation file does not carry. Genes whose annotation id is not a locus tag (RNA genes) are found by
 * their symbol there and get their locus tag here.
 */
export interface GeneAlias {
  readonly locusTag: string;
  /** Symbol in the annotation, where the id is not the locus tag. */
  readonly symbol?: string;
  readonly synonyms: readonly string[];
}

/** tRNA genes by position, which is the order of their locus tags, Rvnt01 to Rvnt45; the annotation has only symbols. */
const TRNA_SYMBOLS =
  "ileT alaT leuT glyU tyrT thrT metT trpT thrV lysT gluT aspT pheU argT alaV glnT leuX argV leuW leuV proT leuU valV " +
  "metV asnT proU glyV argW hisT lysU valT glyT cysU valU gluU glnU alaU metU thrU proY serV serX argU serT serU";

export const GENE_ALIASES: readonly GeneAlias[] = [
  { locusTag: "Rv0678", synonyms: ["mmpR5", "mmpR"] },
  { locusTag: "Rv1129c", synonyms: ["prpR"] },
  { locusTag: "Rv1258c", synonyms: ["tap"] },
  { locusTag: "Rv1483", synonyms: ["fabG1", "mabA"] },
  { locusTag: "Rv3083", synonyms: ["mymA"] },
  { locusTag: "Rv3236c", synonyms: ["kefB"] },
  { locusTag: "Rv3854c", synonyms: ["ethA", "etaA"] },
  { locusTag: "Rv3919c", synonyms: ["gid", "gidB"] },
  { locusTag: "Rvnr01", symbol: "rrs", synonyms: ["MTB000019"] },
  { locusTag: "Rvnr02", symbol: "rrl", synonyms: ["MTB000020"] },
  { locusTag: "Rvnr03", symbol: "rrf", synonyms: ["MTB000021"] },
  ...TRNA_SYMBOLS.split(" ").map((symbol, at) => ({
    locusTag: `Rvnt${String(at + 1).padStart(2, "0")}`,
    symbol,
    // Mycobrowser counts tRNA and rRNA genes together; rrs is its 19th.
    synonyms: at < 18 ? [`MTB${String(at + 1).padStart(6, "0")}`] : [],
  })),
];

/**
 * Accessions (UniProt, H37Rv) of genes that resistance catalogues speak of, by locus tag. The annotation has none, so
 * accessions of other genes are not known to this source.
 */
export const ACCESSIONS: Readonly<Record<string, string>> = {
  Rv0001: "P9WNW3",
  Rv0005: "P9WG45",
  Rv0006: "P9WG47",
  Rv0010c: "P9WMA3",
  Rv0407: "P9WNE1",
  Rv0486: "P9WMY7",
  Rv0529: "O06393",
  Rv0565c: "O53762",
  Rv0635: "P9WFK1",
  Rv0639: "P9WIU9",
  Rv0643c: "P0CH91",
  Rv0667: "P9WGY9",
  Rv0668: "P9WGY7",
  Rv0676c: "P9WJV1",
  Rv0677c: "P9WJS7",
  Rv0678: "I6Y8F7",
  Rv0682: "P9WH63",
  Rv0701: "P9WH87",
  Rv1129c: "O06581",
  Rv1173: "P9WP77",
  Rv1221: "P9WGG7",
  Rv1258c: "P9WJX9",
  Rv1267c: "P9WGJ9",
  Rv1305: "P9WPS1",
  Rv1482c: "P71763",
  Rv1483: "P9WGT3",
  Rv1484: "P9WGR1",
  Rv1630: "P9WH43",
  Rv1644: "P94978",
  Rv1694: "P9WJ63",
  Rv1819c: "P9WQI9",
  Rv1854c: "P95160",
  Rv1908c: "P9WIE5",
  Rv1909c: "P9WN87",
  Rv1918c: "Q79FI8",
  Rv1979c: "P9WQM5",
  Rv2043c: "I6XD65",
  Rv2416c: "P9WFK7",
  Rv2428: "P9WQB7",
  Rv2447c: "I6Y0R5",
  Rv2477c: "P9WQK3",
  Rv2535c: "I6YDN6",
  Rv2680: "O86317",
  Rv2681: "I6XF17",
  Rv2752c: "P9WGZ9",
  Rv2780: "P9WQB1",
  Rv2983: "P9WP83",
  Rv3083: "P9WNF7",
  Rv3197A: "Q6MX01",
  Rv3236c: "L7N665",
  Rv3244c: "P9WK37",
  Rv3245c: "P9WGK9",
  Rv3246c: "P9WGM7",
  Rv3261: "P9WP81",
  Rv3262: "P9WP79",
  Rv3457c: "P9WGZ1",
  Rv3547: "P9WP15",
  Rv3596c: "P9WPC9",
  Rv3601c: "P9WIL3",
  Rv3696c: "P9WPK1",
  Rv3793: "P9WNL5",
  Rv3794: "P9WNL9",
  Rv3795: "P9WNL7",
  Rv3805c: "O53582",
  Rv3806c: "P9WFR5",
  Rv3854c: "P9WNF9",
  Rv3855: "P9WMC1",
  Rv3862c: "P9WF37",
  Rv3919c: "P9WGW9",
};
