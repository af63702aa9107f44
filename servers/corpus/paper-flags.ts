import type { Paper } from "./corpus-content.ts";

/** Flags of a paper's standing; the kit writes the note of each flag that a shown record carries. */
export const STATE_NOTES = {
  retracted: "At least one paper here is retracted; it carries this flag and is no support for a claim.",
  expression_of_concern: "At least one paper here is under an expression of concern; it carries this flag.",
  corrected: "A correction to a paper with this flag has been published; it remains valid.",
  publication_notice: "A paper with this flag is itself a notice (retraction, concern, erratum or update) on another.",
  publication_state_unknown:
    "For papers with this flag the corpus does not say whether they were retracted or corrected.",
} as const;

export function paperFlags({ state }: Paper): (keyof typeof STATE_NOTES)[] {
  if (state === null) return ["publication_state_unknown"];
  const flags = (["retracted", "expression_of_concern", "corrected"] as const).filter((flag) =>
    state.states.includes(flag),
  );
  return state.is_notice ? [...flags, "publication_notice"] : flags;
}
