import { z } from "zod";
import { Fault } from "../../kit/fault.ts";
import { normaliseText } from "../../kit/text.ts";
import { defineTool } from "../../kit/tool.ts";
import { entryUrl, isAccession } from "../accession.ts";
import type { UniprotClient } from "../client.ts";
import { parseEvidence, TIERS } from "../evidence.ts";
import { FEATURE_TYPES, featureIds, rangeOf } from "../features.ts";
import { UNIPROT_LICENCE } from "../protein.ts";
import type { RawFeature } from "../raw-entry.ts";
import { ENTRY_NOTES, settleEntry } from "./settle-entry.ts";

const Position = z.strictObject({
  value: z.int().nullable().describe("1-based residue; null when unknown"),
  modifier: z.string().describe("EXACT, OUTSIDE, UNSURE or UNKNOWN"),
});

const FeatureDetail = z.strictObject({
  accession: z.string(),
  feature_type: z.string(),
  start: Position,
  end: Position,
  sequence: z.string().nullable().describe("Isoform whose residues are counted, when not the canonical one"),
  description: z.string().nullable(),
  feature_id: z.string().nullable(),
  ligand: z.string().nullable(),
  original_sequence: z.string().nullable(),
  alternative_sequences: z.array(z.string()),
  evidence_codes: z.array(z.string()),
  tiers: z.array(z.enum(TIERS)),
  experimental: z.boolean(),
  supporting_pmids: z.array(z.string()),
});

const KNOWN_TYPES = new Map(FEATURE_TYPES.map((type) => [type.toLowerCase(), type]));

export const getFeatures = (uniprot: UniprotClient) =>
  defineTool({
    name: "get_features",
    title: "Sequence features of a protein",
    description:
      "Sites, domains, variants and other features of one UniProtKB entry, with position modifiers and evidence tiers. " +
      "Trap: positions count the canonical sequence, precursor included, and may be open or unsure. Requests 0.4 s apart.",
    input: z.strictObject({
      accession: z
        .string()
        .trim()
        .refine(isAccession, { message: "must be a UniProtKB accession such as P9WIE5" })
        .describe("UniProtKB accession, case-sensitive: P9WIE5"),
      types: z
        .array(
          z
            .string()
            .trim()
            .refine((type) => KNOWN_TYPES.has(type.toLowerCase()), {
              message: `must be one of ${FEATURE_TYPES.join(", ")}`,
            }),
        )
        .max(FEATURE_TYPES.length)
        .default([])
        .describe("Feature types, without case; empty for all: Active site, Binding site"),
    }),
    list: true,
    sent: { types_used: z.array(z.string()).describe("Types as UniProt spells them") },
    resolved: { accession: z.string().nullable(), sequence_length: z.int().nullable() },
    detail: FeatureDetail,
    notes: {
      ...ENTRY_NOTES,
      no_features: "The entry lists no feature of these types; that is no proof that the protein has none.",
    },
    untrusted: [
      "records[].name",
      "records[].detail.description",
      "records[].detail.ligand",
      "records[].detail.original_sequence",
      "records[].detail.alternative_sequences",
    ],
    async run({ accession, types }, call, answer) {
      const wanted = new Set(types.map((type) => KNOWN_TYPES.get(type.toLowerCase())!));
      answer.echo("types_used", [...wanted]);
      const found = await settleEntry(uniprot, accession, call, answer);
      if (found.outcome !== "found") return found.outcome;
      const { entry, from } = found;
      answer.settle({ sequence_length: entry.raw.sequence?.length ?? null });
      if (entry.raw.features === null) throw new Fault("unparsable", "A feature of the entry could not be read");
      const features = entry.raw.features.filter((feature) => feature.type);
      const ids = featureIds(entry.accession, features);
      const drafts = features
        .map((feature, index) => ({ feature, id: ids[index]! }))
        .filter(({ feature }) => wanted.size === 0 || (wanted as ReadonlySet<string>).has(feature.type!))
        .map(({ feature, id }) => ({
          record_id: id,
          type: "feature",
          name: [feature.type, textOf(feature.description)].filter(Boolean).join(": "),
          url: entryUrl(entry.accession),
          licence: UNIPROT_LICENCE,
          from,
          detail: detailOf(entry.accession, feature),
        }));
      if (drafts.length === 0) answer.note("no_features");
      return answer.list(drafts, "none_on_record");
    },
  });

const textOf = (text: string | null | undefined): string | null => normaliseText(text ?? "").text || null;

const detailOf = (accession: string, feature: RawFeature): z.infer<typeof FeatureDetail> => ({
  accession,
  feature_type: feature.type!,
  ...rangeOf(feature),
  sequence: textOf(feature.location?.sequence),
  description: textOf(feature.description),
  feature_id: textOf(feature.featureId),
  ligand: textOf(feature.ligand?.name),
  original_sequence: textOf(feature.alternativeSequence?.originalSequence),
  alternative_sequences: (feature.alternativeSequence?.alternativeSequences ?? []).flatMap(
    (text) => textOf(text) ?? [],
  ),
  ...parseEvidence(feature.evidences),
});
