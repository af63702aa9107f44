import { expect } from "vitest";
import { allOf, identifies, numberOf, tableOf, withString } from "./string-answers.ts";

/** The channels as the web's exports name them, now and formerly, by the API's field and by ours. */
const CHANNELS = [
  ["nscore", "neighborhood", "neighborhood_on_chromosome", "neighborhood"],
  ["fscore", "fusion", "gene_fusion", "fusion"],
  ["pscore", "cooccurrence", "phylogenetic_cooccurrence", "cooccurence"],
  ["ascore", "coexpression", "coexpression", "coexpression"],
  ["escore", "experimental", "experimentally_determined_interaction", "experimental"],
  ["dscore", "database", "database_annotated", "knowledge"],
] as const;

interface Exported {
  readonly a: string;
  readonly b: string;
  readonly nameA: string;
  readonly nameB: string;
  readonly score: number;
  readonly channels: Readonly<Record<string, number>>;
  readonly textmining: number;
}

/** The rows of an export. Formerly ids were numbers of STRING's own, with those of Ensembl in columns beside them. */
const exportedRows = (file: string): readonly Exported[] =>
  tableOf(file).map((row) => {
    const older = row.node1_external_id !== undefined;
    const idOf = (node: string) => (older ? `9606.${row[`${node}_external_id`]}` : row[`${node}_string_id`]!);
    return {
      a: idOf("node1"),
      b: idOf("node2"),
      nameA: row.node1!,
      nameB: row.node2!,
      score: numberOf(row, "combined_score"),
      channels: Object.fromEntries(
        CHANNELS.map(([, channel, now, formerly]) => [channel, numberOf(row, older ? formerly : now)]),
      ),
      textmining: numberOf(row, older ? "textmining" : "automated_textmining"),
    };
  });

const asAnswered = ({ a, b, nameA, nameB, score, channels, textmining }: Exported) => ({
  stringId_A: a,
  stringId_B: b,
  preferredName_A: nameA,
  preferredName_B: nameB,
  ncbiTaxonId: a.slice(0, a.indexOf(".")),
  score,
  tscore: textmining,
  ...Object.fromEntries(CHANNELS.map(([field, channel]) => [field, channels[channel]])),
});

/** Decimal digits of a score, three places, without any arithmetic of floats: an oracle for thresholds. */
const digits = (score: number): number => Number(score.toFixed(3).replace(".", ""));

/** The score block as the rule has it, computed from the export's own digits. */
function expectedScores(row: Exported) {
  const highest = Math.max(...Object.values(row.channels));
  return {
    combined_score: row.score,
    channels: row.channels,
    textmining_score: row.textmining,
    max_non_textmining_score: highest,
    evidence_beyond_textmining: digits(highest) >= 400,
  };
}

const restsOnText = (row: Exported): boolean =>
  digits(row.textmining) >= 400 && Object.values(row.channels).every((score) => digits(score) < 400);

const keyOf = ({ a, b }: Exported): string => [a, b].sort().join("|");
const byScore = (a: [string, number], b: [string, number]) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1);

export interface ExportFacts {
  readonly proteins: number;
  readonly rows: number;
  readonly pairs: number;
  /** Pairs that rest on text mining alone, and those with another channel at 0.4. */
  readonly textminingOnly: number;
  readonly beyond: number;
}

/**
 * An export as the API would answer it: `get_network` over all its proteins and `get_partners` over each give every row of
 * the file, and nothing else, at every threshold.
 */
export async function networkAgrees(file: string, facts: ExportFacts): Promise<void> {
  const rows = exportedRows(file);
  const pairs = new Map(rows.map((row) => [keyOf(row), row]));
  const names = new Map(rows.flatMap(({ a, nameA, b, nameB }) => [[a, nameA] as const, [b, nameB] as const]));
  const only = [...pairs.values()].filter(restsOnText);
  const beyond = [...pairs.values()].filter((row) => expectedScores(row).evidence_beyond_textmining);
  expect({
    proteins: names.size,
    rows: rows.length,
    pairs: pairs.size,
    textminingOnly: only.length,
    beyond: beyond.length,
  }).toEqual(facts);

  const ids = [...names.keys()];
  const answers = {
    get_string_ids: identifies([...names].map(([id, name]) => ({ id, name }))),
    // All rows whatever was asked for: the threshold must hold here as well.
    network: ({ identifiers }: Readonly<Record<string, string>>) => {
      const asked = new Set(identifiers!.split("\r"));
      return rows.filter(({ a, b }) => asked.has(a) && asked.has(b)).map(asAnswered);
    },
    interaction_partners: ({ identifiers }: Readonly<Record<string, string>>) =>
      rows.filter(({ a, b }) => a === identifiers || b === identifiers).map(asAnswered),
  };
  await withString(answers, async (ask) => {
    for (const threshold of [0, 400, 700, 900]) {
      const expected = [...pairs]
        .map(([key, { score }]): [string, number] => [key, digits(score)])
        .filter(([, score]) => score >= threshold)
        .sort(byScore)
        .map(([key]) => key);
      const { first, records } = await allOf(ask, "get_network", { ids, required_score: threshold });
      expect(records.map(({ record_id }) => record_id)).toEqual(expected);
      expect(first.outcome).toBe(
        expected.length === 0 ? "none_on_record" : first.page.next_cursor === null ? "found" : "truncated",
      );
      expect(first.page.total).toBe(expected.length);
      const total = (ids.length * (ids.length - 1)) / 2;
      expect(first.resolved).toMatchObject({ proteins: ids.length, pairs_asked: total, pairs_total: total });
      for (const { record_id, flags, detail } of records) {
        const row = pairs.get(record_id)!;
        expect(detail).toMatchObject(expectedScores(row));
        expect([detail.name_a, detail.name_b]).toEqual([
          names.get(String(detail.id_a)),
          names.get(String(detail.id_b)),
        ]);
        expect(flags).toEqual(restsOnText(row) ? ["textmining_only"] : []);
      }
    }
    for (const id of ids) {
      for (const threshold of [400, 700]) {
        const args = { gene: id, required_score: threshold, limit: 1000, max_bytes: 400_000 };
        const { records } = await ask("get_partners", args);
        const expected = [...pairs.values()]
          .filter(({ a, b, score }) => (a === id || b === id) && digits(score) >= threshold)
          .map(({ a, b, score }): [string, number] => [a === id ? b : a, digits(score)])
          .sort(byScore);
        expect(records.map(({ record_id }) => record_id)).toEqual(expected.map(([partner]) => partner));
        for (const { record_id, name, detail } of records) {
          expect(name).toBe(names.get(record_id));
          expect(detail).toMatchObject({
            ...expectedScores(pairs.get([id, record_id].sort().join("|"))!),
            partner_of: id,
          });
        }
      }
    }
  });
}
