import { z } from "zod";
import type { RecordDraft } from "../kit/answer.ts";
import { normaliseLine, normaliseText, TEXT_VERSION } from "../kit/text.ts";
import type { Exchange } from "../kit/upstream/upstream.ts";
import { entryUrl } from "./accession.ts";
import { TIERS } from "./evidence.ts";
import { functionStatements, reactionEcNumbers, reactionTexts, subunitTexts } from "./functions.ts";
import { describedName, distinct, ecNumbersOf } from "./names.ts";
import type { ActiveEntry } from "./parse-entry.ts";

export const UNIPROT_LICENCE = "cc-by-4.0-uniprot";

/** `1SJ2`, and the longer form that follows it: https://www.rcsb.org/docs/general-help/identifiers-in-pdb. */
const PDB_ID = /^(?:[1-9][0-9A-Za-z]{3}|pdb_[0-9A-Za-z]{8})$/i;

export const FunctionStatementDetail = z.strictObject({
  text: z.string(),
  evidence_codes: z.array(z.string()).describe("ECO codes as UniProt gives them"),
  tiers: z.array(z.enum(TIERS)).describe("How the statement is known, strongest first; unstated is never experimental"),
  experimental: z.boolean().describe("ECO:0000269 is among the codes"),
  supporting_pmids: z.array(z.string()),
});

export const PROTEIN_FIELDS = {
  entry_name: z.string().nullable(),
  reviewed: z.boolean(),
  gene_names: z.array(z.string()).describe("Primary gene names"),
  synonyms: z.array(z.string()),
  locus_tags: z.array(z.string()).describe("Ordered locus names, then ORF names"),
  matched_name: z.string().nullable().describe("The name that equals the query, as the entry spells it"),
  function_statements: z.array(FunctionStatementDetail),
  catalytic_activity: z.array(z.string()),
  subunit: z.array(z.string()),
  ec: z.array(z.string()),
  pdb: z.array(z.string()),
  has_experimental_function: z.boolean(),
  quotable_text: z.string().describe("Name, functions, subunits and reactions; quote from here, verbatim"),
  text_version: z.string(),
  text_removed: z.int(),
} as const;

export const ProteinDetail = z.strictObject(PROTEIN_FIELDS);
export type ProteinDetail = z.infer<typeof ProteinDetail>;

/** Notes about a record's function; they are also flags of the records that they concern. */
export const FUNCTION_NOTES = {
  inferred_only: "Records with this flag have function statements, but none with experimental evidence (ECO:0000269).",
  no_function:
    "Records with this flag have no function statement; the entry exists, and nothing says that it has no function.",
  part_only:
    "Records with this flag have statements about one isoform or cleavage product alone, not the whole protein.",
} as const;

/** Comments whose texts a record shows. */
const SHOWN_COMMENTS: ReadonlySet<string> = new Set(["FUNCTION", "SUBUNIT", "CATALYTIC ACTIVITY"]);

/** Paths of a protein record that hold text from UniProt. */
export const PROTEIN_UNTRUSTED = [
  "records[].name",
  "records[].detail.entry_name",
  "records[].detail.gene_names",
  "records[].detail.synonyms",
  "records[].detail.locus_tags",
  "records[].detail.matched_name",
  "records[].detail.function_statements[].text",
  "records[].detail.catalytic_activity",
  "records[].detail.subunit",
  "records[].detail.quotable_text",
] as const;

/** Name for people: described name, else entry name, else accession. One line. */
export const proteinName = (entry: ActiveEntry): string =>
  normaliseLine(describedName(entry.raw.proteinDescription) ?? entry.entryName ?? entry.accession);

export function proteinDetail(entry: ActiveEntry, matchedName: string | null): ProteinDetail {
  const { comments, proteinDescription, uniProtKBCrossReferences } = entry.raw;
  const functions = functionStatements(comments);
  const subunits = subunitTexts(comments);
  const reactions = reactionTexts(comments);
  const given = describedName(proteinDescription) ?? entry.entryName ?? entry.accession;
  const statements = functions.map(({ statement }) => statement);
  return {
    entry_name: entry.entryName,
    reviewed: entry.status === "reviewed",
    gene_names: [...entry.genes.primary],
    synonyms: [...entry.genes.synonyms],
    locus_tags: distinct([...entry.genes.orderedLoci, ...entry.genes.orfs]),
    matched_name: matchedName,
    function_statements: statements,
    catalytic_activity: reactions.map(({ text }) => text),
    subunit: subunits.map(({ text }) => text),
    ec: distinct([...ecNumbersOf(proteinDescription), ...reactionEcNumbers(comments)]),
    pdb: distinct(uniProtKBCrossReferences.filter(({ database }) => database === "PDB").map(({ id }) => id)).filter(
      (id) => PDB_ID.test(id),
    ),
    has_experimental_function: statements.some(({ experimental }) => experimental),
    quotable_text: [proteinName(entry), ...[...statements, ...subunits, ...reactions].map(({ text }) => text)].join(
      "\n\n",
    ),
    text_version: TEXT_VERSION,
    text_removed: [normaliseText(given), ...functions, ...subunits, ...reactions].reduce(
      (sum, { removed }) => sum + removed,
      0,
    ),
  };
}

/** Which of the function notes concern a record. */
export function functionFlags(entry: ActiveEntry, detail: ProteinDetail): (keyof typeof FUNCTION_NOTES)[] {
  const shown = entry.raw.comments.filter(({ commentType }) => SHOWN_COMMENTS.has(commentType ?? ""));
  const part = shown.some(({ molecule }) => molecule?.trim()) ? (["part_only"] as const) : [];
  if (detail.function_statements.length === 0) return ["no_function", ...part];
  return detail.has_experimental_function ? [...part] : ["inferred_only", ...part];
}

/** One protein record; `flags` are the function notes that concern it. */
export function proteinDraft<D extends ProteinDetail>(
  entry: ActiveEntry,
  detail: D,
  from: readonly Exchange[],
): RecordDraft<D> {
  return {
    record_id: entry.accession,
    type: "protein",
    name: proteinName(entry),
    url: entryUrl(entry.accession),
    licence: UNIPROT_LICENCE,
    from,
    flags: functionFlags(entry, detail),
    also: entry.secondary.filter((accession) => accession !== entry.accession),
    detail,
  };
}
