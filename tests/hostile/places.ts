/** Formats of the six services, each with the places at which text from outside can stand. */
export type Format = "json" | "xml" | "rows" | "csv" | "flat" | "yaml";

type Change = (text: string) => string;
/** The pieces of a body: what is form, and what is text at a named place. */
type Piece = string | { readonly place: string; readonly text: string };

/** The names of a body's places: `results[].genes[].geneName.value`, `AbstractText`, `column 3`. */
export function placesOf(format: Format, body: string): string[] {
  const names = new Set<string>();
  changed(format, body, (place, text) => {
    names.add(place);
    return text;
  });
  return [...names];
}

/**
 * The body with the text at one place changed: at every occurrence, or at the last one only.
 * The text is written as the format writes text, so that the body stays what its reader takes for well-formed.
 */
export function withTextAt(format: Format, body: string, place: string, change: Change, which: "all" | "last"): string {
  let last = -1;
  let at = 0;
  changed(format, body, (found, text) => {
    if (found === place) last = at;
    at += 1;
    return text;
  });
  at = 0;
  return changed(format, body, (found, text) => {
    const isMeant = found === place && (which === "all" || at === last);
    at += 1;
    return isMeant ? change(text) : text;
  });
}

type Visit = (place: string, text: string) => string;

function changed(format: Format, body: string, visit: Visit): string {
  if (format === "json") return JSON.stringify(changedJson(JSON.parse(body), "", visit));
  return piecesOf[format](body)
    .map((piece) => {
      if (typeof piece === "string") return piece;
      const text = visit(piece.place, piece.text);
      return text === piece.text ? text : written[format](text);
    })
    .join("");
}

function changedJson(value: unknown, path: string, visit: Visit): unknown {
  if (Array.isArray(value)) return value.map((each) => changedJson(each, `${path}[]`, visit));
  if (typeof value === "object" && value !== null) {
    const at = (key: string) => (path === "" ? key : `${path}.${key}`);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changedJson(each, at(key), visit)]));
  }
  const given = String(value);
  const text = visit(path, given);
  return text === given ? value : text;
}

const piecesOf: Record<Exclude<Format, "json">, (body: string) => Piece[]> = {
  xml: (body) => {
    let element = "";
    return body.split(/(<[^>]*>)/).flatMap((part): Piece[] => {
      if (!part.startsWith("<")) return part.trim() === "" ? [part] : [{ place: element, text: part }];
      element = /^<\/?([\w:]+)/.exec(part)?.[1] ?? "prolog";
      if (/^<[?!/]/.test(part)) return [part];
      return part.split(/([\w:]+="[^"]*")/).flatMap((bit): Piece[] => {
        const [, name, text] = /^([\w:]+)="([^"]*)"$/.exec(bit) ?? [];
        return name === undefined ? [bit] : [`${name}="`, { place: `${element} @${name}`, text: text as string }, '"'];
      });
    });
  },
  rows: (body) => linesOf(body, (line) => (line.startsWith("#") ? [line] : cellsOf(line, "\t"))),
  // Without its header a table is no table, and nothing of it would be read.
  csv: (body) => {
    const header = body.slice(0, body.indexOf("\n") + 1);
    return [header, ...linesOf(body.slice(header.length), (line) => cellsOf(line, ","))];
  },
  flat: (body) => {
    let key = "";
    return linesOf(body, (line) => {
      const [, name, space, value] = /^(\S*)(\s+)(\S.*)$/.exec(line) ?? [];
      if (value === undefined) return [line];
      if (name !== "") key = name as string;
      return [`${name}${space}`, { place: key, text: value }];
    });
  },
  yaml: (body) =>
    body
      .split(/([\w.]+(?=[,}\]\n]))/)
      .map((part, index): Piece => (index % 2 === 1 ? { place: "value", text: part } : part)),
};

const linesOf = (body: string, pieces: (line: string) => Piece[]): Piece[] =>
  body.split(/(\n)/).flatMap((line): Piece[] => (line === "\n" || line === "" ? [line] : pieces(line)));

const cellsOf = (line: string, separator: string): Piece[] =>
  line
    .split(separator)
    .flatMap((text, index): Piece[] => [...(index === 0 ? [] : [separator]), { place: `column ${index + 1}`, text }]);

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Tables have no way to write a separator: there, whatever the text holds is form. */
const written: Record<Exclude<Format, "json">, Change> = {
  xml: (text) => text.replace(/[&<>"]/g, (character) => escapes[character] as string),
  rows: (text) => text,
  csv: (text) => `"${text.replaceAll('"', '""')}"`,
  flat: (text) => text,
  yaml: (text) => JSON.stringify(text),
};
