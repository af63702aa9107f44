import { isDeepStrictEqual } from "node:util";
import { applyEdits, modify, type ParseError, parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml, stringify as stringifyToml } from "smol-toml";
import type { Host } from "./host.ts";

/** The host's file cannot be read as what it should be; nothing was changed. */
export class UnreadableHostFile extends Error {}

export type Merged = { readonly change: "none" } | { readonly change: "added" | "replaced"; readonly text: string };

/**
 * A host's configuration with our entry in it. Everything else stays as it is, comments and trailing commas included.
 * Throws `UnreadableHostFile`.
 *
 * @param text the file as it is; null when there is none.
 */
export function merged(
  host: Host,
  text: string | null,
  name: string,
  entry: Readonly<Record<string, unknown>>,
): Merged {
  return host.format === "json" ? mergedJson(host, text, name, entry) : mergedToml(host, text, name, entry);
}

const EMPTY_JSON = "{}\n";
const FORMATTING = { insertSpaces: true, tabSize: 2, eol: "\n" };

function mergedJson(host: Host, given: string | null, name: string, entry: Readonly<Record<string, unknown>>): Merged {
  const text = given === null || given.trim() === "" ? EMPTY_JSON : given;
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const body = text.slice(mark.length);
  const errors: ParseError[] = [];
  const root: unknown = parseJsonc(body, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isTable(root)) throw new UnreadableHostFile();
  const path = host.path(name);
  const known = at(root, path);
  if (isDeepStrictEqual(known, entry)) return { change: "none" };
  const edited = applyEdits(body, modify(body, [...path], entry, { formattingOptions: FORMATTING }));
  return { change: known === undefined ? "added" : "replaced", text: mark + edited };
}

/** TOML has no editor that keeps comments: a new entry goes to the end, and the rest is not touched. */
function mergedToml(host: Host, given: string | null, name: string, entry: Readonly<Record<string, unknown>>): Merged {
  const text = given ?? "";
  const root = tomlOf(text);
  const path = host.path(name);
  const known = at(root, path);
  if (isDeepStrictEqual(known, entry)) return { change: "none" };
  const kept = known === undefined ? text : withoutTable(text, path);
  const table = stringifyToml(
    path.reduceRight<Record<string, unknown>>((below, key) => ({ [key]: below }), { ...entry }),
  );
  const next = `${kept.trimEnd()}${kept.trim() === "" ? "" : "\n\n"}${table.trim()}\n`;
  // Whatever was in the file besides must still be there, whichever way it was written.
  const others = (value: unknown): unknown => without(value, path);
  if (!isDeepStrictEqual(others(tomlOf(next)), others(root))) throw new UnreadableHostFile();
  return { change: known === undefined ? "added" : "replaced", text: next };
}

/** As plain objects, so that two documents can be compared. */
function tomlOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(JSON.stringify(parseToml(text.replace(/^\uFEFF/, ""))));
  } catch {
    throw new UnreadableHostFile();
  }
}

/** The text less one table and what is below it. */
function withoutTable(text: string, path: readonly string[]): string {
  let inside = false;
  return text
    .split("\n")
    .filter((line) => {
      const header = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?/.exec(line)?.[1];
      if (header !== undefined) {
        const keys = header.split(".").map((key) => key.trim().replace(/^["'](.*)["']$/, "$1"));
        inside = path.every((key, level) => keys[level] === key);
      }
      return !inside;
    })
    .join("\n");
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

function at(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    root,
  );
}

function without(root: unknown, [key = "", ...rest]: readonly string[]): unknown {
  if (!isTable(root) || !Object.hasOwn(root, key)) return root;
  const { [key]: own, ...others } = root;
  const below = rest.length === 0 ? undefined : without(own, rest);
  return below === undefined || (isTable(below) && Object.keys(below).length === 0)
    ? others
    : { ...others, [key]: below };
}
