import { Fault } from "../kit/fault.ts";
import { isUnknownDatabase, MAX_IDS_AT_ONCE } from "./client.ts";

/** What KEGG said to some of the ids, or why it did not. */
export interface Portion<R> {
  readonly ids: readonly string[];
  readonly reply: R | Fault;
}

/**
 * Asks for many ids in tens, one portion after the other. KEGG refuses a whole portion (400) for one id of an unknown
 * organism, so a refused portion is asked again id by id. Failures are kept with the ids that they concern.
 */
export async function inPortions<R>(
  ids: readonly string[],
  ask: (ids: readonly string[]) => Promise<R>,
): Promise<readonly Portion<R>[]> {
  const portions: Portion<R>[] = [];
  for (let start = 0; start < ids.length; start += MAX_IDS_AT_ONCE) {
    const some = ids.slice(start, start + MAX_IDS_AT_ONCE);
    const portion = await askPortion(some, ask);
    if (some.length === 1 || !isUnknownDatabase(portion.reply)) portions.push(portion);
    else for (const id of some) portions.push(await askPortion([id], ask));
  }
  return portions;
}

async function askPortion<R>(ids: readonly string[], ask: (ids: readonly string[]) => Promise<R>): Promise<Portion<R>> {
  try {
    return { ids, reply: await ask(ids) };
  } catch (error) {
    if (error instanceof Fault) return { ids, reply: error };
    throw error;
  }
}
