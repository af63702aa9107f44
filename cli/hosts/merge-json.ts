import { isDeepStrictEqual } from "node:util";
import { applyEdits, type FormattingOptions, modify, type ParseError, parse } from "jsonc-parser";
import { entryOver, isTable, UnreadableHostFile, valueAt } from "./entry.ts";
import type { Companion, Entry } from "./host.ts";

/** A host's file with our entry in it. */
export interface Merged {
  /** The same as before when nothing has to change. */
  readonly text: string;
  /** An entry of this name was there. */
  readonly known: boolean;
}

/**
 * A JSON file with an entry put in, and what the entry needs besides. Everything else stays as it is: order, comments,
 * trailing commas, line ends. Throws `UnreadableHostFile`.
 */
export function mergedJson(
  text: string,
  path: readonly string[],
  entry: Entry,
  companion: Companion | null = null,
): Merged {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const body = text.slice(mark.length);
  const filled = body.trim() === "" ? "{}\n" : body;
  const before = valueAt(rootOf(filled), path);
  const withEntry = put(filled, path, entryOver(before, entry));
  const next = companion === null ? withEntry : withItem(withEntry, companion);
  return { text: next === filled ? text : mark + next, known: before !== undefined };
}

function rootOf(body: string): Readonly<Record<string, unknown>> {
  const errors: ParseError[] = [];
  const root: unknown = parse(body, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isTable(root)) throw new UnreadableHostFile();
  return root;
}

function put(body: string, path: readonly (string | number)[], value: unknown): string {
  if (isDeepStrictEqual(valueAt(rootOf(body), path.map(String)), value)) return body;
  let next: string;
  try {
    next = applyEdits(body, modify(body, [...path], value, { formattingOptions: styleOf(body) }));
  } catch {
    // Something on the way to the entry is no object.
    throw new UnreadableHostFile();
  }
  rootOf(next);
  return next;
}

/** An item of a list, told by its id: added at the end, or replaced where it stands. */
function withItem(body: string, { path, item }: Companion): string {
  const list = valueAt(rootOf(body), path) ?? [];
  if (!Array.isArray(list)) throw new UnreadableHostFile();
  const at = list.findIndex((each) => isTable(each) && each.id === item.id);
  if (at >= 0 && isDeepStrictEqual(list[at], item)) return body;
  return put(body, path, at < 0 ? [...list, item] : list.with(at, item));
}

/** As the file is written already. */
const styleOf = (body: string): FormattingOptions => ({
  insertSpaces: !/^\t/m.test(body),
  tabSize: /^( +)\S/m.exec(body)?.[1]?.length ?? 2,
  eol: body.includes("\r\n") ? "\r\n" : "\n",
});
