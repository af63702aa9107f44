import { parse } from "yaml";
import { UnreadableFile } from "./load-check.ts";

/** Loss of one gene cancels the resistance that variants of another (or the same) would give to some drugs. */
export interface EpistasisRule {
  readonly rule: string;
  readonly sourceGene: string;
  /** Consequence of the source variant, `LoF` in all known rules. */
  readonly sourceType: string;
  readonly targetGene: string;
  readonly drugs: readonly string[];
}

export interface Rules {
  readonly epistasis: readonly EpistasisRule[];
  /** Entries of another kind, or that could not be read. */
  readonly other: number;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.()'-]{0,63}$/;

/**
 * Epistasis rules of `rules.yml`. An empty file holds no rule; what is not an epistasis rule is counted.
 *
 * @throws UnreadableFile when it is not a YAML map of rules, or ends inside one.
 */
export function parseRules(text: string): Rules {
  const document = yamlOf(text);
  if (document === null || document === undefined) return { epistasis: [], other: 0 };
  if (typeof document !== "object" || Array.isArray(document)) throw new UnreadableFile("not a map of rules", 1);
  const entries = Object.entries(document);
  const isMap = (value: unknown): boolean => typeof value === "object" && value !== null;
  // An error report is a map, too, but of words; and a file that ends inside a rule has lost the rest of it.
  if (!entries.some(([, value]) => isMap(value))) throw new UnreadableFile("not a map of rules", 1);
  const [name, last] = entries.at(-1)!;
  // As with the tables: without its last line feed a file may have lost what followed.
  const mayBeCut = !text.endsWith("\n") && epistasisRules(name, last).length === 0;
  if (mayBeCut || isUnfinished(last)) {
    throw new UnreadableFile("the last rule is cut off", text.split("\n").length, true);
  }
  const epistasis = entries.flatMap(([name, rule]) => epistasisRules(name, rule));
  return { epistasis, other: entries.filter(([name, rule]) => epistasisRules(name, rule).length === 0).length };
}

function yamlOf(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0, logLevel: "error" });
  } catch (error) {
    const line = (error as { linePos?: { line: number }[] }).linePos?.[0]?.line ?? 1;
    throw new UnreadableFile("not valid YAML", line);
  }
}

interface RuleShape {
  readonly type?: unknown;
  readonly source?: { readonly gene_name?: unknown; readonly type?: unknown } | null;
  readonly target?: { readonly gene_name?: unknown; readonly drug?: unknown } | null;
}

/** One rule for each pair of source and target gene; none when a part is missing or not a plain name. */
function epistasisRules(rule: string, value: unknown): EpistasisRule[] {
  const { type, source, target } = (value ?? {}) as RuleShape;
  const drugs = namesOf(target?.drug);
  const [sourceType] = namesOf(source?.type);
  if (type !== "epistasisRule" || !NAME.test(rule) || sourceType === undefined || drugs.length === 0) return [];
  return namesOf(source?.gene_name).flatMap((sourceGene) =>
    namesOf(target?.gene_name).map((targetGene) => ({ rule, sourceGene, sourceType, targetGene, drugs })),
  );
}

/** Nothing behind its name, or an epistasis rule without one of its two sides. */
function isUnfinished(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  const { type, source, target } = value as RuleShape;
  return type === "epistasisRule" && (source == null || target == null);
}

const namesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (name): name is string => typeof name === "string" && NAME.test(name),
  );
