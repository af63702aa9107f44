const THREE_LETTER: Readonly<Record<string, string>> = {
  A: "Ala",
  R: "Arg",
  N: "Asn",
  D: "Asp",
  C: "Cys",
  Q: "Gln",
  E: "Glu",
  G: "Gly",
  H: "His",
  I: "Ile",
  L: "Leu",
  K: "Lys",
  M: "Met",
  F: "Phe",
  P: "Pro",
  S: "Ser",
  T: "Thr",
  W: "Trp",
  Y: "Tyr",
  V: "Val",
  U: "Sec",
  O: "Pyl",
};

const BY_FOLDED_NAME = new Map(Object.values(THREE_LETTER).map((name) => [name.toLowerCase(), name]));

/**
 * A run of amino acids in three-letter codes, stops (`Ter`, `STOP`, `X`, `*`) as `*`. Three-letter codes are read in any case, one-letter codes
 * in capitals only.
 *
 * @returns null when something in the run is no amino acid; an empty list for an empty run.
 */
export function parseResidues(text: string): readonly string[] | null {
  const residues: string[] = [];
  for (let at = 0; at < text.length; ) {
    const three = text.slice(at, at + 3).toLowerCase();
    if (text.slice(at, at + 4).toLowerCase() === "stop") {
      residues.push("*");
      at += 4;
      continue;
    }
    const name = three === "ter" ? "*" : BY_FOLDED_NAME.get(three);
    const one = text[at] === "*" || text[at] === "X" ? "*" : THREE_LETTER[text[at]!];
    const residue = name ?? one;
    if (residue === undefined) return null;
    residues.push(residue);
    at += name === undefined ? 1 : 3;
  }
  return residues;
}
