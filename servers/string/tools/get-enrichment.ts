import { z } from "zod";
import type { RecordDraft } from "../../kit/answer.ts";
import { BadInput } from "../../kit/fault.ts";
import { normaliseLine } from "../../kit/text.ts";
import { defineTool } from "../../kit/tool.ts";
import type { Exchange } from "../../kit/upstream/upstream.ts";
import { backgroundIds, geneNames, nameProblem, speciesSchema } from "../arguments.ts";
import {
  batchSpeciesUsed,
  commonMatch,
  commonOutcome,
  itemsOf,
  refuseMixedSpecies,
  resolveBatch,
  resolvedProteins,
} from "../batch.ts";
import { CATEGORIES, termPage } from "../categories.ts";
import type { StringClient } from "../client.ts";
import { STRING_LICENCE } from "../licence.ts";
import type { TermRow } from "../parse-enrichment.ts";
import { RESOLUTION_NOTES } from "../resolution-answer.ts";
import { speciesFor } from "../resolve.ts";
import { byCodePoint, proteinPage } from "../string-id.ts";
import { bears, termsWithin } from "../terms.ts";

const TermDetail = z.strictObject({
  category: z.string(),
  term: z.string(),
  p_value: z.number().describe("Raw p-value"),
  fdr: z.number().describe("Benjamini-Hochberg within the category"),
  genes: z.int().describe("Genes of the set that bear the term"),
  genes_in_background: z.int(),
  members: z.array(z.string()).describe("Those genes, as STRING ids"),
  member_names: z.array(z.string()),
});

export const getEnrichment = (client: StringClient) =>
  defineTool({
    name: "get_enrichment",
    title: "Enriched terms of a set of genes",
    description:
      "Tests 2 to 400 genes of one species for terms (GO, KEGG, domains, keywords …) that are more frequent than in the background, the whole proteome unless given. Genes that were chosen by a screen need its own background. Publications are listed only on request (category PMID). STRING asks for one request a second; each call makes two.",
    input: z.strictObject({
      ids: geneNames({ min: 2, max: 400 }),
      species: speciesSchema,
      background: backgroundIds,
      categories: z
        .array(z.enum(CATEGORIES))
        .max(CATEGORIES.length)
        .default([])
        .describe("Only these; empty = all but PMID"),
      max_fdr: z.number().min(0).max(1).default(0.05).describe("Highest false discovery rate, 0-1"),
      limit: z.int().min(1).max(500).default(50).describe("Terms on one page, 1-500"),
    }),
    list: true,
    sent: { species_used: batchSpeciesUsed, background_sent: z.int() },
    resolved: {
      proteins: z.int().describe("Distinct proteins that the names led to"),
      terms_received: z.int().describe("Terms that STRING sent, before any filter"),
      terms_by_category: z.record(z.string(), z.int()).describe("The same by category"),
      terms_over_max_fdr: z.int().describe("Left out by max_fdr, among the categories shown"),
    },
    detail: TermDetail,
    notes: {
      ...RESOLUTION_NOTES,
      whole_proteome_background:
        "The background is the whole proteome; genes chosen from a narrower set look enriched for whatever that set is rich in.",
      upstream_cutoff:
        "STRING lists terms with a raw p-value below 0.1 and corrects within each category; terms beyond that are not counted.",
      publications_left_out: "Enriched publications were left out; ask for category PMID to see them.",
      no_term:
        "No term of these categories stays within max_fdr; small sets rarely reach it, so this is no proof of difference.",
      too_few_proteins:
        "Fewer than two proteins were resolved; STRING would expand one alone by its neighbours, so nothing was tested.",
    },
    untrusted: [
      "records[].name",
      "records[].detail.members",
      "records[].detail.member_names",
      "resolved.candidates[].name",
    ],
    async run({ ids: names, species, background, categories, max_fdr }, call, answer) {
      const batch = { names, species, param: "ids" };
      refuseSingle(names);
      refuseMixedSpecies(batch);
      refuseForeignBackground(background, names, species);
      const entries = await resolveBatch(client, batch, call, answer);
      const proteins = resolvedProteins(entries);
      answer.settle({ matched_by: commonMatch(entries), proteins: proteins.size });
      if (proteins.size < 2) {
        answer.items.push(...itemsOf(entries, () => ({ outcome: "not_resolved", record_ids: [] })));
        answer.note("too_few_proteins");
        return "not_resolved";
      }
      const used = [...proteins.values()][0]!.resolution.species;
      const universe = [...new Set(background)].sort(byCodePoint);
      answer.echo("background_sent", universe.length);
      if (universe.length === 0) answer.note("whole_proteome_background");
      call.progress("Asking STRING for enriched terms");
      const ids = [...proteins.keys()].sort(byCodePoint);
      const { rows, exchange } = await client.enrichment(ids, used, universe, call);

      const terms = termsWithin(rows, { categories, maxFdr: max_fdr });
      answer.settle({
        terms_received: terms.received,
        terms_by_category: terms.byCategory,
        terms_over_max_fdr: terms.overMaxFdr,
      });
      answer.note("upstream_cutoff");
      if (terms.publicationsLeftOut > 0) answer.note("publications_left_out");
      if (terms.kept.length === 0) answer.note("no_term");
      const items = itemsOf(entries, (id) => {
        const { protein } = proteins.get(id)!;
        const own = terms.kept.filter((row) => bears(row, protein)).map(termId);
        return { outcome: own.length > 0 ? "found" : "none_on_record", record_ids: own };
      });
      answer.items.push(...items);
      return answer.list(
        terms.kept.map((row) => draftOf(row, exchange, ids[0]!)),
        commonOutcome(items),
      );
    },
  });

function refuseSingle(names: readonly string[]): void {
  const distinct = new Set(names.filter((name) => nameProblem(name) === null));
  if (distinct.size === 1) {
    throw BadInput.of("out_of_range", "ids must hold at least 2 different names; STRING would expand one alone", "ids");
  }
}

/** A background of another species would be a mistake that no answer shows. */
function refuseForeignBackground(
  background: readonly string[],
  names: readonly string[],
  species: number | string,
): void {
  const first = names.find((name) => nameProblem(name) === null);
  if (first === undefined) return;
  const used = String(speciesFor(first, species));
  const index = background.findIndex((id) => !id.startsWith(`${used}.`));
  if (index < 0) return;
  const param = `background[${index}]`;
  throw BadInput.of("invalid_argument", `${param} must be a STRING id of the same species as ids`, param);
}

const termId = (row: TermRow): string => `string:enrich:${row.category}:${row.term}`;

function draftOf(row: TermRow, exchange: Exchange, anyId: string): RecordDraft<z.input<typeof TermDetail>> {
  return {
    record_id: termId(row),
    type: "term",
    name: normaliseLine(row.description ?? "") || row.term,
    url: termPage(row.term, proteinPage(anyId)),
    licence: STRING_LICENCE,
    from: [exchange],
    detail: {
      category: row.category,
      term: row.term,
      p_value: row.pValue,
      fdr: row.fdr,
      genes: row.genes,
      genes_in_background: row.genesInBackground,
      members: row.members.map(normaliseLine),
      member_names: row.memberNames.map(normaliseLine),
    },
  };
}
