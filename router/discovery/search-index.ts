import type { CatalogueTool } from "../catalog/catalogue.ts";
import { createFieldIndex, type FieldIndex } from "./bm25-field.ts";
import { declaredSynonyms } from "./synonyms.ts";
import { FIELD_WEIGHTS, FIELDS, type Field, toolFields } from "./tool-fields.ts";
import { tokensOf, type Word, wordsOf } from "./words.ts";

export interface RankedTool {
  readonly tool: CatalogueTool;
  readonly score: number;
  /** Query word → the field where it counts most. */
  readonly matched: Readonly<Record<string, Field>>;
}

/** The catalogue as something to search in. Built for one snapshot, replaced with the next. */
export interface SearchIndex {
  /** Every tool that holds a word of the query, best first; equal scores by name. */
  rank(query: string, wanted: (tool: CatalogueTool) => boolean): readonly RankedTool[];
}

/** A synonym is weaker evidence than the word itself, and a part of an identifier weaker than the whole. */
const SYNONYM_SHARE = 0.5;
const PART_SHARE = 0.4;

/** Builds one BM25 engine a field; a tool's score is their weighted sum, times the share of the query's words it holds. */
export function createSearchIndex(tools: readonly CatalogueTool[]): SearchIndex {
  const synonyms = declaredSynonyms();
  const fields = tools.map(toolFields);
  const indexes = FIELDS.map((field) => createFieldIndex(fields.map((texts) => tokensOf(texts[field]))));
  return {
    rank(query, wanted) {
      const terms = termsOf(query, synonyms);
      const totals = new Map<number, { score: number; terms: number; matched: Record<string, Field> }>();
      for (const term of terms) {
        for (const [number, best] of bestOf(term, indexes)) {
          const total = totals.get(number) ?? {
            score: 0,
            terms: 0,
            matched: Object.create(null) as Record<string, Field>,
          };
          total.score += best.score;
          total.terms += 1;
          total.matched[term.text] = best.field;
          totals.set(number, total);
        }
      }
      return [...totals]
        .map(([number, total]) => ({
          tool: tools[number]!,
          score: (total.score * total.terms) / terms.length,
          matched: total.matched,
        }))
        .filter(({ tool }) => wanted(tool))
        .sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1));
    },
  };
}

interface Term {
  readonly text: string;
  /** Token → how much its evidence counts. */
  readonly variants: ReadonlyMap<string, number>;
}

function termsOf(query: string, synonyms: ReadonlyMap<string, readonly string[]>): Term[] {
  const terms = new Map<string, Term>();
  for (const word of wordsOf(query)) {
    // An identifier with digits is one thing to look for; a compound of words is several.
    const units: Word[] =
      word.parts.length > 1 && !/\d/.test(word.text)
        ? word.parts.map((part) => ({ text: part, whole: part, parts: [word.whole] }))
        : [word];
    for (const { text, whole, parts } of units) {
      const variants = new Map<string, number>([[whole, 1]]);
      const add = (token: string, share: number): void => {
        if ((variants.get(token) ?? 0) < share && token.length > 1) variants.set(token, share);
      };
      for (const part of parts) add(part, PART_SHARE);
      for (const synonym of synonyms.get(whole) ?? []) add(synonym, SYNONYM_SHARE);
      terms.set(whole, { text, variants });
    }
  }
  return [...terms.values()];
}

/** Per document the best variant of a term: its weighted sum over the fields, and the field that gave most. */
function bestOf({ variants }: Term, indexes: readonly FieldIndex[]): Map<number, { score: number; field: Field }> {
  const best = new Map<number, { score: number; field: Field }>();
  for (const [token, share] of variants) {
    const sums = new Map<number, { score: number; field: Field; most: number }>();
    indexes.forEach((index, position) => {
      const field = FIELDS[position]!;
      for (const [number, score] of index.scores(token)) {
        const weighted = score * FIELD_WEIGHTS[field] * share;
        const sum = sums.get(number);
        if (sum === undefined) sums.set(number, { score: weighted, field, most: weighted });
        else {
          sum.score += weighted;
          if (weighted > sum.most) Object.assign(sum, { field, most: weighted });
        }
      }
    });
    for (const [number, { score, field }] of sums) {
      if (score > (best.get(number)?.score ?? 0)) best.set(number, { score, field });
    }
  }
  return best;
}
