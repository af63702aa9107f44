import { z } from "zod";
import { defineTool } from "../../kit/tool.ts";
import type { TbdbClient } from "../client.ts";
import { EpistasisFact, epistasisFacts } from "../epistasis.ts";
import { refFacts, settleRef } from "../identity.ts";
import { WHO } from "../licences.ts";
import { CHECKS } from "../load-check.ts";
import { SHARED_NOTES } from "../notes.ts";
import { checkAnnotation, checkBarcode } from "../release.ts";

const Release = z.strictObject({
  ref: z.string(),
  pinned: z.boolean().describe("The ref is a full commit hash: its data never change"),
  schema_version: z.string().nullable(),
  genome_length: z.int().describe("Base pairs of the reference, H37Rv"),
  catalogue_genes: z.int().describe("Names of genes in the catalogue; two may mean one gene (Rv0678, mmpR5)"),
  drugs: z.array(z.string()),
  has_source: z.boolean().describe("Does this layout of the catalogue say where a row comes from?"),
  files: z.array(
    z.strictObject({
      file: z.string(),
      rows_read: z.int(),
      rows_rejected: z.int(),
      failures: z
        .array(z.strictObject({ check: z.enum(CHECKS), rows: z.int(), first_lines: z.array(z.int()) }))
        .describe("Failed load checks; rows that could be read are kept as they are"),
    }),
  ),
  epistasis_rules: z.array(EpistasisFact),
  other_rules: z.int().describe("Entries of the rules file that are no readable epistasis rule"),
});

export const getRelease = (client: TbdbClient) =>
  defineTool({
    name: "get_release",
    title: "Data version and load checks",
    description:
      "The version of the resistance catalogue and barcode that all answers come from: ref (commit or branch), schema version, rows read and rejected, failed load checks and the " +
      "epistasis rules. Reads all five files, one a second at first. Trap: rows that fail a check are kept, not dropped.",
    input: z.strictObject({}),
    resolved: refFacts,
    detail: Release,
    notes: {
      ...SHARED_NOTES,
      no_rules_file: "This ref has no rules file; it states no epistasis.",
      rows_rejected: "Rows could not be read; see files[].failures for their lines.",
      checks_failed: "Rows that could be read fail a check; they are kept as they are.",
    },
    untrusted: ["records[].detail.drugs[]", "records[].detail.schema_version", "records[].detail.epistasis_rules[]"],
    async run(_input, call, answer) {
      settleRef(client, answer);
      const annotation = await client.annotation(call);
      const barcode = await client.barcode(call);
      const catalogue = await client.catalogue(call);
      const rules = await client.rules(call);
      const variables = await client.variables(call);
      const { genes, rejected } = annotation.value;
      const { drugs, schemaVersion } = variables.value;
      const files = [
        checkAnnotation(genes, rejected),
        checkBarcode(barcode.value),
        client.checked(catalogue, annotation, variables),
      ];
      if (rules.value === null) answer.note("no_rules_file");
      if (files.some(({ rowsRejected }) => rowsRejected > 0)) answer.note("rows_rejected");
      const failed = files.map(({ failures, rowsRejected }) =>
        failures.reduce((sum, { rows }) => sum + rows, -rowsRejected),
      );
      if (failed.some((rows) => rows > 0)) answer.note("checks_failed");
      answer.settle({ matched_by: "ref" });
      const record = {
        record_id: `tbdb:ref:${client.ref}`,
        type: "release",
        name: `tbdb ${client.ref}`,
        url: client.humanUrl("", null),
        licence: WHO,
        from: [catalogue, annotation, barcode, rules, variables].map(({ exchange }) => exchange),
        detail: {
          ref: client.ref,
          pinned: client.isPinned,
          schema_version: schemaVersion,
          genome_length: genes.genomeLength,
          catalogue_genes: catalogue.value.byGene.size,
          drugs: [...drugs],
          has_source: catalogue.value.hasSource,
          files: files.map(({ file, rowsRead, rowsRejected, failures }) => ({
            file,
            rows_read: rowsRead,
            rows_rejected: rowsRejected,
            failures: failures.map(({ check, rows, firstLines }) => ({ check, rows, first_lines: [...firstLines] })),
          })),
          epistasis_rules: epistasisFacts(rules.value?.epistasis ?? [], genes),
          other_rules: rules.value?.other ?? 0,
        },
      };
      return answer.list([record], "none_on_record");
    },
  });
