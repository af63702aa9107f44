import { z } from "zod";
import { defineTool } from "../../kit/tool.ts";
import type { Exchange } from "../../kit/upstream/upstream.ts";
import { H37RV_LENGTH } from "../annotation.ts";
import type { TbdbClient } from "../client.ts";
import { EPISTASIS_NOTES, type EpistasisFact, epistasisResolved, stateRules } from "../epistasis.ts";
import { isCovered, refFacts, settleRef } from "../identity.ts";
import { MARKER_NOTES, markerRecords } from "../marker-record.ts";
import { organismInput } from "../names.ts";
import { SHARED_NOTES } from "../notes.ts";
import type { PlacedVariant } from "../placed-catalogue.ts";
import {
  type AskedPosition,
  featureRecords,
  PositionDetail,
  placedMarkers,
  placedVariants,
} from "../position-records.ts";
import { VARIANT_NOTES, VARIANT_UNTRUSTED, variantId } from "../variant-record.ts";
import { bestRank } from "../variants.ts";

const PARTS = ["start_loss", "inside", "upstream"] as const;

/** A lost start before a neighbour's upstream call; then the best grade; then the id. */
function byWeight(a: PlacedVariant, b: PlacedVariant): number {
  const rank = ({ variant }: PlacedVariant): number => bestRank(variant.rows);
  const id = ({ catalogueName, variant }: PlacedVariant): string =>
    variantId(catalogueName, variant.mutation, variant.drug);
  return PARTS.indexOf(a.part) - PARTS.indexOf(b.part) || rank(a) - rank(b) || (id(a) < id(b) ? -1 : 1);
}

export const findByPosition = (client: TbdbClient) =>
  defineTool({
    name: "find_by_position",
    title: "What lies at a genome position",
    description:
      "Genes, lineage markers and graded variants at one position of H37Rv (1-based, forward strand), or in a window around it. " +
      "Traps: coordinates of another assembly collide; a position can lie in one gene and upstream of the next, so one change has " +
      "several names; protein variants are found by codon only. Pace: one upstream file a second.",
    input: z.strictObject({
      position: z.int().min(1).max(H37RV_LENGTH).describe("1-based position on H37Rv"),
      allele: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[ACGT]$/)
        .optional()
        .describe("Base on the forward strand: A, C, G or T"),
      window: z.int().min(0).max(5000).default(0).describe("Bases to either side that count too"),
      organism: organismInput(),
      limit: z.int().min(1).max(2000).default(200).describe("Records on a page"),
    }),
    list: true,
    resolved: {
      ...refFacts,
      from: z.int().optional().describe("First base that was searched"),
      to: z.int().optional(),
      features: z.array(z.string()).optional().describe("Locus tags of the genes there; none = intergenic"),
      markers: z.int().optional(),
      variants: z.int().optional(),
      unplaced_variants: z
        .int()
        .optional()
        .describe("Variants of these genes without a position: consequence rules, unreadable text"),
      lineages_matched: z
        .array(z.string())
        .optional()
        .describe("Lineages whose marker has this position and this allele"),
      lineages_other_allele: z
        .array(z.string())
        .optional()
        .describe("Lineages whose marker here has another allele: no match"),
      ...epistasisResolved,
    },
    detail: PositionDetail,
    notes: {
      ...SHARED_NOTES,
      ...MARKER_NOTES,
      ...VARIANT_NOTES,
      ...EPISTASIS_NOTES,
      nothing_here: "No gene, lineage marker or placed variant lies here; variants at this position were not assessed.",
      intergenic: "No gene overlaps the bases searched; variants here are upstream calls of neighbouring genes.",
      codon_match: "A protein variant is matched by its codon: a change of this base need not cause that residue.",
      same_change: "Two records name one change of the genome by different genes; they are one finding, not two.",
      other_allele:
        "A lineage marker lies here with another allele than the one asked for; it is shown and is no match.",
      unplaced_variants: "Consequence rules (such as loss of function) have no position and are not listed here.",
    },
    untrusted: [
      ...VARIANT_UNTRUSTED,
      "records[].detail.symbol",
      "records[].detail.lineage",
      "records[].detail.lineage_name",
      "records[].detail.spoligotypes",
      "records[].detail.rd",
      "records[].detail.other_names[].gene",
      "resolved.lineages_matched[]",
      "resolved.lineages_other_allele[]",
      "resolved.epistasis_rules[]",
    ],
    async run({ position, allele, window, organism }, call, answer) {
      settleRef(client, answer);
      if (!isCovered(organism, answer)) return "not_covered";
      const asked: AskedPosition = { position, allele: allele ?? null };
      const annotation = await client.annotation(call);
      const { genes } = annotation.value;
      const from = Math.max(1, position - window);
      const to = Math.min(genes.genomeLength, position + window);
      const features = genes.overlapping(from, to);
      answer.settle({ matched_by: "position", from, to, features: features.map(({ locusTag }) => locusTag) });

      const barcode = await client.barcode(call);
      if (barcode.value.rejected.length > 0) answer.note("rows_rejected");
      const markers = barcode.value.markers.filter((marker) => marker.position >= from && marker.position <= to);
      const here = markers.filter((marker) => marker.position === position && asked.allele !== null);
      const matched = here.filter((marker) => marker.allele === asked.allele);
      const others = here.filter((marker) => marker.allele !== asked.allele);
      answer.settle({
        markers: markers.length,
        lineages_matched: matched.map(({ lineage }) => lineage),
        lineages_other_allele: others.map(({ lineage }) => lineage),
      });
      if (markers.length > 0) answer.note("compare_coordinate");
      if (others.length > 0) answer.note("other_allele");

      const catalogue = await client.catalogue(call);
      const { overlapping, unplaced } = client.placed(catalogue, annotation);
      const hits = overlapping(from, to).sort(byWeight);
      const unplacedHere = features.reduce((sum, { locusTag }) => sum + (unplaced.get(locusTag) ?? 0), 0);
      answer.settle({ variants: hits.length, unplaced_variants: unplacedHere });
      if (unplacedHere > 0) answer.note("unplaced_variants");

      const list = (rules: readonly EpistasisFact[], more: readonly Exchange[]) =>
        answer.list(
          [
            ...featureRecords(client, features, asked, [annotation.exchange]),
            ...placedMarkers(
              markerRecords(client, markers, {
                barcode: barcode.value,
                genes,
                from: [barcode.exchange, annotation.exchange],
              }),
              asked,
            ),
            ...placedVariants(client, hits, asked, {
              genes,
              rules,
              from: [catalogue.exchange, annotation.exchange, ...more],
            }),
          ],
          "none_on_record",
        );
      const touched = [...new Set([...features, ...hits.map(({ gene }) => gene)])];
      const rules = await stateRules(client, annotation, touched, call, answer, () => list([], []));
      if (features.length === 0) answer.note("intergenic");
      if (features.length + markers.length + hits.length === 0) answer.note("nothing_here");
      return list(rules.facts, rules.from);
    },
  });
