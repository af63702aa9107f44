import { Fault } from "../kit/fault.ts";
import type { InteractionRow } from "./parse.ts";
import type { TermRow } from "./parse-enrichment.ts";
import { parseStringId } from "./string-id.ts";

const foreign = (): Fault => new Fault("unparsable", "STRING's answer is about none of the proteins that were asked");

/**
 * Refuses a network in which no row touches a protein asked: it answers another question, and would pass for a network
 * without interactions. Rows of neighbours beside others are a matter of the caller.
 */
export function refuseForeignNetwork(rows: readonly InteractionRow[], ids: readonly string[]): void {
  const asked = new Set(ids);
  if (rows.length > 0 && !rows.some(({ a, b }) => asked.has(a.id) || asked.has(b.id))) throw foreign();
}

/** Refuses terms that no protein asked bears, where their bearers are named by STRING ids. */
export function refuseForeignTerms(rows: readonly TermRow[], ids: readonly string[]): void {
  const asked = new Set(ids);
  const byId = rows.filter(({ members }) => members.some((member) => parseStringId(member) !== null));
  if (byId.some(({ members }) => !members.some((member) => asked.has(member)))) throw foreign();
}
