import { z } from "zod";
import { defineTool } from "../../kit/tool.ts";
import type { UniprotClient } from "../client.ts";
import { FUNCTION_NOTES, PROTEIN_UNTRUSTED, ProteinDetail } from "../protein.ts";
import { findProtein, SEARCH_NOTES } from "./find-protein.ts";

// Characters that would change the question in UniProt's query language, or end the quoted value.
const QUERY_SYNTAX = /[:()[\]"\\\s\p{Cc}]/u;

export const getProtein = (uniprot: UniprotClient) =>
  defineTool({
    name: "get_protein",
    title: "Protein of a gene",
    description:
      "UniProtKB entry of a gene, by exact name in one organism: function statements with their evidence tiers, " +
      "reactions, subunits, EC numbers, structures. Trap: most statements are inferred from similarity or rules; only " +
      "the tier experimental rests on an experiment. Requests are spaced 0.4 s apart.",
    input: z.strictObject({
      gene: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .refine((gene) => !QUERY_SYNTAX.test(gene), {
          message: 'must be one name without white space and without : ( ) [ ] " \\',
        })
        .describe("Gene symbol, locus tag, ORF name or accession: katG, Rv1908c, P9WIE5"),
      organism_id: z.int().min(1).default(83332).describe("NCBI taxon id; 83332 is M. tuberculosis H37Rv"),
      taxon_scope: z
        .enum(["exact", "descendants"])
        .default("exact")
        .describe("exact: this taxon only; descendants: the strains and subspecies below it too"),
      reviewed: z.enum(["any", "only"]).default("any").describe("only: reviewed (Swiss-Prot) entries alone"),
      limit: z.int().min(1).max(10).default(3).describe("Records per page"),
    }),
    list: true,
    sent: {
      query_sent: z.string().describe("Query for the gene name"),
      accession_query_sent: z.string().describe("Query for the text as an accession, after no gene name was equal"),
    },
    resolved: {
      accession: z
        .string()
        .nullable()
        .describe("The one entry that stands for the gene: the only reviewed one, else the only one, else null"),
      entries_matched: z.int().nullable().describe("Entries in the best class of match"),
      partial_name_hits: z.int().nullable().describe("Hits without a name equal to the query"),
      hits_read: z.int().nullable(),
      hits_total: z.int().nullable().describe("Hits that the service counts, partial names included"),
    },
    detail: ProteinDetail,
    notes: { ...FUNCTION_NOTES, ...SEARCH_NOTES },
    untrusted: [...PROTEIN_UNTRUSTED, "resolved.candidates[].name"],
    run: (input, call, answer) => findProtein(uniprot, input, call, answer),
  });
