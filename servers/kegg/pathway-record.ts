import type { RecordDraft } from "../kit/answer.ts";
import type { Exchange } from "../kit/upstream/upstream.ts";
import { LICENCE_ID, type Read } from "./client.ts";
import { measurePathway, type PathwaySize } from "./specificity.ts";

const NO_NAME = "(name unavailable)";

/** Notes that pathway records share; both are flags of the records that they concern. */
export const PATHWAY_NOTES = {
  broad_pathways: "Some pathways hold at least 5% of the genome; sharing them is a base rate.",
  names_unavailable: "KEGG's pathway names could not be read; the ids are complete and citable.",
  sizes_unavailable: "KEGG's pathway sizes could not be read; size, fraction and specificity are unknown.",
} as const;

/** What is known of an organism's pathways beside the ids; null where the request for it failed or was not made. */
export interface PathwayFacts {
  readonly names: Read<ReadonlyMap<string, string>> | null;
  readonly sizes: Read<ReadonlyMap<string, number>> | null;
  readonly genomeSize: number | null;
}

/** The digits that one pathway keeps under every prefix: mtu00360, map00360, ko00360 → 00360. */
export const pathwayNumber = (id: string): string => id.slice(-5);

const byCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Pathway records, sorted by id; `needed` is the exchange that proves them, facts only decorate. */
export function pathwayDrafts<D extends object>(
  ids: Iterable<string>,
  needed: Exchange,
  facts: PathwayFacts,
  detailOf: (id: string, measured: PathwaySize & { number: string }) => D,
): RecordDraft<D>[] {
  const from = [needed, facts.names?.exchange, facts.sizes?.exchange].filter((exchange) => exchange !== undefined);
  return [...new Set(ids)].sort(byCodePoint).map((id) => {
    const name = facts.names?.value.get(id) ?? null;
    const measured = measurePathway(facts.sizes?.value.get(id) ?? null, facts.genomeSize);
    const flags = [
      ...(measured.specificity === "broad" ? ["broad_pathways"] : []),
      ...(name === null ? ["names_unavailable"] : []),
      ...(measured.size === null ? ["sizes_unavailable"] : []),
    ];
    return {
      record_id: id,
      type: "pathway",
      name: name ?? NO_NAME,
      url: `https://www.kegg.jp/entry/${id}`,
      licence: LICENCE_ID,
      from,
      flags,
      also: [`path:${id}`],
      detail: detailOf(id, { number: pathwayNumber(id), ...measured }),
    };
  });
}

interface Notable {
  note(code: string, sentence?: string): void;
}

/** The notes behind the flags, with their counts over the whole list. */
export function notePathways(answer: Notable, drafts: readonly RecordDraft<object>[]): void {
  const flagged = (code: string): number => drafts.filter(({ flags }) => flags?.includes(code)).length;
  const all = drafts.length;
  const broad = flagged("broad_pathways");
  const nameless = flagged("names_unavailable");
  const sizeless = flagged("sizes_unavailable");
  if (broad > 0) {
    answer.note(
      "broad_pathways",
      `${broad} of ${all} pathways hold at least 5% of the genome; sharing them is a base rate.`,
    );
  }
  if (nameless > 0) {
    answer.note(
      "names_unavailable",
      `${nameless} of ${all} pathways have no name, since KEGG's list of names did not give one; the ids are complete and citable.`,
    );
  }
  if (sizeless > 0) {
    answer.note(
      "sizes_unavailable",
      `${sizeless} of ${all} pathways have no size, since KEGG's links of the organism did not give one; their specificity is unknown.`,
    );
  }
}
