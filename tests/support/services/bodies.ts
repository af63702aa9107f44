import type { Asked } from "./scenario.ts";

/** The forms that bodies have here. */
export type Form = "table" | "csv" | "flat" | "json" | "xml" | "lines" | "yaml" | "text";

/** What form the healthy answer to a request has. */
export function formOf({ service, path }: Pick<Asked, "service" | "path">): Form {
  switch (service) {
    case "kegg":
      if (path.startsWith("/get/")) return "flat";
      return path.startsWith("/info/") ? "text" : "table";
    case "ncbi":
      if (path.startsWith("/efetch")) return "xml";
      return path.startsWith("/ecitmatch") ? "lines" : "json";
    case "tbdb": {
      const ending = path.slice(path.lastIndexOf(".") + 1);
      return ending === "csv" ? "csv" : ending === "yml" ? "yaml" : ending === "json" ? "json" : "table";
    }
    default:
      return "json";
  }
}

/** A body taken apart at its rows: what stands before them, each row with its end, what stands behind. */
export interface Parts {
  readonly head: string;
  readonly rows: readonly string[];
  readonly tail: string;
}

/** Rows of a body, or null where it has none (or its form has none). */
export function partsOf(form: Form, text: string): Parts | null {
  switch (form) {
    case "table":
    case "lines":
      return parts(text, /^(?!#).*\S.*\n/gm);
    case "csv":
      return parts(text, /(?<=\n).*\S.*\n/g);
    case "flat":
      return parts(text, /^ENTRY[\s\S]*?^\/\/\/\n/gm);
    case "xml":
      return parts(text, /<PubmedArticle>[\s\S]*?<\/PubmedArticle>\s*/g);
    default:
      return null;
  }
}

function parts(text: string, row: RegExp): Parts | null {
  const found = [...text.matchAll(row)];
  const [first] = found;
  const last = found.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    head: text.slice(0, first.index),
    rows: found.map(([whole]) => whole),
    tail: text.slice(last.index + last[0].length),
  };
}

export const joined = ({ head, rows, tail }: Parts): string => head + rows.join("") + tail;

/** A list of rows anywhere in a JSON answer: at its top, or under one of the names that lists have here. */
export function changeJsonRows(text: string, change: (rows: unknown[]) => unknown[]): string | null {
  const value: unknown = JSON.parse(text);
  if (Array.isArray(value)) return value.length === 0 ? null : JSON.stringify(change(value));
  for (const name of ["results", "records"]) {
    const rows = (value as Record<string, unknown>)[name];
    if (Array.isArray(rows) && rows.length > 0) return JSON.stringify({ ...(value as object), [name]: change(rows) });
  }
  return null;
}

/** Every value of a JSON text, inside out. */
export const mapJson = (text: string, change: (key: string, value: unknown) => unknown): string =>
  JSON.stringify(
    JSON.parse(text, function (this: unknown, key, value: unknown) {
      return change(key, value);
    }),
  );

/** Where a body is cut so that the cut shows: inside a row's ids, an element, a string. */
export function cutPoint(form: Form, text: string): number {
  const body = partsOf(form, text);
  switch (form) {
    case "table":
    case "csv":
    case "lines": {
      const last = body?.rows.at(-1) ?? text;
      const columns = last.search(form === "table" ? /\t/ : form === "csv" ? /,/ : /\|[^|]*\n$/);
      const start = text.length - (body?.tail.length ?? 0) - last.length;
      // Behind the first column, or before the answer of a line: what is left is no row any more.
      return start + Math.max(1, columns - 2);
    }
    case "flat":
      return text.length - 5;
    default:
      return Math.floor(text.length * 0.6);
  }
}
