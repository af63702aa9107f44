import type { Call } from "../call.ts";
import type { Outcome } from "../envelope/outcome.ts";
import type { TableAnswer } from "./table-answer.ts";

export interface TableColumn {
  /** `^[a-z][a-z0-9_]*$`. */
  readonly name: string;
  readonly description: string;
  /**
   * A few texts fill the column: each is written once, in `columns[].values`, and a cell is the place of its text there
   * (null stays null). Without it, the whole of a large table would not pass through the buffers of usual hosts.
   */
  readonly repeats?: boolean;
}

export interface TableParameter {
  readonly name: string;
  readonly description: string;
  /** What a value must look like, whole. */
  readonly pattern: RegExp;
}

/**
 * One whole data set of a source, for programs: what a tool would hand out page by page, as one resource. A model should
 * never have to read it, so it is no tool.
 */
export interface TableSpec {
  /** `^[a-z][a-z0-9_]{0,49}$`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Path segments after the name, in order. */
  readonly parameters?: readonly TableParameter[];
  /** After `record_id` and `licence`, which every table has. */
  readonly columns: readonly TableColumn[];
  /** Names of facts that the answer settles (data version, counts). */
  readonly facts?: readonly string[];
  /** Closed list of note codes → the sentence used when none is given. */
  readonly notes: Readonly<Record<string, string>>;
  /** Columns whose text comes from upstream. */
  readonly untrusted: readonly string[];
  /** Fills `answer`; returns the outcome. Throws `Fault` for a request that failed: the table then has no rows. */
  run(parameters: Readonly<Record<string, string>>, call: Call, answer: TableAnswer): Promise<Outcome>;
}

export interface Table extends TableSpec {
  readonly kind: "table";
}

export const defineTable = (spec: TableSpec): Table => ({ kind: "table", ...spec });

export const isTable = (offer: object): offer is Table => "kind" in offer && offer.kind === "table";
