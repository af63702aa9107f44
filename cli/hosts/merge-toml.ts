import { isDeepStrictEqual } from "node:util";
import { parse, stringify } from "smol-toml";
import { entryOver, isTable, UnreadableHostFile, valueAt } from "./entry.ts";
import type { Entry } from "./host.ts";
import type { Merged } from "./merge-json.ts";

/**
 * A TOML file with an entry put in. There is no editor of TOML that keeps comments, so the entry goes to the end as a
 * table of its own and no other line is touched; the result is read again and compared before it counts. Throws
 * `UnreadableHostFile`.
 */
export function mergedToml(text: string, path: readonly string[], entry: Entry): Merged {
  const root = rootOf(text);
  const known = valueAt(root, path);
  const wanted = entryOver(known, entry);
  if (isDeepStrictEqual(known, wanted)) return { text, known: true };
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const kept = (known === undefined ? text : withoutTable(text, path)).trimEnd();
  const table = stringify(path.reduceRight<Record<string, unknown>>((below, key) => ({ [key]: below }), { ...wanted }));
  const next = `${kept}${kept === "" ? "" : eol + eol}${table.trim().replaceAll("\n", eol)}${eol}`;
  const others = (value: unknown): unknown => without(value, path);
  const after = rootOf(next);
  if (!isDeepStrictEqual(others(after), others(root)) || !isDeepStrictEqual(valueAt(after, path), wanted))
    throw new UnreadableHostFile();
  return { text: next, known: known !== undefined };
}

/** As plain objects, so that two documents can be compared. */
function rootOf(text: string): unknown {
  try {
    return JSON.parse(JSON.stringify(parse(text.replace(/^\uFEFF/, ""))));
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

/** What is left when the entry is out, and tables that only led to it. */
function without(root: unknown, [key = "", ...rest]: readonly string[]): unknown {
  if (!isTable(root) || !Object.hasOwn(root, key)) return root;
  const { [key]: own, ...others } = root;
  const below = rest.length === 0 ? undefined : without(own, rest);
  return below === undefined || (isTable(below) && Object.keys(below).length === 0)
    ? others
    : { ...others, [key]: below };
}
