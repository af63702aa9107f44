import type { Outcome } from "../../servers/kit/envelope/outcome.ts";
import type { Scenario } from "../support/services/scenario.ts";
import type { Call } from "./calls.ts";
import { EXCEPTIONS, type Exception } from "./exceptions.ts";

interface Cell {
  readonly source: string;
  readonly call: Call;
  /** `method path body` of the request at which it happens. */
  readonly line: string;
  readonly scenario: Scenario;
}

export type Expectation =
  /** The healthy answer. */
  | { readonly kind: "same" }
  /** `upstream_failed`, or the healthy outcome where the request decorates. */
  | { readonly kind: "fails" }
  /** A typed answer of the service, which nothing tells from a healthy one. */
  | { readonly kind: "reads"; readonly outcome: Outcome };

export const exceptionFor = (cell: Cell): Exception | undefined =>
  EXCEPTIONS.find(
    ({ source, tool, line, scenario }) =>
      source === cell.source &&
      tool?.test(cell.call.tool) !== false &&
      line?.test(cell.line) !== false &&
      scenario.test(cell.scenario.name),
  );

/** What must come of a scenario: what its own codes say, unless the table of exceptions knows better. */
export function expectationOf(cell: Cell): Expectation {
  const exception = exceptionFor(cell);
  if (exception === undefined) return { kind: cell.scenario.codes.length === 0 ? "same" : "fails" };
  const { reads } = exception;
  return reads === "same" || reads === "fails" ? { kind: reads } : { kind: "reads", outcome: reads };
}
