import { z } from "zod";
import type { RecordDraft } from "../../kit/answer.ts";
import { defineTool } from "../../kit/tool.ts";
import { geneNames, speciesSchema } from "../arguments.ts";
import {
  batchSpeciesUsed,
  commonMatch,
  commonOutcome,
  itemsOf,
  refuseMixedSpecies,
  resolveBatch,
  resolvedProteins,
} from "../batch.ts";
import { scoreShape } from "../channels.ts";
import type { StringClient } from "../client.ts";
import { restsOnTextmining, scoreBlockOf } from "../evidence.ts";
import { STRING_LICENCE } from "../licence.ts";
import { displayName } from "../match.ts";
import { type Edge, networkAmong } from "../network.ts";
import { pairsOf } from "../pairs.ts";
import { RESOLUTION_NOTES } from "../resolution-answer.ts";
import { requiredScore } from "../score.ts";
import { SCORE_NOTES, thresholdSentence } from "../score-notes.ts";
import { networkPage, parseStringId } from "../string-id.ts";

const InteractionDetail = z.strictObject({
  id_a: z.string(),
  id_b: z.string(),
  name_a: z.string(),
  name_b: z.string(),
  ...scoreShape,
});

export const getNetwork = (client: StringClient) =>
  defineTool({
    name: "get_network",
    title: "Interactions among a set of genes",
    description:
      "Lists the STRING interactions (edges, connections) among 2 to 400 genes of one species; every pair is asked and no further protein is added. A pair that is not listed does not reach required_score only if pairs_asked equals pairs_total. Interactions flagged textmining_only are no evidence beyond the literature itself. STRING asks for one request a second; above 100 genes a call makes several.",
    input: z.strictObject({
      ids: geneNames({ min: 2, max: 400 }),
      species: speciesSchema,
      required_score: requiredScore(400),
    }),
    list: true,
    sent: { species_used: batchSpeciesUsed, required_score_sent: z.int() },
    resolved: {
      proteins: z.int().describe("Distinct proteins that the names led to"),
      pairs_asked: z.int().describe("Pairs put to STRING in requests that succeeded"),
      pairs_total: z.int().describe("Pairs of the proteins"),
      expanded: z.boolean().describe("Whether proteins that were not asked for were added; never"),
      rows_received: z.int(),
      rows_below_threshold: z.int().describe("Rows left out since they do not reach required_score"),
      rows_unasked: z.int().describe("Rows left out since they join other proteins than those asked"),
    },
    detail: InteractionDetail,
    notes: {
      ...RESOLUTION_NOTES,
      ...SCORE_NOTES,
      unasked_rows: "STRING sent rows about proteins that were not asked for; they were left out.",
      below_threshold: "No pair reaches required_score; a lower one may show some, so this is not isolation.",
      too_few_proteins: "Fewer than two proteins were resolved, so no pair could be asked.",
      pairs_unasked: "Some pairs were not put to STRING since a request failed; they are unasked, not absent.",
    },
    untrusted: ["records[].name", "records[].detail.name_a", "records[].detail.name_b", "resolved.candidates[].name"],
    async run({ ids: names, species, required_score }, call, answer) {
      refuseMixedSpecies({ names, species, param: "ids" });
      answer.note("textmining_caveat");
      const entries = await resolveBatch(client, { names, species, param: "ids" }, call, answer);
      const proteins = resolvedProteins(entries);
      const ids = [...proteins.keys()];
      const total = pairsOf(ids.length);
      answer.settle({
        matched_by: commonMatch(entries),
        proteins: ids.length,
        pairs_asked: 0,
        pairs_total: total,
        expanded: false,
      });
      if (ids.length < 2) {
        answer.items.push(...itemsOf(entries, () => ({ outcome: "not_resolved", record_ids: [] })));
        answer.note("too_few_proteins");
        return "not_resolved";
      }

      answer.echo("required_score_sent", required_score);
      const used = [...proteins.values()][0]!.resolution.species;
      const network = await networkAmong(client, { ids, species: used, requiredScore: required_score }, call);
      const { edges, asked, faults, rowsReceived, belowThreshold, unasked } = network;
      for (const fault of faults) answer.failed(fault);
      answer.settle({
        pairs_asked: asked.size,
        rows_received: rowsReceived,
        rows_below_threshold: belowThreshold,
        rows_unasked: unasked,
      });
      if (belowThreshold > 0) {
        answer.note("threshold_applied_locally", thresholdSentence(belowThreshold, rowsReceived, required_score));
      }
      if (unasked > 0) answer.note("unasked_rows");
      if (asked.size < total) {
        answer.note(
          "pairs_unasked",
          `${total - asked.size} of ${total} pairs were not put to STRING since a request failed; they are unasked, not absent.`,
        );
      } else if (edges.length === 0) answer.note("below_threshold");

      const complete = (id: string) => ids.every((other) => other === id || asked.has(id, other));
      const items = itemsOf(entries, (id) => {
        const own = edges.filter(({ row }) => row.a.id === id || row.b.id === id).map(({ key }) => key);
        if (!complete(id)) return { outcome: "upstream_failed", record_ids: own };
        return { outcome: own.length > 0 ? "found" : "none_on_record", record_ids: own };
      });
      answer.items.push(...items);
      return answer.list(edges.map(draftOf), commonOutcome(items), {
        total: asked.size < total ? null : edges.length,
      });
    },
  });

function draftOf({ key, row, from }: Edge): RecordDraft<z.input<typeof InteractionDetail>> {
  const scores = scoreBlockOf(row);
  const [a, b] = row.a.id < row.b.id ? [row.a, row.b] : [row.b, row.a];
  const names = [displayName(a.name, a.id), displayName(b.name, b.id)] as const;
  return {
    record_id: key,
    type: "interaction",
    name: names.join(" - "),
    url: networkPage([a.id, b.id], parseStringId(a.id)?.species ?? ""),
    licence: STRING_LICENCE,
    from,
    flags: restsOnTextmining(scores) ? ["textmining_only"] : [],
    detail: { id_a: a.id, id_b: b.id, name_a: names[0], name_b: names[1], ...scores },
  };
}
