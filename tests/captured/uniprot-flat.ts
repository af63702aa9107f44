/** Feature keys of the flat format that the captured files hold, and the same types in JSON. */
const TYPES: Readonly<Record<string, string>> = {
  ACT_SITE: "Active site",
  BINDING: "Binding site",
  CHAIN: "Chain",
  COILED: "Coiled coil",
  CONFLICT: "Sequence conflict",
  DISULFID: "Disulfide bond",
  HELIX: "Helix",
  LIPID: "Lipidation",
  MOD_RES: "Modified residue",
  NON_TER: "Non-terminal residue",
  PROPEP: "Propeptide",
  REGION: "Region",
  REPEAT: "Repeat",
  SIGNAL: "Signal",
  STRAND: "Beta strand",
  TRANSMEM: "Transmembrane",
  TURN: "Turn",
  VARIANT: "Natural variant",
};

/**
 * What a flat entry says of names, genes, features and sequence, in the form in which the service writes the same in JSON.
 * Comments, references and cross-references are left out.
 */
export function entryOfFlat(text: string) {
  const lines = (code: string) =>
    text
      .split("\n")
      .filter((line) => line.startsWith(`${code}   `))
      .map((line) => line.slice(5));
  const [id = ""] = lines("ID");
  const [primaryAccession, ...secondaryAccessions] = lines("AC").join(" ").match(/\w+/g) ?? [];
  const names = lines("DE");
  const titled = (kind: string) =>
    names.flatMap((line) => new RegExp(`^${kind}: Full=(.*?)(?: \\{[^}]*\\})?;`).exec(line)?.[1] ?? []);
  return {
    entryType: id.includes("Unreviewed;") ? "UniProtKB unreviewed (TrEMBL)" : "UniProtKB reviewed (Swiss-Prot)",
    primaryAccession,
    secondaryAccessions,
    uniProtkbId: id.split(/\s/)[0],
    proteinDescription: {
      ...(titled("RecName")[0] && { recommendedName: { fullName: { value: titled("RecName")[0] } } }),
      alternativeNames: titled("AltName").map((value) => ({ fullName: { value } })),
      submissionNames: titled("SubName").map((value) => ({ fullName: { value } })),
    },
    genes: lines("GN").length === 0 ? [] : [geneOf(lines("GN").join(" "))],
    features: text.split(/^(?=FT {3}\w)/m).flatMap((part) => featureOf(part)),
    sequence: {
      value: text.slice(text.search(/^ {5}/m)).replace(/[^A-Z]/g, ""),
      length: Number(/(\d+) AA\.$/.exec(id)?.[1]),
    },
  };
}

/** `Name=a {…}; Synonyms=b, c;`: a name may itself hold a semicolon. */
function geneOf(line: string) {
  const parts = Object.fromEntries(line.split(/;\s+|;$/).map((part) => part.split("=") as [string, string]));
  const listed = (key: string) =>
    (parts[key] ?? "")
      .replace(/ ?\{[^}]*\}/g, "")
      .split(", ")
      .filter((value) => value !== "")
      .map((value) => ({ value }));
  return {
    ...(listed("Name")[0] && { geneName: listed("Name")[0] }),
    synonyms: listed("Synonyms"),
    orderedLocusNames: listed("OrderedLocusNames"),
    orfNames: listed("ORFNames"),
  };
}

function featureOf(part: string) {
  const [, key = "", from = "", to = from] = /^FT {3}(\w+) +([<?]?\d*)(?:\.\.([>?]?\d*))?\n/.exec(part) ?? [];
  if (key === "") return [];
  const featureId = /\/id="(\w+)"/.exec(part)?.[1];
  return [{ type: TYPES[key], location: { start: positionOf(from), end: positionOf(to) }, featureId }];
}

const positionOf = (written: string) => ({
  value: /\d/.test(written) ? Number(written.replace(/\D/g, "")) : null,
  modifier: /[<>]/.test(written) ? "OUTSIDE" : written === "?" ? "UNKNOWN" : written.includes("?") ? "UNSURE" : "EXACT",
});
