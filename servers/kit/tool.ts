import type { z } from "zod";
import type { Answer } from "./answer.ts";
import type { Call } from "./call.ts";
import type { Outcome } from "./envelope/outcome.ts";

export interface ToolSpec<
  I extends z.ZodObject = z.ZodObject,
  D extends z.ZodType = z.ZodType,
  R extends z.ZodRawShape = z.ZodRawShape,
  Q extends z.ZodRawShape = z.ZodRawShape,
> {
  /** Leaf name, verb first: `^[a-z][a-z0-9_]{0,49}$`. */
  readonly name: string;
  readonly title: string;
  /** What it returns, its main trap, its rate limit. For a model. */
  readonly description: string;
  /** `z.strictObject`, every property described. `cursor` and `max_bytes` are added for list tools. */
  readonly input: I;
  /** A list tool: takes `cursor` and `max_bytes`; its own `limit`, if any, is in `input`. */
  readonly list?: boolean;
  /** Extra fields of `query` (`…_sent`, `…_used`), all optional. */
  readonly sent?: Q;
  /** Tool-specific fields of `resolved`, all optional; `matched_by`, `candidates`, `refused` are there already. */
  readonly resolved?: R;
  /** Closed schema of `records[].detail`. */
  readonly detail: D;
  /** Closed list of note codes → the sentence used when none is given. Flags must be among them. */
  readonly notes: Readonly<Record<string, string>>;
  /** Paths of text that comes from upstream: `records[].name`, `records[].detail.title`. */
  readonly untrusted: readonly string[];
  /** Default true; false for a source without network. */
  readonly openWorld?: boolean;
  /** Fills `answer`; returns the outcome. Throws `Fault` for a needed request, `BadInput` for arguments. */
  run(input: z.output<I>, call: Call, answer: Answer<z.input<D>>): Promise<Outcome>;
}

/** A tool as the kit keeps it; its type parameters have done their work inside `defineTool`. */
export interface Tool extends Omit<ToolSpec, "run"> {
  run(input: Readonly<Record<string, unknown>>, call: Call, answer: Answer): Promise<Outcome>;
}

/** Checks a tool's shape at compile time and hides its type parameters. */
export function defineTool<
  I extends z.ZodObject,
  D extends z.ZodType,
  R extends z.ZodRawShape = Record<never, never>,
  Q extends z.ZodRawShape = Record<never, never>,
>(spec: ToolSpec<I, D, R, Q>): Tool {
  return spec as unknown as Tool;
}

/**
 * A tool whose result is its own closed object instead of the envelope, and which checks its arguments itself. The one
 * case: texts that the caller supplies have no provenance, so nothing in the answer may look citable.
 */
export interface BareTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What is advertised; `run` gets the arguments as they came. */
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly untrusted: readonly string[];
  readonly openWorld: boolean;
  /** Largest request that a hop in front of this tool must let through, bytes. */
  readonly maxRequestBytes: number;
  run(given: unknown): { readonly result: object; readonly isError: boolean };
}

export const isBareTool = (tool: Tool | BareTool): tool is BareTool => "output" in tool;
