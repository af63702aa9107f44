import { z } from "zod";
import type { Answer } from "../../kit/answer.ts";
import type { Call } from "../../kit/call.ts";
import type { Outcome } from "../../kit/envelope/outcome.ts";
import { BadInput, Fault } from "../../kit/fault.ts";
import { defineTool } from "../../kit/tool.ts";
import type { Barcode, Marker } from "../barcode.ts";
import type { AnnotationFile, Loaded, TbdbClient } from "../client.ts";
import { findGene, geneFacts, isCovered, settleRef } from "../identity.ts";
import { createLineageIndex } from "../lineages.ts";
import { MARKER_NOTES, MarkerDetail, markerRecords } from "../marker-record.ts";
import { geneInput, name, organismInput } from "../names.ts";
import { SHARED_NOTES } from "../notes.ts";

export const getLineageMarkers = (client: TbdbClient) =>
  defineTool({
    name: "get_lineage_markers",
    title: "Lineage markers of a gene or lineage",
    description:
      "Lineage-defining positions (TB-Profiler barcode, H37Rv coordinates) that lie in one gene, define one lineage, or all of " +
      "them. Trap: a gene that contains a marker is not itself evidence of a lineage; position and allele must both match. A gene " +
      "without a marker (katG, rpoB) is none_on_record, an unknown name is not_resolved. Pace: one upstream file a second.",
    input: z.strictObject({
      gene: geneInput().optional(),
      lineage: name().optional().describe("Exact lineage name: lineage4.9, lineage2.2.1, La1.2"),
      all: z.boolean().optional().describe("true: every marker of the barcode"),
      organism: organismInput(),
      limit: z.int().min(1).max(2000).default(200).describe("Records on a page"),
    }),
    list: true,
    resolved: {
      ...geneFacts,
      lineage: z.string().optional(),
      barcode_rows: z.int().optional().describe("Markers in the whole barcode"),
      barcode_rows_rejected: z.int().optional().describe("Rows that could not be read"),
    },
    detail: MarkerDetail,
    notes: {
      ...SHARED_NOTES,
      ...MARKER_NOTES,
      no_marker:
        "The gene is known and the barcode was read: none of its lineage-defining positions lies in this gene. This does not show that the gene is free of lineage-specific variation.",
      unknown_lineage: "The barcode of this ref has no lineage of exactly this name; sublineages are separate names.",
    },
    untrusted: [
      "records[].name",
      "records[].detail.lineage",
      "records[].detail.lineage_name",
      "records[].detail.spoligotypes",
      "records[].detail.rd",
      "resolved.lineage",
      "resolved.symbol",
    ],
    async run({ gene, lineage, all, organism }, call, answer) {
      refuseUnlessOne({ gene, lineage, all: all === true ? true : null });
      settleRef(client, answer);
      if (!isCovered(organism, answer)) return "not_covered";
      if (gene != null) return markersOfGene(client, gene, call, answer);
      const annotation = await client.annotation(call);
      const barcode = await readBarcode(client, call, answer);
      if (lineage == null) {
        answer.settle({ matched_by: "all" });
        return listed(client, barcode.value.markers, { annotation, barcode }, answer);
      }
      const lineages = createLineageIndex(barcode.value.markers);
      const known = lineages.resolve(lineage);
      if (known === null) {
        answer.note("unknown_lineage");
        return "not_resolved";
      }
      answer.settle({ matched_by: "lineage", lineage: known });
      return listed(client, lineages.markersOf(known), { annotation, barcode }, answer);
    },
  });

/** Exactly one way to choose markers; `all: false` chooses nothing. */
function refuseUnlessOne(ways: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(ways).filter((way) => ways[way] != null);
  if (given.length === 1) return;
  const message = "Give exactly one of gene, lineage and all";
  if (given.length === 0) throw BadInput.of("missing_argument", message, "gene");
  throw new BadInput(given.map((param) => new Fault("invalid_argument", message, { param })));
}

async function markersOfGene(
  client: TbdbClient,
  name: string,
  call: Call,
  answer: Answer<MarkerDetail>,
): Promise<Outcome> {
  const found = await findGene(client, name, call, answer);
  if (found.gene === null) return found.outcome;
  const { gene, annotation } = found;
  const barcode = await readBarcode(client, call, answer);
  const inside = barcode.value.markers.filter(({ position }) => position >= gene.start && position <= gene.end);
  if (inside.length === 0) answer.note("no_marker");
  return listed(client, inside, { annotation, barcode }, answer);
}

async function readBarcode(client: TbdbClient, call: Call, answer: Answer<MarkerDetail>): Promise<Loaded<Barcode>> {
  const barcode = await client.barcode(call);
  const { markers, rejected } = barcode.value;
  answer.settle({ barcode_rows: markers.length, barcode_rows_rejected: rejected.length });
  if (rejected.length > 0) answer.note("rows_rejected");
  return barcode;
}

function listed(
  client: TbdbClient,
  markers: readonly Marker[],
  { annotation, barcode }: { annotation: Loaded<AnnotationFile>; barcode: Loaded<Barcode> },
  answer: Answer<MarkerDetail>,
): Outcome {
  if (markers.length > 0) answer.note("compare_coordinate");
  const records = markerRecords(client, markers, {
    barcode: barcode.value,
    genes: annotation.value.genes,
    from: [barcode.exchange, annotation.exchange],
  });
  return answer.list(records, "none_on_record");
}
