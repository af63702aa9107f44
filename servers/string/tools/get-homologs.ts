import { z } from "zod";
import type { Item } from "../../kit/envelope/envelope.ts";
import { defineTool } from "../../kit/tool.ts";
import { geneName, otherSpecies, speciesSchema, speciesUsed } from "../arguments.ts";
import type { StringClient } from "../client.ts";
import { bestHits } from "../homologs.ts";
import { STRING_LICENCE } from "../licence.ts";
import { candidatesOf, noteMatch, RESOLUTION_NOTES } from "../resolution-answer.ts";
import { resolveNames, speciesFor } from "../resolve.ts";
import { proteinPage } from "../string-id.ts";

const HomologDetail = z.strictObject({
  bit_score: z.number().describe("Similarity of the two sequences, bits"),
  species: z.string().describe("Taxon or STRG… id of the hit"),
  homolog_of: z.string().describe("STRING id of the protein that was asked about"),
});

export const getHomologs = (client: StringClient) =>
  defineTool({
    name: "get_homologs",
    title: "Best homologs in other species",
    description:
      "Gives the most similar protein of one gene in each of up to 20 other species, with its bit score. It is the best hit by sequence, not a proven ortholog, and hits of low score are not kept by STRING. STRING asks for one request a second; each call makes two.",
    input: z.strictObject({ gene: geneName, species: speciesSchema, species_b: otherSpecies }),
    list: true,
    sent: { species_used: speciesUsed },
    resolved: { string_id: z.string(), preferred_name: z.string() },
    detail: HomologDetail,
    notes: {
      ...RESOLUTION_NOTES,
      best_hit_caveat: "A best hit by sequence need not be the ortholog, and its function may differ.",
      no_hit:
        "STRING keeps no hit in at least one of these species; a weak homolog, or a species outside this version, looks the same.",
    },
    untrusted: ["resolved.preferred_name", "resolved.candidates[].name"],
    async run({ gene, species, species_b }, call, answer) {
      const used = speciesFor(gene, species);
      answer.echo("species_used", used);
      if (String(used) !== String(species)) answer.note("species_from_id");
      const targets = [...new Map(species_b.map((target) => [String(target), target])).values()];
      const itemsOf = (outcomeOf: (target: string) => Pick<Item, "outcome" | "resolved_to">): Item[] =>
        targets.map(String).map((input) => {
          const { outcome, resolved_to } = outcomeOf(input);
          return { input, outcome, resolved_to, record_ids: resolved_to === null ? [] : [resolved_to], reason: null };
        });
      // Until STRING has answered, nothing is known of any species.
      answer.items.push(...itemsOf(() => ({ outcome: "upstream_failed", resolved_to: null })));
      const settleItems = (...args: Parameters<typeof itemsOf>) =>
        answer.items.splice(0, answer.items.length, ...itemsOf(...args));

      const [resolution] = await resolveNames(client, { names: [gene], species: used, blame: "species" }, call);
      const { match, foreign } = resolution!;
      noteMatch(answer, match, foreign);
      if (match.kind !== "one") {
        const outcome = match.kind === "none" ? "not_resolved" : "ambiguous";
        settleItems(() => ({ outcome, resolved_to: null }));
        return match.kind === "none" ? "not_resolved" : answer.ambiguous(candidatesOf(match));
      }
      const { id, preferredName } = match.protein;
      answer.settle({ matched_by: match.matchedBy, string_id: id, preferred_name: preferredName });

      const { rows, exchange } = await client.homologs(id, used, targets, call);
      const hits = bestHits(rows, id, targets.map(String));
      settleItems((target) => {
        const hit = hits.get(target)?.hit.id ?? null;
        return { outcome: hit === null ? "none_on_record" : "found", resolved_to: hit };
      });
      if (hits.size < targets.length) answer.note("no_hit");
      if (hits.size > 0) answer.note("best_hit_caveat");
      return answer.list(
        targets.flatMap((target) => {
          const row = hits.get(String(target));
          if (row === undefined) return [];
          return {
            record_id: row.hit.id,
            type: "homolog",
            name: row.hit.tag,
            url: proteinPage(row.hit.id),
            licence: STRING_LICENCE,
            from: [exchange],
            detail: { bit_score: row.bitScore, species: row.hit.species, homolog_of: id },
          };
        }),
        "none_on_record",
      );
    },
  });
