import { z } from "zod";
import { sha256 } from "../../kit/digest.ts";
import { Fault } from "../../kit/fault.ts";
import { defineTool } from "../../kit/tool.ts";
import { entryUrl, isAccession } from "../accession.ts";
import type { UniprotClient } from "../client.ts";
import { proteinName, UNIPROT_LICENCE } from "../protein.ts";
import { ENTRY_NOTES, settleEntry } from "./settle-entry.ts";

/** One-letter codes of IUPAC, ambiguity codes included. */
const RESIDUES = /^[A-Z]+$/;

export const getSequence = (uniprot: UniprotClient) =>
  defineTool({
    name: "get_sequence",
    title: "Sequence of a protein",
    description:
      "Canonical amino-acid sequence of one UniProtKB entry, with its length and SHA-256. Trap: it is the precursor, " +
      "signal and initiator methionine included, of one isoform. Requests are spaced 0.4 s apart.",
    input: z.strictObject({
      accession: z
        .string()
        .trim()
        .refine(isAccession, { message: "must be a UniProtKB accession such as P9WIE5" })
        .describe("UniProtKB accession, case-sensitive: P9WIE5"),
    }),
    resolved: { accession: z.string().nullable() },
    detail: z.strictObject({
      sequence: z.string(),
      length: z.int(),
      sha256: z.string().describe("SHA-256 of the sequence in ASCII, lower-case hex"),
    }),
    notes: ENTRY_NOTES,
    untrusted: ["records[].name", "records[].detail.sequence"],
    async run({ accession }, call, answer) {
      const found = await settleEntry(uniprot, accession, call, answer);
      if (found.outcome !== "found") return found.outcome;
      const { entry, from } = found;
      const sequence = entry.raw.sequence?.value ?? "";
      const stated = entry.raw.sequence?.length ?? null;
      if (!RESIDUES.test(sequence)) throw new Fault("unparsable", "The entry holds no readable sequence");
      if (stated !== null && stated !== sequence.length) {
        throw new Fault("incomplete", `The entry states ${stated} residues and holds ${sequence.length}`);
      }
      const draft = {
        record_id: entry.accession,
        type: "sequence",
        name: proteinName(entry),
        url: entryUrl(entry.accession),
        licence: UNIPROT_LICENCE,
        from,
        also: entry.secondary,
        detail: { sequence, length: sequence.length, sha256: sha256(sequence) },
      };
      return answer.list([draft], "not_resolved");
    },
  });
