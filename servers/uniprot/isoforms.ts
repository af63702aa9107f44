import { z } from "zod";
import { distinct } from "./names.ts";
import type { ActiveEntry } from "./parse-entry.ts";

export const Isoform = z.strictObject({
  ids: z.array(z.string()).describe("Isoform ids; an isoform may have several"),
  name: z.string().nullable(),
  status: z.string().nullable().describe("Displayed, Described, External, Not described"),
  canonical: z.boolean().describe("The isoform whose sequence the entry displays"),
});
export type Isoform = z.infer<typeof Isoform>;

/** Isoforms of an entry, in document order; empty when it describes no alternative products. */
export const isoformsOf = (entry: ActiveEntry): Isoform[] =>
  entry.raw.comments
    .filter((comment) => comment.commentType === "ALTERNATIVE PRODUCTS")
    .flatMap((comment) => comment.isoforms)
    .map((isoform) => ({
      ids: distinct(isoform.isoformIds),
      name: distinct([isoform.name?.value])[0] ?? null,
      status: distinct([isoform.isoformSequenceStatus])[0] ?? null,
      canonical: isoform.isoformSequenceStatus === "Displayed",
    }));
