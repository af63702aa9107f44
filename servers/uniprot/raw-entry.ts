import { z } from "zod";

/**
 * The parts of a UniProtKB entry that are read here. Every field is optional: `fields=` reduces an answer, unreviewed
 * entries lack most comments, and inactive ones have neither names nor comments. Other fields are ignored.
 */
const text = z.string().nullish();
// Codes and fixed words are shown, and cited, as what they are: an entry with anything else in their place is unreadable.
const code = z
  .string()
  .trim()
  .regex(/^[\w.:-]{0,100}$/)
  .nullish();
const words = z
  .string()
  .regex(/^[A-Za-z -]{0,40}$/)
  .nullish();
/** Whole numbers, also where a serialiser has put them into quotes. */
const integer = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .nullish();
const list = <T extends z.ZodType>(element: T) =>
  z
    .array(element)
    .nullish()
    .transform((values) => values ?? []);

const Evidence = z.object({
  evidenceCode: code,
  source: text,
  id: z.union([z.string(), z.number()]).nullish(),
});
const Value = z.object({ value: text, evidences: list(Evidence) });
const Name = z.object({
  fullName: Value.nullish(),
  shortNames: list(Value),
  ecNumbers: list(Value.extend({ value: code })),
});
const Part = z.object({ recommendedName: Name.nullish(), alternativeNames: list(Name) });
const Description = Part.extend({ submissionNames: list(Name), includes: list(Part), contains: list(Part) });

const Gene = z.object({
  geneName: Value.nullish(),
  synonyms: list(Value),
  orderedLocusNames: list(Value),
  orfNames: list(Value),
});

const Isoform = z.object({ name: Value.nullish(), isoformIds: list(code), isoformSequenceStatus: words });

const Comment = z.object({
  commentType: text,
  /** The isoform or cleavage product that the comment is about, when not the whole entry. */
  molecule: text,
  texts: list(Value),
  reaction: z.object({ name: text, ecNumber: code }).nullish(),
  isoforms: list(Isoform),
});

const Position = z.object({ value: integer, modifier: words });
const Feature = z.object({
  type: words,
  location: z.object({ start: Position.nullish(), end: Position.nullish(), sequence: code }).nullish(),
  description: text,
  featureId: code,
  evidences: list(Evidence),
  ligand: z.object({ name: text, id: text, label: text, note: text }).nullish(),
  alternativeSequence: z.object({ originalSequence: text, alternativeSequences: list(z.string()) }).nullish(),
});

export const RawEntry = z.object({
  entryType: z.string(),
  primaryAccession: z.string(),
  secondaryAccessions: list(z.string()),
  uniProtkbId: text,
  proteinDescription: Description.nullish(),
  genes: list(Gene),
  comments: list(Comment),
  /** Null when one of them is unreadable: that is no reason to refuse names, functions and sequence. */
  features: list(Feature)
    .transform((features): typeof features | null => features)
    .catch(null),
  uniProtKBCrossReferences: list(z.object({ database: text, id: text })),
  sequence: z.object({ value: text, length: integer }).nullish(),
  inactiveReason: z.object({ inactiveReasonType: text, mergeDemergeTo: list(z.string()) }).nullish(),
});

export type RawEntry = z.output<typeof RawEntry>;
export type RawEvidence = z.output<typeof Evidence>;
export type RawDescription = z.output<typeof Description>;
export type RawGene = z.output<typeof Gene>;
export type RawComment = z.output<typeof Comment>;
export type RawFeature = z.output<typeof Feature>;
