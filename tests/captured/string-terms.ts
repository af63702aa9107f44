import { expect } from "vitest";
import { allOf, identifies, numberOf, tableOf, withString } from "./string-answers.ts";

export interface TermFacts {
  readonly terms: number;
  readonly proteins: number;
  /** The term of the lowest rate. */
  readonly first: string;
}

const IDS = "matching proteins in your network (IDs)";
const LABELS = "matching proteins in your network (labels)";

/**
 * An export of enriched terms as the API would answer it. The export has no raw p: the rate stands in, its upper bound.
 * The strength, which the API does not give, is not shown.
 */
export async function termsAgree(file: string, category: string, facts: TermFacts): Promise<void> {
  const rows = tableOf(file).map((row) => ({
    term: row["term ID"]!,
    description: row["term description"]!,
    genes: numberOf(row, "observed gene count"),
    background: numberOf(row, "background gene count"),
    fdr: numberOf(row, "false discovery rate"),
    members: row[IDS]!.split(","),
    labels: row[LABELS]!.split(","),
  }));
  const names = new Map(rows.flatMap(({ members, labels }) => members.map((id, at) => [id, labels[at]!] as const)));
  for (const { genes, members, labels } of rows) expect([members.length, labels.length]).toEqual([genes, genes]);
  const ids = [...names.keys()];
  const answers = {
    get_string_ids: identifies([...names].map(([id, name]) => ({ id, name }))),
    enrichment: () =>
      rows.map(({ term, description, genes, background, fdr, members, labels }) => ({
        category,
        term,
        description,
        number_of_genes: genes,
        number_of_genes_in_background: background,
        ncbiTaxonId: 9606,
        inputGenes: members,
        preferredNames: labels,
        p_value: fdr,
        fdr,
      })),
  };
  await withString(answers, async (ask) => {
    const { first, records } = await allOf(ask, "get_enrichment", { ids });
    expect([records.length, ids.length, records[0]?.detail.term]).toEqual([facts.terms, facts.proteins, facts.first]);
    expect(first.resolved).toMatchObject({
      terms_received: rows.length,
      terms_by_category: { [category]: rows.length },
    });
    expect(records.map(({ record_id }) => record_id)).toEqual(
      [...rows]
        .sort((a, b) => a.fdr - b.fdr || (a.term < b.term ? -1 : 1))
        .map(({ term }) => `string:enrich:${category}:${term}`),
    );
    for (const { name, url, detail } of records) {
      const row = rows.find(({ term }) => term === detail.term)!;
      expect(name).toBe(row.description);
      expect(url).toContain(row.term);
      expect(detail).toMatchObject({ genes: row.genes, genes_in_background: row.background, fdr: row.fdr });
      expect([detail.members, detail.member_names]).toEqual([row.members, row.labels]);
    }
    for (const { input, record_ids } of first.items) {
      const own = rows.filter(({ members }) => members.includes(input)).map(({ term }) => term);
      expect(new Set(record_ids)).toEqual(new Set(own.map((term) => `string:enrich:${category}:${term}`)));
    }
    // A rate is a limit that includes itself.
    for (const { fdr } of rows) {
      const within = await ask("get_enrichment", { ids, max_fdr: fdr });
      expect(within.page.total).toBe(rows.filter((row) => row.fdr <= fdr).length);
    }
  });
}
