import { type Call, CallLedger } from "../call.ts";
import { errorEntry } from "../envelope/assemble.ts";
import type { Licence } from "../envelope/envelope.ts";
import type { Outcome } from "../envelope/outcome.ts";
import { BadInput, Fault } from "../fault.ts";
import { harmless, harmlessCopy, shownValue } from "../text.ts";
import { KIT_NOTES } from "../tool-schema.ts";
import type { Clock } from "../upstream/upstream.ts";
import type { Table } from "./table.ts";
import { TableAnswer } from "./table-answer.ts";
import { type DocumentColumn, LEADING_COLUMNS, TABLE_VERSION, type TableDocument } from "./table-document.ts";
import type { Cell, TableRow } from "./table-row.ts";

export interface TableContext {
  readonly source: string;
  readonly licences: Readonly<Record<string, Licence>>;
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
  readonly warn: (message: string) => void;
}

/** A table's answer to an address. Throws only when the caller is gone; what fails is `upstream_failed`, without rows. */
export async function readTable(
  table: Table,
  segments: readonly string[],
  context: TableContext,
): Promise<TableDocument> {
  const parameters = (table.parameters ?? []).map((parameter, at) => ({ ...parameter, value: segments[at] ?? "" }));
  const query = Object.fromEntries(parameters.map(({ name, value }) => [name, shownValue(value)]));
  const ledger = new CallLedger();
  const ending = (outcome: Outcome, faults: readonly Fault[] = [], answer = new TableAnswer()): TableDocument =>
    documentOf(table, { query, outcome, faults, answer, ledger, context });

  const refused = parameters.filter(({ value, pattern }) => !new RegExp(`^(?:${pattern.source})$`, "u").test(value));
  if (refused.length > 0)
    return ending(
      "bad_input",
      refused.map(({ name }) => refusal(name)),
    );
  const call: Call = {
    signal: context.signal,
    deadlineAt: context.clock.now() + context.deadlineMs,
    ledger,
    window: { offset: 0, limit: Number.MAX_SAFE_INTEGER },
    progress: context.progress,
  };
  const answer = new TableAnswer();
  try {
    const outcome = await table.run(
      Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
      call,
      answer,
    );
    context.signal.throwIfAborted();
    return ending(outcome, [], answer);
  } catch (error) {
    context.signal.throwIfAborted();
    answer.rows = [];
    if (error instanceof BadInput) return ending("bad_input", error.faults);
    if (error instanceof Fault) return ending("upstream_failed", [error], answer);
    context.warn(
      `${context.source}.${table.name}: ${error instanceof Error ? error.name : "unknown error"} in a table`,
    );
    return ending("upstream_failed", [new Fault("unparsable", "The service's answer could not be read")]);
  }
}

const refusal = (name: string): Fault =>
  new Fault("invalid_argument", `${name} does not look like a value of this parameter`, { param: name });

interface Parts {
  readonly query: TableDocument["query"];
  readonly outcome: Outcome;
  readonly faults: readonly Fault[];
  readonly answer: TableAnswer;
  readonly ledger: CallLedger;
  readonly context: TableContext;
}

function documentOf(table: Table, { query, outcome, faults, answer, ledger, context }: Parts): TableDocument {
  const { columns, rows } = laidOut(table, answer.rows);
  return {
    table: TABLE_VERSION,
    source: context.source,
    name: table.name,
    outcome,
    query,
    resolved: Object.fromEntries((table.facts ?? []).map((fact) => [fact, harmlessCopy(answer.facts[fact] ?? null)])),
    columns,
    rows,
    notes: notesOf(table, answer, ledger),
    errors: faults.map(errorEntry),
    requests: ledger.entries,
    licences: licencesOf(answer.rows, context.licences),
  };
}

/** Columns with their repeated texts, and rows that point at them. */
function laidOut(
  table: Table,
  rows: readonly TableRow[],
): { columns: readonly DocumentColumn[]; rows: readonly (readonly Cell[])[] } {
  const columns = [...LEADING_COLUMNS, ...table.columns];
  const places = columns.map(({ repeats = false }) => (repeats ? new Map<Cell, number>() : null));
  const values = places.map((held) => (held === null ? null : ([] as string[])));
  const laid = rows.map((row) => {
    if (row.length !== columns.length || row[0] === "") throw new Error(`A row of ${table.name} has another shape`);
    return row.map((cell, at) => {
      const held = places[at];
      if (held == null || cell === null) return plainCell(cell);
      const known = held.get(cell);
      if (known !== undefined) return known;
      held.set(cell, held.size);
      values[at]?.push(harmless(String(cell)));
      return held.size - 1;
    });
  });
  return {
    columns: columns.map(({ name, description }, at) => ({ name, description, values: values[at] ?? null })),
    rows: laid,
  };
}

const PRINTABLE = /^[\x20-\x7e]*$/;

function plainCell(cell: Cell): Cell {
  if (typeof cell === "string") return PRINTABLE.test(cell) ? cell : harmless(cell);
  return typeof cell === "object" ? harmlessCopy(cell) : cell;
}

function notesOf({ name, notes }: Table, answer: TableAnswer, { staleAgeDays }: CallLedger): string[] {
  const said = [...answer.notes].map(([code, sentence]) => {
    const declared = notes[code];
    if (declared === undefined) throw new Error(`${name} uses a note that it does not declare: ${code}`);
    return `${code}: ${sentence ?? declared}`;
  });
  const stale = `stale_served: ${KIT_NOTES.stale_served} It was last confirmed ${staleAgeDays} days ago.`;
  return staleAgeDays === null ? said : [...said, stale];
}

function licencesOf(rows: readonly TableRow[], known: TableContext["licences"]): TableDocument["licences"] {
  const ids = [...new Set(rows.map(([, licence]) => licence))].sort();
  return Object.fromEntries(
    ids.map((id) => {
      const licence = known[id];
      if (licence === undefined) throw new Error(`A row names a licence that its source does not declare: ${id}`);
      return [id, licence];
    }),
  );
}
