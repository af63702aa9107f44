import { z } from "zod";
import type { RecordDraft } from "../../kit/answer.ts";
import { defineTool } from "../../kit/tool.ts";
import type { Exchange } from "../../kit/upstream/upstream.ts";
import { geneName, speciesSchema, speciesUsed } from "../arguments.ts";
import { scoreShape } from "../channels.ts";
import type { StringClient } from "../client.ts";
import { restsOnTextmining, scoreBlockOf } from "../evidence.ts";
import { STRING_LICENCE } from "../licence.ts";
import { displayName } from "../match.ts";
import { type Partner, partnersAmong } from "../partners.ts";
import { candidatesOf, noteMatch, RESOLUTION_NOTES } from "../resolution-answer.ts";
import { resolveNames, speciesFor } from "../resolve.ts";
import { reaches, requiredScore } from "../score.ts";
import { SCORE_NOTES, thresholdSentence } from "../score-notes.ts";
import { proteinPage } from "../string-id.ts";

const PartnerDetail = z.strictObject({
  ...scoreShape,
  partner_of: z.string().describe("STRING id of the protein that was asked about"),
});

export const getPartners = (client: StringClient) =>
  defineTool({
    name: "get_partners",
    title: "Interaction partners of a gene",
    description:
      "Lists the interaction partners of one gene: proteins with a functional association in STRING, best first, with the score of each channel of evidence. The combined score includes text mining, so a partner flagged textmining_only is no evidence beyond the literature itself. An empty list only means that nothing reaches required_score. STRING asks for one request a second; each call makes two.",
    input: z.strictObject({
      gene: geneName,
      species: speciesSchema,
      limit: z.int().min(1).max(1000).default(20).describe("Partners on one page, 1-1000"),
      required_score: requiredScore(700),
    }),
    list: true,
    sent: { species_used: speciesUsed, limit_sent: z.int(), required_score_sent: z.int() },
    resolved: {
      string_id: z.string(),
      preferred_name: z.string(),
      rows_received: z.int().describe("Rows that STRING sent"),
      rows_below_threshold: z.int().describe("Of them, left out since they do not reach required_score"),
    },
    detail: PartnerDetail,
    notes: {
      ...RESOLUTION_NOTES,
      ...SCORE_NOTES,
      below_threshold: "No partner reaches required_score; a lower one may show some, so this is not isolation.",
    },
    untrusted: ["records[].name", "resolved.preferred_name", "resolved.candidates[].name"],
    async run({ gene, species, required_score }, call, answer) {
      answer.note("textmining_caveat");
      const used = speciesFor(gene, species);
      answer.echo("species_used", used);
      if (String(used) !== String(species)) answer.note("species_from_id");

      const [resolution] = await resolveNames(client, { names: [gene], species: used, blame: "species" }, call);
      const { match, foreign } = resolution!;
      noteMatch(answer, match, foreign);
      if (match.kind === "none") return "not_resolved";
      if (match.kind === "several") return answer.ambiguous(candidatesOf(match));
      const { id, preferredName } = match.protein;
      answer.settle({ matched_by: match.matchedBy, string_id: id, preferred_name: preferredName });

      // One row more than is shown: the surplus row proves that the list goes on.
      const wanted = call.window.offset + call.window.limit;
      const limitSent = wanted + 1;
      answer.echo("limit_sent", limitSent);
      answer.echo("required_score_sent", required_score);
      call.progress("Asking STRING for partners");
      const ask = { limit: limitSent, requiredScore: required_score };
      const { rows, exchange } = await client.partners(id, used, ask, call);

      const kept = rows.filter((row) => reaches(row.score, required_score));
      const dropped = rows.length - kept.length;
      answer.settle({ rows_received: rows.length, rows_below_threshold: dropped });
      if (dropped > 0) {
        answer.note("threshold_applied_locally", thresholdSentence(dropped, rows.length, required_score));
      }
      const partners = partnersAmong(kept, id);
      if (partners.length === 0) {
        answer.note(
          "below_threshold",
          `No partner reaches required_score ${required_score}; a lower one may show some, so this is not isolation.`,
        );
      }
      // Best come first at STRING: a full answer may go on, unless it already went below the threshold.
      const full = rows.length >= limitSent && dropped === 0;
      return answer.list(
        partners.map((partner) => draftOf(partner, id, exchange)),
        "none_on_record",
        {
          total: full || partners.length > wanted ? null : partners.length,
          growing: true,
          upstreamCap: full && partners.length <= wanted,
        },
      );
    },
  });

function draftOf({ end, row }: Partner, of: string, exchange: Exchange): RecordDraft<z.input<typeof PartnerDetail>> {
  const scores = scoreBlockOf(row);
  return {
    record_id: end.id,
    type: "partner",
    name: displayName(end.name, end.id),
    url: proteinPage(end.id),
    licence: STRING_LICENCE,
    from: [exchange],
    flags: restsOnTextmining(scores) ? ["textmining_only"] : [],
    detail: { ...scores, partner_of: of },
  };
}
