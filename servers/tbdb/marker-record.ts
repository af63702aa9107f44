import { z } from "zod";
import type { RecordDraft } from "../kit/answer.ts";
import type { Exchange } from "../kit/upstream/upstream.ts";
import type { Barcode, Marker } from "./barcode.ts";
import type { TbdbClient } from "./client.ts";
import type { GeneIndex } from "./genes.ts";
import { LGPL } from "./licences.ts";
import { carriesReferenceAllele, createLineageIndex } from "./lineages.ts";

export const MarkerDetail = z.strictObject({
  position: z.int().describe("1-based position on H37Rv"),
  lineage: z.string(),
  lineage_name: z.string().nullable().describe("Family, as the barcode calls it"),
  allele: z.string().describe("Base that strains of the lineage carry here"),
  genes: z.array(z.string()).describe("Locus tags of the genes that contain the position; a few lie in two"),
  reference_allele: z
    .boolean()
    .describe("H37Rv belongs to the lineage itself: the reference carries this allele, so no variant call is expected"),
  lineage_snps: z.int().describe("Positions of the barcode that support this lineage"),
  spoligotypes: z.string().nullable(),
  rd: z.string().nullable().describe("Regions of difference"),
});

export type MarkerDetail = z.infer<typeof MarkerDetail>;

export const MARKER_NOTES = {
  compare_coordinate:
    "A record says that a lineage-defining position lies here; a strain matches only with this position and this allele.",
  reference_allele:
    "H37Rv is lineage 4.9, so markers of lineage4 and lineage4.9 carry the reference allele: no variant call there does not mean another lineage.",
  single_snp_lineage: "A lineage of a record rests on one position only; a single miscalled base would decide it.",
  coordinate_check_failed: "A row's start and end columns do not describe one base; its end column was used.",
  rows_rejected: "Some rows of the barcode could not be read; a missing marker may be among them.",
} as const;

/** Markers as records, in the order given; the id is the position, with lineage and allele where two rows share one. */
export function markerRecords(
  client: TbdbClient,
  markers: readonly Marker[],
  { barcode, genes, from }: { barcode: Barcode; genes: GeneIndex; from: readonly Exchange[] },
): RecordDraft<MarkerDetail>[] {
  const lineages = createLineageIndex(barcode.markers);
  const firstAt = new Map<number, Marker>();
  for (const marker of barcode.markers) if (!firstAt.has(marker.position)) firstAt.set(marker.position, marker);
  return markers.map((marker) => {
    const { position, lineage, allele } = marker;
    const referenceAllele = carriesReferenceAllele(lineage);
    const support = lineages.supportOf(lineage);
    return {
      record_id: firstAt.get(position) === marker ? `tbdb:${position}` : `tbdb:${position}:${lineage}:${allele}`,
      type: "lineage_marker",
      name: `${lineage} ${position}${allele}`,
      url: client.humanUrl("barcode.bed", marker.line),
      licence: LGPL,
      from,
      flags: [
        ...(referenceAllele ? ["reference_allele"] : []),
        ...(support === 1 ? ["single_snp_lineage"] : []),
        ...(marker.failed === null ? [] : ["coordinate_check_failed"]),
      ],
      detail: {
        position,
        lineage,
        lineage_name: marker.family,
        allele,
        genes: genes.overlapping(position).map(({ locusTag }) => locusTag),
        reference_allele: referenceAllele,
        lineage_snps: support,
        spoligotypes: marker.spoligotype,
        rd: marker.rd,
      },
    };
  });
}
