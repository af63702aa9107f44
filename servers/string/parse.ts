import { CHANNEL_FIELDS, CHANNELS, type Channel, TEXTMINING_FIELD } from "./channels.ts";
import { badRow, countOf, fractionOf, parseRows, type Row, textOf } from "./rows.ts";
import { parseStringId, type StringId } from "./string-id.ts";

/** One row of `get_string_ids`: a protein that STRING offers for one of the names asked. */
export interface IdentityRow extends StringId {
  /** The name asked, as echoed; null when it was not. */
  readonly queryItem: string | null;
  /** Position of the name asked, from 0; null when it was not given. */
  readonly queryIndex: number | null;
  readonly preferredName: string | null;
  readonly annotation: string | null;
}

/** One row of `interaction_partners` or `network`; which end is A follows an internal order and means nothing. */
export interface InteractionRow {
  readonly a: End;
  readonly b: End;
  /** Combined score, 0–1. */
  readonly score: number;
  readonly channels: Readonly<Record<Channel, number | null>>;
  readonly textmining: number | null;
}

export interface End {
  readonly id: string;
  readonly name: string | null;
}

/** Rows of `get_string_ids`. Throws `Fault` as `parseRows` does, and `unparsable` for a row without a STRING id. */
export const parseIdentityRows = (text: string): readonly IdentityRow[] =>
  parseRows(text).map((row, index) => {
    taxonOf(row, index);
    return {
      ...idOf(row, "stringId", index),
      queryItem: textOf(row, "queryItem", index),
      queryIndex: indexOf(row, index),
      preferredName: textOf(row, "preferredName", index),
      annotation: textOf(row, "annotation", index),
    };
  });

/** Rows of `interaction_partners` and `network`. A row without both ids or without a combined score is `unparsable`. */
export const parseInteractionRows = (text: string): readonly InteractionRow[] =>
  parseRows(text).map((row, index) => {
    taxonOf(row, index);
    const score = fractionOf(row, "score", index);
    if (score === null) throw badRow(index, "has no score");
    return {
      a: endOf(row, "A", index),
      b: endOf(row, "B", index),
      score,
      channels: Object.fromEntries(
        CHANNELS.map((channel) => [channel, fractionOf(row, CHANNEL_FIELDS[channel], index)]),
      ) as Record<Channel, number | null>,
      textmining: fractionOf(row, TEXTMINING_FIELD, index),
    };
  });

const endOf = (row: Row, side: "A" | "B", index: number): End => ({
  id: idOf(row, `stringId_${side}`, index).id,
  name: textOf(row, `preferredName_${side}`, index),
});

function idOf(row: Row, field: string, index: number): StringId {
  const parsed = parseStringId(textOf(row, field, index) ?? "");
  if (parsed === null) throw badRow(index, `has no readable ${field}`);
  return parsed;
}

/** The taxon comes as a number or as text; the id's own prefix is what counts, so it is only checked. */
function taxonOf(row: Row, index: number): void {
  const value = row.ncbiTaxonId ?? null;
  if (value !== null && typeof value !== "string" && typeof value !== "number") {
    throw badRow(index, "has an ncbiTaxonId that is neither number nor text");
  }
}

/** Some answers give −1 for "no position". */
const indexOf = (row: Row, index: number): number | null =>
  row.queryIndex === -1 || row.queryIndex === "-1" ? null : countOf(row, "queryIndex", index);
