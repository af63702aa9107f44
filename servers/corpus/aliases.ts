import { z } from "zod";
import type { Aliases } from "./naming.ts";

const Spellings = z.union([
  z.array(z.string()),
  z.object({ accepted: z.array(z.string()) }).transform(({ accepted }) => accepted),
]);

/** Accepted spellings by gene: a list, or `{accepted, rejected}`; rejected spellings are kept in the file for the reader. */
export const AliasesPart = z.record(z.string(), z.unknown()).nullish();

/** Every gene of the corpus with its accepted spellings; a spelling that several genes claim is nobody's. */
export function aliasesOf(genes: readonly string[], given: z.output<typeof AliasesPart>): Aliases {
  const table = spellingTable(given ?? {});
  const owners = new Map<string, Set<string>>();
  for (const gene of genes) {
    for (const spelling of [gene, ...(table.get(gene) ?? [])]) {
      const key = spelling.toLowerCase();
      owners.set(key, (owners.get(key) ?? new Set()).add(gene));
    }
  }
  const isOwn = (gene: string, spelling: string): boolean =>
    spelling.toLowerCase() === gene.toLowerCase() || owners.get(spelling.toLowerCase())?.size === 1;
  return new Map(genes.map((gene) => [gene, (table.get(gene) ?? []).filter((spelling) => isOwn(gene, spelling))]));
}

function spellingTable(given: Readonly<Record<string, unknown>>): Map<string, string[]> {
  // The table may stand below one `accepted` key, beside one `rejected` key.
  const whole = z.record(z.string(), z.array(z.string())).safeParse(given.accepted);
  const rows = Object.entries(whole.success ? whole.data : given);
  return new Map(
    rows.flatMap(([gene, value]) => {
      const spellings = Spellings.safeParse(value);
      return spellings.success ? [[gene, spellings.data] as const] : [];
    }),
  );
}
