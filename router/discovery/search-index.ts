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
const SYNONYM_SHARE = 0.4;
const PART_SHARE = 0.4;

/** A name that the query says whole beats one of which it says a part: at most so much is added for it. */
const NAME_SHARE = 0.8;

/**
 * Builds one BM25 engine a field. A tool's score is their weighted sum, times the share of the query that the tool holds
 * (rare words count more: what no tool holds counts most, and lowers all alike), and more for a name that the query says
 * whole. How the parts were chosen is measured by `bench/discovery`.
 */
export function createSearchIndex(tools: readonly CatalogueTool[]): SearchIndex {
  const synonyms = declaredSynonyms();
  const tokens = tools.map(toolFields).map((texts) => FIELDS.map((field) => tokensOf(texts[field])));
  const indexes = FIELDS.map((_, position) => createFieldIndex(tokens.map((fields) => fields[position]!)));
  const rarity = rarityIn(tokens.map((fields) => new Set(fields.flat())));
  const names = tokens.map((fields) => new Set(fields[FIELDS.indexOf("name")]));
  return {
    rank(query, wanted) {
      const terms = termsOf(query, synonyms);
      const asked = terms.reduce((sum, { token }) => sum + rarity(token), 0);
      const totals = new Map<number, Total>();
      for (const term of terms) {
        for (const [number, best] of bestOf(term, indexes)) {
          const total = totals.get(number) ?? newTotal();
          total.score += best.score;
          total.held += rarity(term.token);
          total.matched[term.text] = best.field;
          totals.set(number, total);
        }
      }
      const said = variantsOf(terms);
      return [...totals]
        .filter(([number]) => wanted(tools[number]!))
        .map(([number, { score, held, matched }]) => ({
          tool: tools[number]!,
          score: score * (held / asked) * (1 + NAME_SHARE * shareSaid(names[number]!, said)),
          matched,
        }))
        .sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1));
    },
  };
}

interface Total {
  score: number;
  /** Rarity of the query's words that the tool holds. */
  held: number;
  readonly matched: Record<string, Field>;
}

const newTotal = (): Total => ({ score: 0, held: 0, matched: Object.create(null) as Record<string, Field> });

/** Inverse document frequency over whole tools, never zero: ln(1 + (N − n + ½) / (n + ½)). */
function rarityIn(documents: readonly ReadonlySet<string>[]): (token: string) => number {
  const holders = new Map<string, number>();
  for (const document of documents) for (const token of document) holders.set(token, (holders.get(token) ?? 0) + 1);
  const count = documents.length;
  return (token) => {
    const held = holders.get(token) ?? 0;
    return Math.log(1 + (count - held + 0.5) / (held + 0.5));
  };
}

/** Token → the most that any word of the query says of it. */
function variantsOf(terms: readonly Term[]): ReadonlyMap<string, number> {
  const said = new Map<string, number>();
  for (const { variants } of terms)
    for (const [token, share] of variants) said.set(token, Math.max(said.get(token) ?? 0, share));
  return said;
}

/** How much of a name the query says, from 0 to 1. */
function shareSaid(name: ReadonlySet<string>, said: ReadonlyMap<string, number>): number {
  if (name.size === 0) return 0;
  let sum = 0;
  for (const token of name) sum += said.get(token) ?? 0;
  return sum / name.size;
}

interface Term {
  readonly text: string;
  /** The word itself, as it is indexed. */
  readonly token: string;
  /** Token → how much its evidence counts. */
  readonly variants: ReadonlyMap<string, number>;
}

function termsOf(query: string, synonyms: ReadonlyMap<string, readonly string[]>): Term[] {
  const terms = new Map<string, Term>();
  for (const word of wordsOf(query)) {
    // `katG`, `Rv1908c` and `UniProt` are one thing to look for each; `get_pathways` is several.
    const units: Word[] =
      word.parts.length > 1 && word.text.includes("_") && !/\d/.test(word.text)
        ? word.parts.map((part) => ({ text: part, whole: part, parts: [word.whole] }))
        : [word];
    for (const { text, whole, parts } of units) {
      const variants = new Map<string, number>([[whole, 1]]);
      const add = (token: string, share: number): void => {
        if ((variants.get(token) ?? 0) < share && token.length > 1) variants.set(token, share);
      };
      for (const part of parts) add(part, PART_SHARE);
      for (const synonym of synonyms.get(whole) ?? []) add(synonym, SYNONYM_SHARE);
      terms.set(whole, { text, token: whole, variants });
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
