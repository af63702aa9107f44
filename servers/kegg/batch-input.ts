import type { Answer } from "../kit/answer.ts";
import type { Item } from "../kit/envelope/envelope.ts";
import type { Outcome } from "../kit/envelope/outcome.ts";
import { BadInput, Fault } from "../kit/fault.ts";
import { shownValue } from "../kit/text.ts";
import { type NameRefusal, parseGeneName } from "./gene-name.ts";

/** One distinct input of a batch with its place in the argument (`names[3]`). */
export interface BatchInput<T> {
  readonly text: string;
  readonly param: string;
  readonly value: T;
}

export const REFUSED_INPUTS_NOTE = {
  refused_inputs: "Some inputs were refused as malformed; their items say why.",
} as const;

/**
 * The distinct inputs in order. Malformed ones are refused singly: noted, listed in `resolved.refused`, and kept for
 * their item. When none is left, the call is `bad_input` with every problem at once.
 */
export function readBatch<T extends { readonly kind: string }>(
  param: string,
  texts: readonly string[],
  parse: (text: string) => T | NameRefusal,
  answer: Pick<Answer, "note" | "refused">,
): readonly BatchInput<T | NameRefusal>[] {
  const inputs = [...new Set(texts)].map((text) => ({
    text,
    param: `${param}[${texts.indexOf(text)}]`,
    value: parse(text),
  }));
  const refusals = inputs.flatMap(({ text, param: place, value }) =>
    isRefusal(value) ? [{ text, place, reason: value.reason }] : [],
  );
  if (refusals.length === inputs.length) {
    throw new BadInput(
      refusals.map(({ place, reason }) => new Fault("invalid_argument", `${place} ${reason}`, { param: place })),
    );
  }
  if (refusals.length > 0) {
    answer.note(
      "refused_inputs",
      `${refusals.length} of ${inputs.length} distinct inputs were refused as malformed; their items say why.`,
    );
  }
  for (const { text, reason } of refusals) answer.refused.push({ value: shownValue(text), reason: sentence(reason) });
  return inputs;
}

export const isRefusal = (value: { readonly kind: string }): value is NameRefusal => value.kind === "refused";

const sentence = (reason: string): string => `This input ${reason}.`;

export const refusedItem = (text: string, { reason }: NameRefusal): Item =>
  emptyItem(shownValue(text), "bad_input", sentence(reason));

/** An item without a record. */
export const emptyItem = (input: string, outcome: Outcome, reason: string): Item => ({
  input,
  outcome,
  resolved_to: null,
  record_ids: [],
  reason,
});

/** A gene id with its organism, for tools that take no other name. */
export interface GeneId {
  readonly kind: "gene_id";
  readonly id: string;
}

export function parseGeneId(text: string): GeneId | NameRefusal {
  const name = parseGeneName(text);
  if (name.kind === "refused") return name;
  if (name.kind === "plain") return { kind: "refused", reason: "is not a KEGG gene id, such as mtu:Rv1908c" };
  return { kind: "gene_id", id: name.id };
}
