import type { Outcome } from "../../servers/kit/envelope/outcome.ts";
import type { Scenario } from "../support/services/scenario.ts";
import type { Call } from "./calls.ts";
import { EXCEPTIONS } from "./exceptions.ts";

export type Expectation =
  /** The healthy answer. */
  | { readonly kind: "same" }
  /** `upstream_failed`, or the healthy outcome where the request decorates. */
  | { readonly kind: "fails" }
  /** A typed answer of the service, which nothing tells from a healthy one. */
  | { readonly kind: "reads"; readonly outcome: Outcome };

/** What must come of a scenario: what its own codes say, unless the table of exceptions knows better. */
export function expectationOf(cell: { source: string; call: Call; line: string; scenario: Scenario }): Expectation {
  const exception = EXCEPTIONS.find(
    ({ source, tool, line, scenario }) =>
      source === cell.source &&
      tool?.test(cell.call.tool) !== false &&
      line?.test(cell.line) !== false &&
      scenario.test(cell.scenario.name),
  );
  if (exception === undefined) return { kind: cell.scenario.codes.length === 0 ? "same" : "fails" };
  const { reads } = exception;
  return reads === "same" || reads === "fails" ? { kind: reads } : { kind: "reads", outcome: reads };
}
