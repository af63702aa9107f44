import { z } from "zod";
import type { RecordDraft } from "../../kit/answer.ts";
import { normaliseText } from "../../kit/text.ts";
import { defineTool } from "../../kit/tool.ts";
import { geneNames, speciesSchema } from "../arguments.ts";
import {
  batchSpeciesUsed,
  commonMatch,
  commonOutcome,
  itemsOf,
  type Resolved,
  resolveBatch,
  resolvedProteins,
} from "../batch.ts";
import type { StringClient } from "../client.ts";
import { STRING_LICENCE } from "../licence.ts";
import { displayName } from "../match.ts";
import { RESOLUTION_NOTES } from "../resolution-answer.ts";
import { proteinPage } from "../string-id.ts";

const ProteinDetail = z.strictObject({
  preferred_name: z.string().nullable(),
  annotation: z.string().nullable().describe("STRING's description; it may end in the middle, marked [...]"),
});

export const resolveIds = (client: StringClient) =>
  defineTool({
    name: "resolve_ids",
    title: "STRING identifiers of gene and protein names",
    description:
      "Maps gene or protein names to STRING identifiers, one item a name: what STRING calls each. A name is taken by its exact id, locus tag or preferred name; a single other offer of STRING counts as a synonym and is flagged synonym_match; several are ambiguous, with candidates. STRING asks for one request a second; all names of one species go in one request.",
    input: z.strictObject({ names: geneNames({ min: 1, max: 200 }), species: speciesSchema }),
    list: true,
    sent: { species_used: batchSpeciesUsed },
    resolved: {
      names_asked: z.int().describe("Distinct names"),
      names_resolved: z.int().describe("Names that led to one protein"),
    },
    detail: ProteinDetail,
    notes: RESOLUTION_NOTES,
    untrusted: [
      "records[].name",
      "records[].detail.preferred_name",
      "records[].detail.annotation",
      "resolved.candidates[].name",
    ],
    async run({ names, species }, call, answer) {
      const entries = await resolveBatch(client, { names, species, param: "names" }, call, answer);
      const items = itemsOf(entries, (id) => ({ outcome: "found", record_ids: [id] }));
      answer.items.push(...items);
      answer.settle({
        matched_by: commonMatch(entries),
        names_asked: items.length,
        names_resolved: items.filter((item) => item.resolved_to !== null).length,
      });
      const drafts = [...resolvedProteins(entries).values()].map(draftOf);
      // A name without an answer may have a protein: then nobody knows how many there are.
      const total = answer.faults.length > 0 ? null : drafts.length;
      return answer.list(drafts, commonOutcome(items), { total });
    },
  });

function draftOf({ protein, resolution, bySynonym }: Resolved): RecordDraft<z.input<typeof ProteinDetail>> {
  const { id, preferredName, annotation } = protein;
  return {
    record_id: id,
    type: "protein",
    name: displayName(preferredName, id),
    url: proteinPage(id),
    licence: STRING_LICENCE,
    from: [resolution.exchange],
    flags: bySynonym ? ["synonym_match"] : [],
    detail: {
      preferred_name: preferredName === null ? null : displayName(preferredName, id),
      annotation: annotation === null ? null : normaliseText(annotation).text,
    },
  };
}
