import type { Answer } from "../../kit/answer.ts";
import type { Call } from "../../kit/call.ts";
import type { Outcome } from "../../kit/envelope/outcome.ts";
import type { Exchange } from "../../kit/upstream/upstream.ts";
import { isAccession } from "../accession.ts";
import { MAX_HITS, type Search, type UniprotClient } from "../client.ts";
import type { ActiveEntry, Entry } from "../parse-entry.ts";
import { type ProteinDetail, proteinDetail, proteinDraft, proteinName } from "../protein.ts";
import { type MatchKind, type Ranking, rankByName, soleAccession } from "../rank.ts";

export const SEARCH_NOTES = {
  several_entries: "Several entries hold this name equally well; no single accession stands for the gene.",
  synonym_match:
    "The entry holds this name as a synonym only; another gene of the organism may be known by it elsewhere.",
  synonym_only: "Several entries hold this name as a synonym only; none was chosen.",
  secondary_of_several: "This accession is a secondary one of several entries; none was chosen.",
  partial_name_hits: "Hits without a name equal to the query were left out.",
  weaker_matches: "Entries that hold the name in a weaker way were left out.",
  inactive_entries: "Hits that UniProt has withdrawn or merged were left out.",
  hits_capped: "The service has more hits than were read.",
  pages_missing: "Later hits could not be read; another entry may hold this name as well or better.",
  name_not_found: "No entry of this organism has this name; that says nothing about how well the protein is known.",
  other_taxon_scope: "The other taxon_scope may find the name.",
  reviewed_only: "Only reviewed entries were asked for; an unreviewed one may hold the name.",
} as const;

export interface GeneQuestion {
  readonly gene: string;
  readonly organism_id: number;
  readonly taxon_scope: "exact" | "descendants";
  readonly reviewed: "any" | "only";
}

/** How the answered entries hold the text. */
type MatchedBy = MatchKind | "accession" | "secondary_accession";

interface Matched {
  readonly by: MatchedBy;
  readonly entries: readonly { readonly entry: ActiveEntry; readonly name: string }[];
}

/**
 * The entry or entries of a gene. The text is a gene name first: symbols such as P2RY11 have the shape of accessions.
 * Only when no name equals it is it asked for as an accession, in the same organism.
 */
export async function findProtein(
  uniprot: UniprotClient,
  question: GeneQuestion,
  call: Call,
  answer: Answer<ProteinDetail>,
): Promise<Outcome> {
  const query = `gene:"${question.gene}"${withinScope(question)}`;
  answer.echo("query_sent", query);
  const search = await uniprot.search(query, { fields: "protein", blame: "organism_id" }, call);
  const ranking = rankByName(entriesOf(search), question.gene);
  answer.settle({
    entries_matched: ranking.best.length,
    partial_name_hits: ranking.partial,
    hits_read: search.rows.length,
    hits_total: search.total,
  });
  noteSearch(search, ranking, answer);
  const [first] = ranking.best;
  if (first) return answerEntries(search, { by: first.kind, entries: ranking.best }, answer);
  if (search.fault) return "upstream_failed";
  if (isAccession(question.gene.toUpperCase())) {
    const outcome = await findByAccession(uniprot, question, call, answer);
    if (outcome !== null) return outcome;
  }
  noteNotFound(question, search, answer);
  return "not_resolved";
}

/** The text as an accession; null when no entry of this organism has it. */
async function findByAccession(
  uniprot: UniprotClient,
  question: GeneQuestion,
  call: Call,
  answer: Answer<ProteinDetail>,
): Promise<Outcome | null> {
  const accession = question.gene.toUpperCase();
  const query = `(accession:${accession} OR sec_acc:${accession})${withinScope(question)}`;
  answer.echo("accession_query_sent", query);
  // Whole entries: no return field holds the secondary accessions.
  const search = await uniprot.search(query, { fields: "all", blame: "organism_id" }, call);
  if (search.fault) answer.failed(search.fault);
  const hits = entriesOf(search);
  const active = hits.filter((entry) => entry.status !== "inactive");
  noteInactive(hits.length - active.length, answer);
  const primary = active.filter((entry) => entry.accession === accession);
  const found = primary.length > 0 ? primary : active.filter((entry) => entry.secondary.includes(accession));
  if (found.length === 0) return search.fault ? "upstream_failed" : null;
  const entries = found
    .map((entry) => ({ entry, name: accession }))
    .sort((a, b) => (a.entry.accession < b.entry.accession ? -1 : 1));
  answer.settle({ entries_matched: entries.length });
  return answerEntries(search, { by: primary.length > 0 ? "accession" : "secondary_accession", entries }, answer);
}

/** Entries of the best class as records; several that share no more than a synonym are candidates, not records. */
function answerEntries(search: Search, { by, entries }: Matched, answer: Answer<ProteinDetail>): Outcome {
  answer.settle({ matched_by: by });
  if (entries.length > 1 && (by === "synonym" || by === "secondary_accession")) {
    answer.note(by === "synonym" ? "synonym_only" : "secondary_of_several");
    return answer.ambiguous(
      entries.map(({ entry }) => ({ id: entry.accession, name: proteinName(entry), why: `${by}, ${entry.status}` })),
    );
  }
  if (by === "synonym") answer.note("synonym_match");
  const complete = search.fault === null && !search.capped;
  const isReviewed = entries.some(({ entry }) => entry.status === "reviewed");
  // A hit that was not read may hold the name in a better way, unless this is the best way already.
  if (complete || (by === "primary_name" && isReviewed)) {
    const accession = soleAccession(entries.map(({ entry }) => entry));
    answer.settle({ accession });
    if (accession === null) {
      answer.note(
        "several_entries",
        `${entries.length} entries hold this name equally well; none stands for the gene.`,
      );
    }
  }
  const pageOf = new Map<Entry, Exchange>(search.rows.map(({ value, page }) => [value, page]));
  const drafts = entries.map(({ entry, name }) =>
    proteinDraft(entry, proteinDetail(entry, name), [pageOf.get(entry)!]),
  );
  return answer.list(drafts, "not_resolved", {
    total: complete ? drafts.length : null,
    upstreamCap: search.capped,
  });
}

const withinScope = ({ organism_id, taxon_scope, reviewed }: GeneQuestion): string =>
  ` AND ${taxon_scope === "exact" ? "organism_id" : "taxonomy_id"}:${organism_id}` +
  (reviewed === "only" ? " AND reviewed:true" : "");

/** Hits, each once: a list that shifts while it is paged through serves one twice. */
const entriesOf = ({ rows }: Search): Entry[] => {
  const accessions = rows.map(({ value }) => value.accession);
  return rows.map(({ value }) => value).filter(({ accession }, index) => accessions.indexOf(accession) === index);
};

function noteSearch(search: Search, { partial, weaker, inactive }: Ranking, answer: Answer<ProteinDetail>): void {
  if (partial > 0) answer.note("partial_name_hits", `${partial} hits have no name equal to the query; left out.`);
  if (weaker > 0) answer.note("weaker_matches", `${weaker} entries hold the name in a weaker way; left out.`);
  noteInactive(inactive.length, answer);
  if (search.capped) {
    answer.note("hits_capped", `The service has more hits than the ${search.rows.length} read (limit ${MAX_HITS}).`);
  }
  if (search.fault) {
    answer.failed(search.fault);
    answer.note("pages_missing");
  }
}

function noteInactive(count: number, answer: Answer<ProteinDetail>): void {
  if (count > 0) answer.note("inactive_entries", `${count} hits are withdrawn or merged entries; left out.`);
}

function noteNotFound({ taxon_scope, reviewed }: GeneQuestion, search: Search, answer: Answer<ProteinDetail>): void {
  answer.note(
    "name_not_found",
    search.capped ? "None of the hits read has this name; an entry among the others may have it." : undefined,
  );
  answer.note(
    "other_taxon_scope",
    taxon_scope === "exact"
      ? "taxon_scope=descendants also searches the strains and subspecies below this taxon."
      : "taxon_scope=exact, with the taxon id of one strain or species, searches that taxon alone.",
  );
  if (reviewed === "only") answer.note("reviewed_only");
}
