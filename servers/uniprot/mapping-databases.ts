/**
 * Names and rules of the databases that identifiers can be mapped between, as of
 * https://rest.uniprot.org/configure/idmapping/fields. Five names have been dropped there since, and are kept: the service
 * itself refuses what it no longer maps.
 */
const BOTH_WAYS = [
  ...["UniParc", "UniRef50", "UniRef90", "UniRef100", "Gene_Name", "CRC64", "CCDS"],
  ...["EMBL-GenBank-DDBJ", "EMBL-GenBank-DDBJ_CDS", "GI_number", "PIR", "RefSeq_Nucleotide", "RefSeq_Protein", "PDB"],
  ...["BioGRID", "ComplexPortal", "DIP", "STRING", "ChEMBL", "DrugBank", "GuidetoPHARMACOLOGY", "SwissLipids"],
  ...["Allergome", "CLAE", "ESTHER", "MEROPS", "PeroxiBase", "REBASE", "TCDB", "GlyConnect", "BioMuta", "DMDM"],
  ...["World-2DPAGE", "CPTAC", "ProteomicsDB", "DNASU", "Ensembl", "Ensembl_Genomes", "Ensembl_Genomes_Protein"],
  ...["Ensembl_Genomes_Transcript", "Ensembl_Protein", "Ensembl_Transcript", "GeneID", "KEGG", "PATRIC", "UCSC"],
  ...["WBParaSite", "WBParaSite_Transcript-Protein", "ArachnoServer", "Araport", "CGD", "ClinPGx", "ConoServer"],
  ...["dictyBase", "EchoBASE", "euHCVdb", "FlyBase", "GeneCards", "GeneReviews", "HGNC", "LegioList", "Leproma"],
  ...[
    "MaizeGDB",
    "MGI",
    "MIM",
    "neXtProt",
    "OpenTargets",
    "Orphanet",
    "PharmGKB",
    "PomBase",
    "PseudoCAP",
    "RGD",
    "SGD",
  ],
  ...["TubercuList", "VEuPathDB", "VGNC", "WormBase", "WormBase_Protein", "WormBase_Transcript", "Xenbase", "ZFIN"],
  ...["eggNOG", "GeneTree", "HOGENOM", "OMA", "OrthoDB", "TreeFam", "BioCyc", "PlantReactome", "Reactome"],
  ...["UniPathway", "ChiTaRS", "GeneWiki", "GenomeRNAi", "PHI-base", "CollecTF", "DisProt", "IDEAL"],
];

/** Databases whose own groups or archive entries can be asked for as well: UniRef clusters of one level, and UniParc. */
const OWN_TARGETS = new Map<string, string>([
  ...["UniRef50", "UniRef90", "UniRef100", "UniParc"].map((name): [string, string] => [name, name]),
  ...["EMBL-GenBank-DDBJ", "GI_number", "RefSeq_Protein"].map((name): [string, string] => [name, "UniParc"]),
]);

const KNOWLEDGEBASE = ["UniProtKB", "UniProtKB-Swiss-Prot"];

export const MAPPED_FROM: ReadonlySet<string> = new Set(["UniProtKB_AC-ID", ...BOTH_WAYS]);
export const MAPPED_TO: ReadonlySet<string> = new Set([...KNOWLEDGEBASE, ...BOTH_WAYS]);

/** Databases that identifiers of one database can be mapped to; every way but from UniProtKB leads into UniProtKB. */
export function targetsOf(from: string): ReadonlySet<string> {
  if (from === "UniProtKB_AC-ID") return MAPPED_TO;
  const own = OWN_TARGETS.get(from);
  return new Set(own === undefined ? KNOWLEDGEBASE : [...KNOWLEDGEBASE, own]);
}
