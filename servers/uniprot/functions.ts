import { normaliseText } from "../kit/text.ts";
import { type Evidence, parseEvidence } from "./evidence.ts";
import type { RawComment } from "./raw-entry.ts";

export interface FunctionStatement extends Evidence {
  readonly text: string;
}

/** Text fit for quoting, and how many invisible characters were taken out of it. */
export interface CleanText {
  readonly text: string;
  readonly removed: number;
}

/** One statement for each text of each FUNCTION comment, in document order, with the evidence of that text alone. */
export function functionStatements(
  comments: readonly RawComment[],
): { readonly statement: FunctionStatement; readonly removed: number }[] {
  return comments
    .filter((comment) => comment.commentType === "FUNCTION")
    .flatMap((comment) => comment.texts)
    .map(({ value, evidences }) => ({ clean: normaliseText(value ?? ""), evidences }))
    .filter(({ clean }) => clean.text !== "")
    .map(({ clean, evidences }) => ({
      statement: { text: clean.text, ...parseEvidence(evidences) },
      removed: clean.removed,
    }));
}

/** Subunit texts, in document order. */
export const subunitTexts = (comments: readonly RawComment[]): CleanText[] =>
  comments
    .filter((comment) => comment.commentType === "SUBUNIT")
    .flatMap((comment) => comment.texts.map((text) => normaliseText(text.value ?? "")))
    .filter((clean) => clean.text !== "");

/** Reactions as written (`2 H2O2 = O2 + 2 H2O`), in document order. */
export const reactionTexts = (comments: readonly RawComment[]): CleanText[] =>
  reactionsOf(comments)
    .map((reaction) => normaliseText(reaction.name ?? ""))
    .filter((clean) => clean.text !== "");

/** EC numbers that reactions carry. */
export const reactionEcNumbers = (comments: readonly RawComment[]): string[] =>
  reactionsOf(comments).flatMap((reaction) => (reaction.ecNumber ? [reaction.ecNumber] : []));

const reactionsOf = (comments: readonly RawComment[]) =>
  comments.flatMap((comment) =>
    comment.commentType === "CATALYTIC ACTIVITY" && comment.reaction ? [comment.reaction] : [],
  );
