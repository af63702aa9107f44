import { consequencesOf } from "./consequences.ts";
import type { Gene } from "./genes.ts";
import { parseHgvs } from "./hgvs.ts";
import { isReadable } from "./variants.ts";

/** A mutation as it is compared, and whether it could be read; what cannot is compared as the text it is. */
export interface ReadMutation {
  readonly text: string;
  readonly isRead: boolean;
}

/**
 * A mutation as people and other programs write it, as HGVS or a rule of its gene: without the gene before it
 * (`katG_p.Ser315Thr`, `katG@S315T`), with the scale that such a gene has (`n.1401A>G` of rrs, never `c.`), and with the
 * scale that a short form leaves out (`S315T`, `C-15T`, `a1401g`).
 */
export function readMutation(text: string, gene: Gene): ReadMutation {
  const bare = withoutGene(text.trim(), gene);
  const isNamed = isReadable(bare) || consequencesOf(bare, null).size > 0;
  const read = isNamed ? onOwnScale(bare, gene) : shortForm(bare, gene);
  return { text: read ?? text, isRead: read !== null };
}

function withoutGene(text: string, { locusTag, symbol, synonyms }: Gene): string {
  const folded = text.toLowerCase();
  const names = [locusTag, ...(symbol === null ? [] : [symbol]), ...synonyms].map((name) => name.toLowerCase());
  const name = names.find((one) => folded.startsWith(one) && /^[_ :@]./.test(text.slice(one.length)));
  return name === undefined ? text : text.slice(name.length + 1).trim();
}

const baseScale = ({ isCoding }: Gene): "c" | "n" => (isCoding ? "c" : "n");

/** An RNA gene has no codons: its bases are `n.`, whatever they are called. A coding gene has no `n.`, an RNA gene no `p.`. */
function onOwnScale(text: string, gene: Gene): string | null {
  const change = parseHgvs(text);
  if (change === null || change.scale === baseScale(gene)) return text;
  if (change.scale === "p") return gene.isCoding ? text : null;
  return change.scale === "c" ? text.replace(/^c/i, "n") : null;
}

const BASES = /^([ACGT]+|[acgt]+)(-?\d{1,7})([ACGT]+|[acgt]+)$/;

/**
 * A change without its scale; null when it has none or two readings. A, C, G and T are residues too, so that `A90G` of a
 * coding gene may be either, and `AGC315ACC` is its codon; small letters, and all upstream of a start or in an RNA gene,
 * are bases.
 */
function shortForm(text: string, gene: Gene): string | null {
  const [, before = "", place = "", after = ""] = BASES.exec(text) ?? [];
  if (before !== "") {
    const areBases = !gene.isCoding || place.startsWith("-") || before > "Z";
    return areBases && before.length === 1 ? readable(`${baseScale(gene)}.${place}${before}>${after}`) : null;
  }
  if (/^[-*]?\d/.test(text)) return readable(`${baseScale(gene)}.${text}`);
  return gene.isCoding ? readable(`p.${text.replace(/!$/, "*")}`) : null;
}

const readable = (hgvs: string): string | null => (parseHgvs(hgvs) === null ? null : hgvs);
