import { z } from "zod";
import type { Answer } from "../../kit/answer.ts";
import { batchOutcome } from "../../kit/batch-outcome.ts";
import type { Item } from "../../kit/envelope/envelope.ts";
import { BadInput, Fault } from "../../kit/fault.ts";
import { defineTool } from "../../kit/tool.ts";
import type { Exchange } from "../../kit/upstream/upstream.ts";
import { baseOfIsoformId, entryUrl, isAccession } from "../accession.ts";
import type { MappingClient } from "../mapping-client.ts";
import { MAPPED_FROM, MAPPED_TO, targetsOf } from "../mapping-databases.ts";
import { isJobId, type Mapping, type MappingPage } from "../parse-mapping.ts";
import { UNIPROT_LICENCE } from "../protein.ts";
import type { Pages } from "../read-pages.ts";

const MappingDetail = z.strictObject({
  from: z.string(),
  to: z.string(),
  from_database: z.string(),
  to_database: z.string(),
  reviewed: z.boolean().nullable().describe("For UniProtKB targets; null for other databases"),
  entry_name: z.string().nullable(),
});
type MappingDetail = z.infer<typeof MappingDetail>;

const NOTES = {
  no_mapping: "Some identifiers have no mapping; that is no proof that the gene or protein is absent there. See items.",
  not_identifiers: "Some inputs are blank or hold a comma or white space and were not asked for; see items.",
  unanswered: "Some identifiers were neither mapped nor refused by the service; see items.",
  job_unfinished: "The job is still running; call again with resolved.job_id as job_id and the same other arguments.",
} as const;

const example = (names: ReadonlySet<string>): string => [...names].slice(0, 8).join(", ");

export const mapIds = (mapping: MappingClient) =>
  defineTool({
    name: "map_ids",
    title: "Map identifiers",
    description:
      "Maps identifiers between UniProtKB and about a hundred databases as a job of the service. Trap: one identifier may " +
      "have many mappings, and an unfinished job is not an empty answer. Requests are spaced 0.4 s apart.",
    input: z.strictObject({
      ids: z.array(z.string().trim().max(98)).min(1).max(1000).describe("Identifiers as `from` spells them"),
      from: z
        .string()
        .trim()
        .refine((name) => MAPPED_FROM.has(name), {
          message: `must be a UniProt database name, such as ${example(MAPPED_FROM)}`,
        })
        .describe("Database of the ids: UniProtKB_AC-ID, Gene_Name, GeneID, RefSeq_Protein, KEGG, PDB"),
      to: z
        .string()
        .trim()
        .refine((name) => MAPPED_TO.has(name), {
          message: `must be a UniProt database name, such as ${example(MAPPED_TO)}`,
        })
        .describe("Database wanted: UniProtKB, UniProtKB-Swiss-Prot, GeneID, RefSeq_Protein, KEGG, STRING, PDB"),
      tax_id: z.int().min(1).optional().describe("NCBI taxon id; with from=Gene_Name only"),
      job_id: z
        .string()
        .trim()
        .refine(isJobId, { message: "must be a job id as given in resolved.job_id" })
        .optional()
        .describe("A job of an earlier call with the same ids, from and to"),
    }),
    list: true,
    resolved: {
      job_id: z.string().nullable(),
      mapped: z.int().nullable().describe("Identifiers with at least one mapping"),
      failed: z.int().nullable().describe("Identifiers that the service could not map"),
    },
    detail: MappingDetail,
    notes: NOTES,
    untrusted: ["records[].name", "records[].detail.to", "records[].detail.entry_name"],
    async run({ ids, from, to, tax_id, job_id }, call, answer) {
      if (tax_id !== undefined && tax_id !== null && from !== "Gene_Name") {
        throw BadInput.of("invalid_argument", "tax_id is used with from=Gene_Name only", "tax_id");
      }
      if (!targetsOf(from).has(to)) {
        const targets = [...targetsOf(from)].join(", ");
        throw BadInput.of("invalid_argument", `identifiers of this database map to ${targets} only`, "to");
      }
      const inputs = [...new Set(ids)];
      const asked = inputs.filter(isIdentifier);
      if (asked.length === 0) {
        throw BadInput.of("invalid_argument", "ids must hold identifiers without comma or white space", "ids");
      }
      let pages: Pages<MappingPage>;
      try {
        const job = job_id ?? (await mapping.start({ ids: asked, from, to, taxId: tax_id ?? null }, call));
        if (job === job_id && !(await mapping.answers(job, { from, to }, call))) {
          throw BadInput.of("invalid_argument", "job_id is a job of another from or to", "job_id");
        }
        answer.settle({ job_id: job });
        pages = await mapping.results(job, call);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        if (error.code === "deadline_exceeded" && answer.facts.job_id !== undefined) answer.note("job_unfinished");
        answer.items.push(...inputs.map((input) => (isIdentifier(input) ? unanswered(input) : refused(input, answer))));
        throw error;
      }
      return account(inputs, { from, to }, pages, answer);
    },
  });

// A comma would split one identifier into two on the wire; white space is in no identifier that is mapped.
const isIdentifier = (input: string): boolean => input !== "" && !/[,\s\p{Cc}]/u.test(input);

/** Every input exactly once: mapped, failed, or unanswered, which makes the answer incomplete. */
function account(
  inputs: readonly string[],
  databases: { from: string; to: string },
  pages: Pages<MappingPage>,
  answer: Answer<MappingDetail>,
): Item["outcome"] {
  const found = mappingsOf(pages);
  const failed = new Set(pages.rows.flatMap(({ value }) => value.failedIds));
  const obsolete = new Set(pages.rows.flatMap(({ value }) => value.obsoleteIds));
  if (pages.fault) answer.failed(pages.fault);
  const drafts = inputs.flatMap((input) => {
    const targets = [...(found.get(input)?.values() ?? [])].sort((a, b) => (a.mapping.to < b.mapping.to ? -1 : 1));
    const made = targets.map(({ mapping, page }) => draftOf(input, mapping, page, databases));
    const item = itemOf(
      input,
      made.map(({ record_id }) => record_id),
    );
    answer.items.push(item);
    return made;
  });
  const outcomes = answer.items.map(({ outcome }) => outcome);
  answer.settle({
    matched_by: drafts.length > 0 ? "id_mapping" : "none",
    mapped: outcomes.filter((outcome) => outcome === "found" || outcome === "truncated").length,
    failed: outcomes.filter((outcome) => outcome === "not_resolved").length,
  });
  if (!pages.fault && outcomes.includes("upstream_failed")) {
    answer.failed(
      new Fault("incomplete", "The service left some of the identifiers without an answer", { param: "ids" }),
    );
  }
  answer.list(drafts, "not_resolved", pages.fault ? { total: null } : {});
  return batchOutcome(answer.items);

  function itemOf(input: string, recordIds: string[]): Item {
    if (!isIdentifier(input)) return refused(input, answer);
    if (recordIds.length > 0) {
      const outcome = pages.fault ? "truncated" : "found";
      const sole = recordIds.length === 1 ? recordIds[0]!.slice(input.length + 1) : null;
      return { input, outcome, resolved_to: sole, record_ids: recordIds, reason: null };
    }
    if (failed.has(input) || obsolete.has(input)) {
      answer.note("no_mapping");
      return without(input, "not_resolved", failed.has(input) ? "no_mapping" : "obsolete");
    }
    answer.note("unanswered");
    return unanswered(input);
  }
}

type Found = { readonly mapping: Mapping; readonly page: Exchange };

/** Mappings by identifier and target; the same pair may stand on several pages. */
function mappingsOf(pages: Pages<MappingPage>): Map<string, Map<string, Found>> {
  const found = new Map<string, Map<string, Found>>();
  for (const { value, page } of pages.rows) {
    for (const mapping of value.mappings) {
      const targets = found.get(mapping.from) ?? new Map<string, Found>();
      found.set(mapping.from, targets);
      if (!targets.has(mapping.to)) targets.set(mapping.to, { mapping, page });
    }
  }
  return found;
}

const without = (input: string, outcome: Item["outcome"], reason: string): Item => ({
  input,
  outcome,
  resolved_to: null,
  record_ids: [],
  reason,
});

const unanswered = (input: string): Item => without(input, "upstream_failed", "unanswered");

function refused(input: string, answer: Answer<MappingDetail>): Item {
  answer.refused.push({ value: input, reason: "not_an_identifier" });
  answer.note("not_identifiers");
  return without(input, "bad_input", "not_an_identifier");
}

const draftOf = (input: string, mapping: Mapping, page: Exchange, databases: { from: string; to: string }) => ({
  record_id: `${input}>${mapping.to}`,
  type: "mapping",
  name: `${input} → ${mapping.to}`,
  url: urlOf(input, mapping.to, databases.to),
  licence: UNIPROT_LICENCE,
  from: [page],
  detail: {
    from: input,
    to: mapping.to,
    from_database: databases.from,
    to_database: databases.to,
    reviewed: mapping.reviewed,
    entry_name: mapping.entryName,
  },
});

/** UniProt's own page of the target where it has one, else of the identifier that was mapped. */
function urlOf(from: string, to: string, database: string): string {
  if (database.startsWith("UniProtKB") && isAccession(to)) return entryUrl(to);
  if (database === "UniParc") return `https://www.uniprot.org/uniparc/${encodeURIComponent(to)}`;
  if (database.startsWith("UniRef")) return `https://www.uniprot.org/uniref/${encodeURIComponent(to)}`;
  const accession = isAccession(from) ? from : baseOfIsoformId(from);
  return accession ? entryUrl(accession) : `https://www.uniprot.org/uniprotkb?query=${encodeURIComponent(from)}`;
}
