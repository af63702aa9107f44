/** How other catalogues spell a mutation, as HGVS; null where their spelling has no single counterpart. */

const CODES: Readonly<Record<string, string>> = {
  ...{ A: "Ala", R: "Arg", N: "Asn", D: "Asp", C: "Cys", Q: "Gln", E: "Glu", G: "Gly", H: "His", I: "Ile" },
  ...{ L: "Leu", K: "Lys", M: "Met", F: "Phe", P: "Pro", S: "Ser", T: "Thr", W: "Trp", Y: "Tyr", V: "Val", "!": "*" },
};
const RNA = new Set(["rrs", "rrl"]);

/** `katG@S315T`, `fabG1@c-15t` (GARC1): substitutions; capitals are residues, small letters bases. */
export function fromGarc1(mutation: string): { gene: string; hgvs: string } | null {
  const [, gene = "", before = "", place = "", after = ""] =
    /^(\w+)@([A-Za-z!])(-?\d+)([A-Za-z!])$/.exec(mutation) ?? [];
  if (gene === "") return null;
  const isResidue = before === before.toUpperCase() && CODES[before] !== undefined && CODES[after] !== undefined;
  if (isResidue)
    return {
      gene,
      hgvs: before === after ? `p.${CODES[before]}${place}=` : `p.${CODES[before]}${place}${CODES[after]}`,
    };
  if (!/^[acgt]$/.test(before) || !/^[acgt]$/.test(after)) return null;
  return { gene, hgvs: `${RNA.has(gene) ? "n" : "c"}.${place}${before.toUpperCase()}>${after.toUpperCase()}` };
}

/** `katG_S315T`, `fabG1_C-15T`, `rrs_A1401G` (Mykrobe): bases before the start and in RNA genes, residues elsewhere. */
export function fromMykrobe(name: string): { gene: string; hgvs: string } | null {
  const [, gene = "", before = "", place = "", after = ""] = /^(\w+)_([A-Z])(-?\d+)([A-Z])$/.exec(name) ?? [];
  if (gene === "" || after === "X") return null;
  const isBase = place.startsWith("-") || RNA.has(gene);
  if (isBase) return { gene, hgvs: `${RNA.has(gene) ? "n" : "c"}.${place}${before}>${after}` };
  return { gene, hgvs: `p.${CODES[before]}${place}${CODES[after]}` };
}

/** A residue by its one-letter code. */
export const residueOf = (letter: string): string => CODES[letter === "*" || letter === "_" ? "!" : letter] ?? letter;
