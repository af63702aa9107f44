import { parseResidues } from "./residues.ts";

/** One change as HGVS describes it, on protein (`p`), coding (`c`) or non-coding (`n`) numbering. */
export interface Change {
  readonly scale: "p" | "c" | "n";
  /** First and last codon (`p`) or base; negative = upstream of the start, from `AFTER_STOP` on behind the stop. No 0. */
  readonly start: number;
  readonly end: number;
  readonly kind:
    | "substitution"
    | "deletion"
    | "duplication"
    | "insertion"
    | "delins"
    | "inversion"
    | "frameshift"
    | "extension"
    | "synonymous"
    | "unknown";
  /** What stood there, where stated: bases, or residues in three-letter codes. */
  readonly before: string;
  /** What stands there now, where stated. */
  readonly after: string;
  /** The same change in one spelling: two descriptions of one change have equal texts. */
  readonly canonical: string;
}

/**
 * A mutation as HGVS, or null when it cannot be read (it is then kept as text). One-letter amino acids, `Ter`/`X`/`*`,
 * brackets around a predicted change and stated deleted bases are spelling, not content.
 */
export function parseHgvs(text: string): Change | null {
  const plain = text.trim();
  const scale = plain.slice(0, 2).toLowerCase();
  if (scale === "p.") return parseProtein(plain.slice(2).replace(/^\((.*)\)$/, "$1"));
  if (scale === "c." || scale === "n.") return parseNucleotide(scale[0] as "c" | "n", plain.slice(2));
  // RNA genes in the numbering of their transcript, which is the gene's: older programs write `r.1401a>g`.
  if (scale === "r.") return parseNucleotide("n", plain.slice(2).replace(/u/gi, "T"));
  return null;
}

const PROTEIN = /^([A-Za-z*]+?)(\d{1,6})(?:_([A-Za-z*]+?)(\d{1,6}))?(\D.*)$/;

function parseProtein(text: string): Change | null {
  const [, firstText = "", startText, lastText = "", endText, tail = ""] = PROTEIN.exec(text) ?? [];
  const residues = parseResidues(firstText);
  const first = residues?.join("");
  const last = parseResidues(lastText)?.join("");
  const start = Number(startText);
  // Several residues before one number (`p.GluArgPro420ArgAlaThr`) stand side by side, the first of them there.
  const end = endText === undefined ? start + (residues?.length ?? 1) - 1 : Number(endText);
  const change = unchanged(first, lastText, proteinChange(tail));
  if (!first || last === undefined || change === null || !(start >= 1) || end < start) return null;
  const place = `${first}${start}${endText === undefined ? "" : `_${last}${end}`}`;
  return { scale: "p", start, end, before: first, ...change, canonical: `p.${place}${change.spelling}` };
}

/** `p.Ser65Ser` says in other words what `p.Ser65=` says. */
const unchanged = (first: string | undefined, lastText: string, change: Tail | null): Tail | null =>
  change?.kind === "substitution" && lastText === "" && change.after === first
    ? { kind: "synonymous", after: "", spelling: "=" }
    : change;

interface Tail {
  readonly kind: Change["kind"];
  readonly after: string;
  readonly spelling: string;
}

function proteinChange(tail: string): Tail | null {
  if (tail === "=") return { kind: "synonymous", after: "", spelling: "=" };
  if (tail === "?") return { kind: "unknown", after: "", spelling: "?" };
  if (tail === "del") return { kind: "deletion", after: "", spelling: "del" };
  if (tail === "dup") return { kind: "duplication", after: "", spelling: "dup" };
  // Only that the frame shifts is kept: the first new residue and the distance to the next stop are spelling.
  if (/^[A-Za-z]*fs[A-Za-z*?\d]*$/.test(tail)) return { kind: "frameshift", after: "", spelling: "fs" };
  const [, extended, extension] = /^([A-Za-z*]*)(ext.*)$/.exec(tail) ?? [];
  if (extension !== undefined) {
    const residue = parseResidues(extended ?? "")?.join("");
    const spelling = extension.replace("Ter", "*");
    return residue === undefined ? null : { kind: "extension", after: residue, spelling: `${residue}${spelling}` };
  }
  const [, insertion = "", insertedText = tail] = /^(delins|ins)(.+)$/.exec(tail) ?? [];
  const inserted = parseResidues(insertedText)?.join("");
  if (!inserted) return null;
  const kind = insertion === "ins" ? "insertion" : insertion === "delins" ? "delins" : "substitution";
  return { kind, after: inserted, spelling: `${insertion}${inserted}` };
}

const NUCLEOTIDE = /^([-*]?\d{1,7})(?:_([-*]?\d{1,7}))?([^\d].*)$/;

/** `c.*25`, the 25th base behind the stop, is kept as this number and 25: how long the gene is, only the gene knows. */
export const AFTER_STOP = 100_000_000;

const baseOf = (text: string | undefined): number =>
  text?.startsWith("*") ? AFTER_STOP + Number(text.slice(1)) : Number(text);

function parseNucleotide(scale: "c" | "n", text: string): Change | null {
  const [, startText, endText, tail = ""] = NUCLEOTIDE.exec(text) ?? [];
  const start = baseOf(startText);
  const end = baseOf(endText ?? startText);
  const change = nucleotideChange(tail);
  // Behind the stop there is no 0 either, and an RNA gene has no stop.
  const isNumbered = start !== AFTER_STOP && end !== AFTER_STOP && (scale === "c" || end < AFTER_STOP);
  if (change === null || !start || !end || !isNumbered || end < start) return null;
  const place = [start, ...(endText === undefined ? [] : [end])].map(numbered).join("_");
  return { scale, start, end, ...change, canonical: `${scale}.${place}${change.spelling}` };
}

const numbered = (base: number): string => (base > AFTER_STOP ? `*${base - AFTER_STOP}` : `${base}`);

function nucleotideChange(tail: string): (Tail & { readonly before: string }) | null {
  const [, operation, rest = ""] = /^(delins|del|dup|inv|ins)(.*)$/i.exec(tail) ?? [];
  if (operation === undefined) {
    const [, before, after] = /^([ACGT]+)>([ACGT]+)$/.exec(tail.toUpperCase()) ?? [];
    if (before === undefined || after === undefined) return null;
    return { kind: "substitution", before, after, spelling: `${before}>${after}` };
  }
  const bases = rest.toUpperCase();
  switch (operation.toLowerCase()) {
    case "ins":
      return /^[ACGT]+$/.test(bases) ? { kind: "insertion", before: "", after: bases, spelling: `ins${bases}` } : null;
    case "delins":
      return /^[ACGT]+$/.test(bases) ? { kind: "delins", before: "", after: bases, spelling: `delins${bases}` } : null;
    case "dup":
      return /^[ACGT]*$/.test(bases) ? { kind: "duplication", before: "", after: bases, spelling: "dup" } : null;
    case "inv":
      return /^[ACGT]*$/.test(bases) ? { kind: "inversion", before: bases, after: "", spelling: "inv" } : null;
    default: {
      const parts = /^([ACGT]*|\d+)(?:INS([ACGT]+))?$/.exec(bases);
      if (parts === null) return null;
      const [, deleted = "", inserted] = parts;
      const before = /^\d+$/.test(deleted) ? "" : deleted;
      return inserted === undefined
        ? { kind: "deletion", before, after: "", spelling: "del" }
        : { kind: "delins", before, after: inserted, spelling: `delins${inserted}` };
    }
  }
}

/** How many bases or codons a change spans; there is no position 0 between -1 and 1. */
export const spanOf = ({ start, end }: Pick<Change, "start" | "end">): number =>
  end - start + (start < 0 && end > 0 ? 0 : 1);

/** One spelling for one mutation: HGVS in canonical form, anything else as trimmed text without case. */
export const canonicalMutation = (text: string): string => parseHgvs(text)?.canonical ?? text.trim().toLowerCase();
