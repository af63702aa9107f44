import { z } from "zod";
import type { RecordDraft } from "../kit/answer.ts";
import type { Exchange } from "../kit/upstream/upstream.ts";
import type { TbdbClient } from "./client.ts";
import { type EpistasisFact, epistasisFlags } from "./epistasis.ts";
import type { Gene, GeneIndex } from "./genes.ts";
import { LGPL } from "./licences.ts";
import { MarkerDetail } from "./marker-record.ts";
import type { PlacedVariant } from "./placed-catalogue.ts";
import { geneBase, onForwardStrand } from "./position.ts";
import type { Stretch } from "./stretch-index.ts";
import { VariantDetail, VariantRecord, variantId } from "./variant-record.ts";
import { isRule } from "./variants.ts";

const FeatureDetail = z.strictObject({
  kind: z.literal("feature"),
  locus_tag: z.string(),
  symbol: z.string().nullable(),
  feature_type: z.string(),
  start: z.int().describe("1-based, inclusive"),
  end: z.int(),
  strand: z.enum(["+", "-"]),
  base: z
    .int()
    .nullable()
    .describe("The gene's own number of the position; null when only the window reaches the gene"),
  codon: z.int().nullable(),
});

const AlleleMatch = z
  .boolean()
  .nullable()
  .describe("Is the allele asked for the one named here? Null: no allele given, another position, or no single base");

const PlacedMarkerDetail = z.strictObject({
  kind: z.literal("marker"),
  ...MarkerDetail.shape,
  distance: z.int().describe("Bases from the position asked for"),
  allele_match: AlleleMatch,
});

const PlacedVariantDetail = z.strictObject({
  kind: z.literal("variant"),
  ...VariantDetail.shape,
  match: z
    .enum(["codon", "base"])
    .describe("codon: the change lies somewhere in this codon; base: it names these bases"),
  part: z.enum(["start_loss", "inside", "upstream"]),
  from: z.int().describe("Stretch of the genome that the variant covers, forward strand"),
  to: z.int(),
  distance: z.int(),
  allele_match: AlleleMatch,
  other_names: z
    .array(z.strictObject({ locus_tag: z.string(), gene: z.string(), name: z.string() }))
    .describe("The same change of one base in the numbering of every other gene that contains it"),
  same_change: z.array(z.string()).describe("Records that name the same change by another gene or numbering"),
});

export const PositionDetail = z.discriminatedUnion("kind", [FeatureDetail, PlacedMarkerDetail, PlacedVariantDetail]);
export type PositionDetail = z.infer<typeof PositionDetail>;
type PositionRecord = RecordDraft<PositionDetail>;

export interface AskedPosition {
  readonly position: number;
  /** Base on the forward strand. */
  readonly allele: string | null;
}

const distanceTo = ({ from, to }: Stretch, position: number): number =>
  position < from ? from - position : position > to ? position - to : 0;

/** Features by start; the id is the locus tag behind `tbdb:`. */
export const featureRecords = (
  client: TbdbClient,
  genes: readonly Gene[],
  { position }: AskedPosition,
  from: readonly Exchange[],
): PositionRecord[] =>
  genes.map((gene) => {
    const contains = gene.start <= position && position <= gene.end;
    const base = contains ? geneBase(gene, position) : null;
    return {
      record_id: `tbdb:${gene.locusTag}`,
      type: "feature",
      name: gene.symbol ?? gene.locusTag,
      url: client.humanUrl("genome.gff", null),
      licence: LGPL,
      from,
      detail: {
        kind: "feature",
        locus_tag: gene.locusTag,
        symbol: gene.symbol,
        feature_type: gene.type,
        start: gene.start,
        end: gene.end,
        strand: gene.strand,
        base,
        codon: base !== null && gene.isCoding ? Math.ceil(base / 3) : null,
      },
    };
  });

/** Marker records with how they answer the position: another allele at it is reported, never counted as a match. */
export const placedMarkers = (
  records: readonly RecordDraft<MarkerDetail>[],
  { position, allele }: AskedPosition,
): PositionRecord[] =>
  records.map((record) => ({
    ...record,
    detail: {
      kind: "marker",
      ...record.detail,
      distance: Math.abs(record.detail.position - position),
      allele_match: allele === null || record.detail.position !== position ? null : record.detail.allele === allele,
    },
  }));

const idOf = ({ catalogueName, variant }: PlacedVariant): string =>
  variantId(catalogueName, variant.mutation, variant.drug);

/** Variant records in the order given, linked where two of them name one change. */
export function placedVariants(
  client: TbdbClient,
  hits: readonly PlacedVariant[],
  asked: AskedPosition,
  { genes, rules, from }: { genes: GeneIndex; rules: readonly EpistasisFact[]; from: readonly Exchange[] },
): PositionRecord[] {
  const byChange = new Map<string, PlacedVariant[]>();
  for (const hit of hits) if (hit.change !== null) byChange.set(hit.change, [...(byChange.get(hit.change) ?? []), hit]);
  return hits.map((hit) => {
    const { gene, variant, change, substitution } = hit;
    const twins = (change === null ? [] : (byChange.get(change) ?? [])).filter(
      (other) => other.gene !== gene || other.variant.mutation !== variant.mutation,
    );
    const context = { client, catalogueName: hit.catalogueName, locusTag: gene.locusTag, from };
    const record = new VariantRecord(context, variant, [
      ...(twins.length > 0 ? ["same_change"] : []),
      ...(isRule(variant.mutation) ? ["by_rule"] : hit.match === "codon" ? ["codon_match"] : []),
      ...epistasisFlags(rules, gene, variant.drug),
    ]);
    const { record_id, type, name, url, licence, flags, also } = record;
    const comparable = asked.allele !== null && substitution !== null && hit.from === asked.position;
    return {
      ...{ record_id, type, name, url, licence, from, flags, also },
      detail: {
        kind: "variant",
        ...record.detail,
        match: hit.match,
        part: hit.part,
        from: hit.from,
        to: hit.to,
        distance: distanceTo(hit, asked.position),
        allele_match: comparable ? substitution.alt === asked.allele : null,
        other_names: substitution === null ? [] : namesElsewhere(hit, substitution, genes),
        same_change: twins.map(idOf),
      },
    };
  });
}

function namesElsewhere(
  hit: PlacedVariant,
  { ref, alt }: { ref: string; alt: string },
  genes: GeneIndex,
): { locus_tag: string; gene: string; name: string }[] {
  const others = genes.overlapping(hit.from).filter((gene) => gene.locusTag !== hit.gene.locusTag);
  return others.map((gene) => {
    const [before, after] = [ref, alt].map((base) => onForwardStrand(base, gene.strand));
    const scale = gene.isCoding ? "c" : "n";
    const name = `${scale}.${geneBase(gene, hit.from)}${before}>${after}`;
    return { locus_tag: gene.locusTag, gene: gene.symbol ?? gene.locusTag, name };
  });
}
