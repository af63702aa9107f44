import { expect } from "vitest";
import * as tables from "./h37rv-genes.ts";
import type { AsideRow, LedgerRow, ReadRow } from "./ledger.ts";
import { expectRefusedEverywhere, withTbdb } from "./tbdb-served.ts";

/** Another party's genes, all of them, beside the identity index: each is found, and lies where we say, or is named here. */
const genes = (file: string, read: () => tables.TableGene[], out: string, counts: tables.GeneComparison): ReadRow => ({
  file: `h37rv/${file}`,
  tool: "get_lineage_markers",
  out,
  check: async () =>
    expect(sorted(await withTbdb({}, (source) => tables.compareGenes(source, read())))).toEqual(counts),
});

const aside = (why: string, ...files: readonly string[]): AsideRow[] =>
  files.map((file) => ({
    file: `h37rv/${file}`,
    aside: why,
    check: () => expectRefusedEverywhere(`h37rv/${file}`),
  }));

// Genes and RNAs that were described after the annotation of 2015 that tbdb uses. No capital is ever folded away: Rv0063a
// is not Rv0063.
const LATER_PROTEINS = [
  ...["Rv0063a", "Rv0115a", "Rv0997a", "Rv1088a", "Rv1138a", "Rv1155a", "Rv1228a", "Rv1735a", "RV1984a", "Rv2104a"],
  ...["Rv2224d", "Rv2256a", "Rv2308a", "Rv2386a", "Rv2490a", "Rv2512a", "Rv2975a", "Rv3178a", "Rv3202a", "Rv3312b"],
  "Rv3430a",
];
const LATER_RNAS = [
  ...["RVnc0008", "RVnc0005", "RVnc0002", "RVnc0034", "RVnc0012", "RVnc0013", "RVnc0021", "RVnc0015", "RVnc0035"],
  ...["RVnc0010", "RVnc0047", "RVnc0036", "RVnc0001", "RVnc0003", "Rvns01", "RVnc0018", "RVnc0024", "RVnc0046"],
  ...["RVnc0004", "RVnc0036a", "RVnc0006", "RVnc0040", "Rv1887a"],
];
const byCodePoint = (a: string, b: string): number => (a < b ? -1 : 1);

// Starts or ends that NCBI has moved since, theirs before ours; none of these genes is in the catalogue.
const MOVED_EVERYWHERE = [
  "Rv0611c 705961-706182- 705961-706344-",
  "Rv0786c 881075-881713- 881075-881464-",
  "Rv0852 948757-949395+ 948559-949395+",
  "Rv1703c 1929131-1929880- 1929131-1929721-",
  "Rv2408 2705762-2706736+ 2706017-2706736+",
  "Rv2647 2971563-2972027+ 2971659-2972027+",
  "Rv3344c 3736984-3738000- 3736984-3738438-",
  "Rv3349c 3754293-3755237- 3754293-3755033-",
  "Rv3512 3943812-3944963+ 3941724-3944963+",
  "Rv3654c 4094660-4094983- 4094660-4094914-",
];
// Pseudogenes that NCBI joins from pieces.
const JOINED = [
  "Rv0215c 257719-258856- 257783-258856-",
  "Rv0387c 466672-468001- 466672-467406-",
  "Rv0618 711638-712719+ 711536-712231+",
  "Rv1503c 1693996-1695144- 1693996-1694544-",
  "Rv1667c 1893577-1895342- 1893577-1894230-",
  "Rv1888A 2138174-2138617- 2138444-2138617-",
  "Rv2160c 2421662-2422278- 2421662-2422003-",
  "Rv2261c 2534042-2535552- 2534042-2534464-",
  "Rv2306A 2577108-2577922+ 2577108-2577701+",
  "Rv2561 2881409-2882147+ 2881409-2881702+",
  "Rv3129 3494538-3494992+ 3494660-3494992+",
  "Rv3337 3723728-3724548+ 3723656-3724042+",
  "Rv3453 3874404-3876090+ 3874404-3874736+",
  "Rv3636 4075752-4076984+ 4075752-4076099+",
];
const MOVED_IN_2017 = ["Rv0605 701430-702014+ 701406-702014+", "Rv0691A 791757-791846+ 791658-791846+"];
const MOVED_LATER = [
  "Rv0229c 274306-274719- 274306-274986-",
  "Rv0614 709599-710348+ 709356-710348+",
  "Rv0863 962680-962880+ 962599-962880+",
];
// Symbols given since: the locus tag is the name that both know.
const NAMED_SINCE = [
  ...["Rv0899 arfA", "Rv0900 arfB", "Rv0901 arfC", "Rv2066 cobIJ"],
  ...["Rv3700c egtE", "Rv3701c egtD", "Rv3702c egtC", "Rv3703c etgB"],
];

const sorted = (counts: tables.GeneComparison): tables.GeneComparison => ({
  equal: counts.equal,
  moved: [...counts.moved].sort(byCodePoint),
  unknown: [...counts.unknown].sort(byCodePoint),
  otherSymbol: [...counts.otherSymbol].sort(byCodePoint),
});

/** Every captured file of h37rv: what reads it and what must come out. */
export const rows: readonly LedgerRow[] = [
  genes(
    "transit_H37Rv3.prot_table",
    tables.protTable,
    "all 4,019 genes, each where we say and by its name",
    sorted({ equal: 4019, moved: [], unknown: [], otherSymbol: [] }),
  ),
  genes(
    "NC_000962.3.gbk.gz",
    tables.genbank,
    "3,938 of 4,008 genes where we say, every other named",
    sorted({
      equal: 3938,
      moved: [...MOVED_EVERYWHERE, ...JOINED, ...MOVED_IN_2017],
      unknown: [...LATER_PROTEINS, ...LATER_RNAS],
      otherSymbol: [...NAMED_SINCE, "Rv0618 galT"],
    }),
  ),
  genes(
    "Mtb_H37Rv_NCBI_Annot.gff",
    tables.ncbiGff,
    "3,940 of 4,008 genes where we say, every other named",
    sorted({
      equal: 3940,
      moved: [...MOVED_EVERYWHERE, ...JOINED],
      unknown: [...LATER_PROTEINS, ...LATER_RNAS],
      otherSymbol: [
        ...NAMED_SINCE,
        ...["Rv0265c fecB2", "Rv0296c atsG", "Rv0618 galT", "Rv0794c lpdB", "Rv0812 pabC", "Rv1410c P55"],
        ...["Rv1885c *MtCM", "Rv2361c uppS", "Rv2531c adi", "Rv2766c fabG5", "Rv2877c merT", "Rv3077 atsF"],
        ...["Rv3374 echA18'", "Rv3468c rmlB3", "Rv3502c hsd4A", "Rv3538 hsd4B", "Rv3592 TB11.2", "Rv3659c trbB"],
        ...["Rv3784 epiB", "Rv3796 atsH", "Rv3802c clp6", "Rv3811 csp", "Rv3915 cwlM"],
      ],
    }),
  ),
  genes(
    "MTBseq_H37Rv_genes.txt",
    tables.mtbseqGenes,
    "3,920 of 3,954 genes where we say, every other named",
    sorted({
      equal: 3920,
      moved: [...MOVED_EVERYWHERE, ...MOVED_LATER],
      unknown: LATER_PROTEINS,
      otherSymbol: NAMED_SINCE,
    }),
  ),
  genes(
    "modulome_gene_info.csv",
    tables.modulome,
    "3,870 of 3,906 genes where we say, every other named",
    sorted({
      equal: 3870,
      moved: [...MOVED_EVERYWHERE, ...MOVED_IN_2017, ...MOVED_LATER],
      unknown: LATER_PROTEINS,
      otherSymbol: [
        ...NAMED_SINCE,
        ...["Rv0190 ricR", "Rv0339c iniR", "Rv1404 marR", "Rv1985c lysG", "Rv1990c mbcA", "Rv2506 bkaR"],
        ...["Rv3208 fasR", "Rv3557c kstR2"],
      ],
    }),
  ),
  genes(
    "mycobrowser_v2_sample.gff",
    tables.mycobrowser,
    "its genes where we say; of its own numbers for RNAs those of tRNA and rRNA genes are known",
    sorted({
      equal: 11,
      moved: [],
      unknown: [...["MTB000051", "MTB000052", "MTB000053", "MTB000058", "MTB000060", "MTB000100"]],
      otherSymbol: [],
    }),
  ),
  ...aside("functions of genes by locus tag: no position, no grade", "transit_H37Rv_sanger_roles.dat"),
  ...aside("names of functions, by their own numbers", "transit_sanger_roles.dat"),
  ...aside("Gene Ontology terms by locus tag: UniProt's tools have them", "modulome_GO_annotations.csv"),
  ...aside(
    "stretches that a phylogeny leaves out, under another name of the chromosome",
    "nextstrain_Locus_to_exclude_Mtb.bed",
  ),
];
