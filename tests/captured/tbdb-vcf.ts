import { gunzipSync } from "node:zlib";
import { parseAnnotation } from "../../servers/tbdb/annotation.ts";
import { assessCatalogue } from "../../servers/tbdb/assessed-catalogue.ts";
import { parseCatalogue } from "../../servers/tbdb/catalogue.ts";
import { createGeneIndex } from "../../servers/tbdb/genes.ts";
import type { Change } from "../../servers/tbdb/hgvs.ts";
import { type PlacedVariant, placeCatalogue } from "../../servers/tbdb/placed-catalogue.ts";
import { onForwardStrand } from "../../servers/tbdb/position.ts";
import { capturedBytes, capturedText } from "../support/captured/captured.ts";
import { tally } from "./tbdb-served.ts";

/** One change of the genome as a VCF row has it, without the bases that stay. */
interface Edit {
  readonly from: number;
  readonly deleted: string;
  readonly inserted: string;
}

/** H37Rv's sequence, base 1 first. */
function genomeSequence(): string {
  const flat = gunzipSync(capturedBytes("h37rv/NC_000962.3.gbk.gz")).toString("utf8");
  return flat
    .slice(flat.indexOf("\nORIGIN") + 7)
    .replace(/[^acgt]/g, "")
    .toUpperCase();
}

/** What the genome around an edit reads like after it. */
const edited = (genome: string, { from, deleted, inserted }: Edit, low: number, high: number): string =>
  genome.slice(low - 1, from - 1) + inserted + genome.slice(from - 1 + deleted.length, high);

/** The edit that a description on `c.` or `n.` numbering stands for, at the place that we give it. */
function editOf(genome: string, { gene, from, to }: PlacedVariant, change: Change): Edit {
  const there = genome.slice(from - 1, to);
  const after = onForwardStrand(change.after, gene.strand);
  if (change.kind === "insertion") return { from, deleted: there, inserted: `${there[0]}${after}${there.at(-1)}` };
  return { from, deleted: there, inserted: change.kind === "duplication" ? there + there : after };
}

/** Every place to which an insertion or deletion can be moved without changing the sequence: one repeat, many spellings. */
function reachOf(genome: string, { from, deleted, inserted }: Edit): readonly [from: number, to: number] {
  if (deleted !== "" && inserted !== "") return [from, from + deleted.length - 1];
  let [low, high] = [from, from + deleted.length];
  for (let unit = deleted + inserted; genome[low - 2] === unit.at(-1); low -= 1) unit = unit.at(-1) + unit.slice(0, -1);
  for (let unit = deleted + inserted; genome[high - 1] === unit[0]; high += 1) unit = unit.slice(1) + unit[0];
  return deleted === "" ? [low - 1, high] : [low, high - 1];
}

const BASES = "TCAG";
const CODE = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG";

function translated(bases: string): string {
  let protein = "";
  for (let at = 0; at + 3 <= bases.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((offset) => BASES.indexOf(bases[at + offset]!));
    protein += CODE[16 * a! + 4 * b! + c!];
  }
  return protein;
}

/** A frame that is shifted is read on beyond the gene's own stop. */
const READ_ON = 600;

/** The first residue that an edit changes; null when it changes none of the gene, or reaches beyond it. */
function firstChangedResidue(genome: string, { gene }: PlacedVariant, edit: Edit): number | null {
  const low = gene.strand === "+" ? gene.start : gene.start - READ_ON;
  const high = gene.strand === "+" ? gene.end + READ_ON : gene.end;
  if (edit.from < low || edit.from + edit.deleted.length - 1 > high) return null;
  const before = translated(onForwardStrand(genome.slice(low - 1, high), gene.strand));
  const after = translated(onForwardStrand(edited(genome, edit, low, high), gene.strand));
  for (let at = 0; at < before.length; at += 1) if (before[at] !== after[at]) return at + 1;
  return null;
}

/**
 * Every row of WHO's table of genome coordinates beside our placing of the same variant. `c.` and `n.` are alike when
 * both give the same sequence; `p.` when the change touches our codons, in any of its spellings in a repeat, or when our
 * first codon is the first residue that it changes (a frame may be shifted before a residue differs).
 */
export function comparePlaces(): { alike: Record<string, number>; different: Record<string, number> } {
  const genes = createGeneIndex(parseAnnotation(capturedText("tbdb/genome.gff")));
  const catalogue = assessCatalogue(parseCatalogue(capturedText("tbdb/mutations_2024-01-30.csv")), genes);
  const places = new Map(
    placeCatalogue(catalogue, genes.genomeLength).placed.map((one) => [
      `${one.gene.locusTag} ${one.variant.mutation}`,
      one,
    ]),
  );
  const known = new Set(
    catalogue.genes.flatMap(({ gene, rows }) => rows.map((row) => `${gene?.locusTag} ${row.mutation}`)),
  );
  const genome = genomeSequence();
  const [alike, different]: [string[], string[]] = [[], []];
  const table = gunzipSync(capturedBytes("tbdb/who/Genomic_coordinates_7May2024.vcf.gz")).toString("utf8");
  for (const row of table.split("\n")) {
    if (row === "" || row.startsWith("#")) continue;
    const [, position, , ref = "", alt = "", , , info = ""] = row.split("\t");
    const [, name = "", mutation = ""] = /^graded_variant=([^_]+)_(.*)$/.exec(info) ?? [];
    const key = `${genes.resolve(name).genes[0]?.locusTag} ${mutation}`;
    const place = places.get(key);
    const change = place?.variant.change ?? null;
    if (place === undefined || change === null) {
      const scale = mutation === "LoF" ? "LoF" : `${mutation.slice(0, 2)}`;
      if (mutation.includes("&")) different.push(`${scale} several variants in one row`);
      else if (mutation === "LoF") different.push("LoF, a consequence without a place of its own");
      else different.push(known.has(key) ? `${key}: unreadable` : `${scale} not in this version of the catalogue`);
      continue;
    }
    const edit = trimmed(Number(position), ref, alt);
    const what = `${change.scale}. ${change.kind}`;
    if (isAlike(genome, place, change, edit)) alike.push(what);
    else different.push(`${what}: ${key}`);
  }
  return { alike: tally(alike), different: tally(different) };
}

function trimmed(position: number, ref: string, alt: string): Edit {
  let tail = 0;
  while (tail < ref.length && tail < alt.length && ref.at(-1 - tail) === alt.at(-1 - tail)) tail += 1;
  let head = 0;
  while (head < ref.length - tail && head < alt.length - tail && ref[head] === alt[head]) head += 1;
  return {
    from: position + head,
    deleted: ref.slice(head, ref.length - tail),
    inserted: alt.slice(head, alt.length - tail),
  };
}

function isAlike(genome: string, place: PlacedVariant, change: Change, edit: Edit): boolean {
  if (change.scale === "p") {
    const [from, to] = reachOf(genome, edit);
    const touches = from <= place.to && to >= place.from;
    return touches || firstChangedResidue(genome, place, edit) === change.start;
  }
  const ours = editOf(genome, place, change);
  const low = Math.max(1, Math.min(edit.from, ours.from) - 1);
  const high = Math.max(edit.from + edit.deleted.length, ours.from + ours.deleted.length) + 1;
  return edited(genome, edit, low, high) === edited(genome, ours, low, high);
}
