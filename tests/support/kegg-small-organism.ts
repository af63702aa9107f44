import type { KeggAnswers } from "./kegg-network.ts";

/** An H37Rv of a hundred genes: three known ones, and others without names. */
const known = [
  "Rv1908c\tCDS\t1..9\tkatG; enzyme",
  "Rv0006\tCDS\t1..9\tgyrA; enzyme",
  "Rv2428\tCDS\t1..9\tahpC; enzyme",
];
const others = Array.from({ length: 97 }, (_, index) => `RvX${index}\tCDS\t1..9\thypothetical protein`);
export const SMALL_LIST = [...known, ...others].map((row) => `mtu:${row}\n`).join("");

export const KATG_LINKS = ["mtu01100", "mtu00360", "mtu00983"].map((id) => `mtu:Rv1908c\tpath:${id}\n`).join("");

/** Link rows that give a pathway this many genes. */
export const linksOfSize = (id: string, size: number): string =>
  Array.from({ length: size }, (_, index) => `mtu:RvX${index}\tpath:${id}\n`).join("");

const names = ["mtu00360\tPhenylalanine", "mtu00983\tDrugs", "mtu01100\tMetabolic pathways"];

/** What a tool may ask of it: katG has three pathways, one of them broad; gyrA has none. */
export const SMALL_ORGANISM: KeggAnswers = {
  "list/mtu": SMALL_LIST,
  "link/pathway/mtu:Rv1908c": KATG_LINKS,
  "link/pathway/mtu:Rv0006": "\n",
  "list/pathway/mtu": names.map((row) => `${row} - H37Rv\n`).join(""),
  "link/pathway/mtu": linksOfSize("mtu01100", 60) + linksOfSize("mtu00360", 3) + linksOfSize("mtu00983", 4),
};
