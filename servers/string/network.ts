import type { Call } from "../kit/call.ts";
import { Fault } from "../kit/fault.ts";
import type { Exchange } from "../kit/upstream/upstream.ts";
import type { Species } from "./arguments.ts";
import type { StringClient } from "./client.ts";
import { AskedPairs, pairGroups, pairKey } from "./pairs.ts";
import type { InteractionRow } from "./parse.ts";
import { reaches, thousandths } from "./score.ts";
import { byCodePoint } from "./string-id.ts";

export interface Edge {
  /** `idA|idB`, ids in code point order. */
  readonly key: string;
  readonly row: InteractionRow;
  /** The exchanges that gave this pair, the one whose scores are shown first. */
  readonly from: readonly Exchange[];
}

export interface Network {
  /** By combined score descending, then key. */
  readonly edges: readonly Edge[];
  readonly asked: AskedPairs;
  readonly faults: readonly Fault[];
  readonly rowsReceived: number;
  readonly belowThreshold: number;
  /** Rows that do not join two of the proteins asked: STRING was told to add none. */
  readonly unasked: number;
}

/**
 * The interactions among proteins of one species, every pair asked. A failed request leaves its pairs unasked and is
 * kept as a fault; the other requests still count.
 */
export async function networkAmong(
  client: StringClient,
  ask: { readonly ids: readonly string[]; readonly species: Species; readonly requiredScore: number },
  call: Call,
): Promise<Network> {
  const ids = [...ask.ids].sort(byCodePoint);
  const known = new Set(ids);
  const asked = new AskedPairs();
  const faults: Fault[] = [];
  const edges = new Map<string, Edge>();
  const counts = { rowsReceived: 0, belowThreshold: 0, unasked: 0 };

  for (const group of pairGroups(ids)) {
    call.progress("Asking STRING for interactions");
    try {
      const { rows, exchange } = await client.network(group, ask.species, ask.requiredScore, call);
      asked.add(group);
      counts.rowsReceived += rows.length;
      for (const row of rows) take(row, exchange);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push(error);
    }
  }
  return { edges: [...edges.values()].sort(byScore), asked, faults, ...counts };

  function take(row: InteractionRow, exchange: Exchange): void {
    if (row.a.id === row.b.id || !known.has(row.a.id) || !known.has(row.b.id)) {
      counts.unasked += 1;
      return;
    }
    if (!reaches(row.score, ask.requiredScore)) {
      counts.belowThreshold += 1;
      return;
    }
    const key = pairKey(row.a.id, row.b.id);
    const before = edges.get(key);
    const better = before === undefined || before.row.score < row.score;
    const others = (before?.from ?? []).filter((other) => other !== exchange);
    edges.set(key, {
      key,
      row: better ? row : before.row,
      from: better ? [exchange, ...others] : [...others, exchange],
    });
  }
}

const byScore = (a: Edge, b: Edge): number =>
  thousandths(b.row.score) - thousandths(a.row.score) || byCodePoint(a.key, b.key);
