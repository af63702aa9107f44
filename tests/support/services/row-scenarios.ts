import { changeJsonRows, formOf, joined, mapJson, type Parts, partsOf } from "./bodies.ts";
import { type Reply, textOf, withText } from "./reply.ts";
import { type Asked, harmless, lasting, type Scenario } from "./scenario.ts";

/** Rows of a body changed, whatever its form; null where there are none. */
const rowsChanged =
  (change: <T>(rows: readonly T[]) => T[]): Scenario["change"] =>
  (healthy, asked) => {
    const form = formOf(asked);
    const text = textOf(healthy);
    if (healthy.status !== 200) return null;
    if (form === "json") {
      const changed = asked.service === "tbdb" ? null : changeJsonRows(text, change);
      return changed === null ? null : withText(healthy, changed);
    }
    const body = partsOf(form, text);
    return body === null ? null : withText(healthy, joined({ ...body, rows: change(body.rows) }));
  };

/** Lines of a table changed cell by cell; null for other forms. */
const cellsChanged =
  (
    change: (cells: string[], index: number) => readonly string[],
    wanted: (asked: Asked) => boolean,
  ): Scenario["change"] =>
  (healthy, asked) => {
    const form = formOf(asked);
    const body = form === "table" || form === "csv" ? partsOf(form, textOf(healthy)) : null;
    if (body === null || healthy.status !== 200 || !wanted(asked)) return null;
    const separator = form === "table" ? "\t" : ",";
    const changed = (line: string, index: number) =>
      `${change(line.trimEnd().split(separator), index).join(separator)}\n`;
    // A CSV's header is a row of names.
    const head = form === "csv" ? changed(body.head, -1) : body.head;
    return withText(healthy, joined({ ...body, head, rows: body.rows.map(changed) }));
  };

const isGeneList = ({ service, path }: Asked): boolean => service === "kegg" && /^\/(?:list\/[a-z]+$|find)/.test(path);
const isFile =
  (name: string) =>
  ({ path }: Asked): boolean =>
    path.endsWith(name);
const any = (): boolean => true;

const linesOf = (healthy: Reply, asked: Asked): Parts | null =>
  ["table", "csv", "lines"].includes(formOf(asked)) ? partsOf(formOf(asked), textOf(healthy)) : null;

const text =
  (change: (text: string) => string, wanted: (asked: Asked) => boolean): Scenario["change"] =>
  (healthy, asked) =>
    wanted(asked) && healthy.status === 200 ? withText(healthy, change(textOf(healthy))) : null;

const isJson = (asked: Asked): boolean => formOf(asked) === "json";

/** Ids and counts that services write as numbers today and as text tomorrow. */
const ID_FIELDS =
  /^(?:ncbiTaxonId(?:_[AB])?|taxonId|queryIndex|score|[a-z]score|p_value|fdr|number_of_genes(?:_in_background)?|bitscore|pmid|count|retmax|retstart)$/;

/** What is as good as the healthy answer, though it looks otherwise. */
export const LOOSE_SCENARIOS: readonly Scenario[] = [
  harmless(
    "doubled_rows",
    "every row twice",
    rowsChanged((rows) => rows.flatMap((row) => [row, row])),
  ),
  harmless(
    "reversed_rows",
    "rows in another order",
    rowsChanged((rows) => rows.toReversed()),
  ),
  harmless("blank_rows", "blank lines between rows", (healthy, asked) => {
    const body = linesOf(healthy, asked);
    return body === null ? null : withText(healthy, joined({ ...body, rows: body.rows.flatMap((row) => [row, "\n"]) }));
  }),
  harmless(
    "windows_lines",
    "carriage returns at the ends of lines",
    text(
      (body) => body.replaceAll("\n", "\r\n"),
      (asked) => !isJson(asked) && formOf(asked) !== "text",
    ),
  ),
  harmless("byte_order_mark", "a byte order mark", (healthy) => ({
    ...healthy,
    body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), healthy.body]),
  })),
  harmless(
    "no_last_line_end",
    "no line feed at the end",
    text(
      (body) => body.trimEnd(),
      (asked) => formOf(asked) !== "text",
    ),
  ),
  harmless(
    "pretty_json",
    "JSON with white space",
    text((body) => `\n${JSON.stringify(JSON.parse(body), null, 2)}\n`, isJson),
  ),
  harmless("new_field", "a field that nobody knows yet", (healthy, asked) => {
    if (!isJson(asked) || healthy.status !== 200) return null;
    const value: unknown = JSON.parse(textOf(healthy));
    const widened = Array.isArray(value)
      ? value.map((row: object) => ({ ...row, brandNew: { deep: [1] } }))
      : { ...(value as object), brandNew: [1] };
    return withText(healthy, JSON.stringify(widened));
  }),
  harmless(
    "number_as_text",
    "numbers of ids and scores as text",
    text(
      (body) =>
        mapJson(body, (key, value) => (ID_FIELDS.test(key) && typeof value === "number" ? String(value) : value)),
      isJson,
    ),
  ),
  harmless(
    "text_as_number",
    "text of ids as numbers",
    text(
      (body) =>
        mapJson(body, (key, value) => {
          if (key === "idlist") return (value as string[]).map(Number);
          return (ID_FIELDS.test(key) || key === "requested-id") && typeof value === "string" && /^\d+$/.test(value)
            ? Number(value)
            : value;
        }),
      isJson,
    ),
  ),
  harmless("new_column", "a further column where the layout lets one in", (healthy, asked) =>
    isGeneList(asked)
      ? cellsChanged((cells) => [...cells.slice(0, -1), "new", ...cells.slice(-1)], any)(healthy, asked)
      : cellsChanged((cells, index) => [index < 0 ? "new" : "x", ...cells], isFile("mutations.csv"))(healthy, asked),
  ),
  harmless(
    "old_link_prefix",
    "pathway ids without their prefix",
    text(
      (body) => body.replaceAll("path:", ""),
      ({ service, path }) => service === "kegg" && path.startsWith("/link/"),
    ),
  ),
];

const FEWER = ["unparsable", "incomplete", "unexpected_content", "in_band_error"] as const;

/** Layouts and rows that are not those of an answer to this question. */
export const LAYOUT_SCENARIOS: readonly Scenario[] = [
  lasting(
    "lost_first_column",
    "rows without their first column",
    FEWER,
    cellsChanged((cells) => cells.slice(1), any),
  ),
  lasting(
    "lost_last_column",
    "rows without their last column",
    FEWER,
    cellsChanged(
      (cells) => cells.slice(0, -1),
      (asked) => !isFile("mutations.csv")(asked),
    ),
  ),
  lasting(
    "lost_grades",
    "the catalogue without its grades",
    FEWER,
    cellsChanged((cells) => cells.toSpliced(5, 1), isFile("mutations.csv")),
  ),
  lasting("other_separator", "columns parted by another sign", FEWER, (healthy, asked) => {
    const form = formOf(asked);
    if (form !== "table" && form !== "csv") return null;
    const body = textOf(healthy);
    if (body.trim() === "") return null;
    return withText(healthy, form === "table" ? body.replaceAll("\t", " ; ") : body.replaceAll(",", "\t"));
  }),
  lasting("lost_key", "JSON whose key fields have other names", FEWER, (healthy, asked) => {
    if (!isJson(asked) || healthy.status !== 200) return null;
    const body = textOf(healthy);
    if (body === "[]") return null;
    const renamed = body.replaceAll(
      /"(stringId(?:_[AB])?|string_version|term|results|failedIds|primaryAccession|esearchresult|records|jobId|jobStatus|redirectURL|drugs)":/g,
      '"$1_new":',
    );
    return renamed === body ? null : withText(healthy, renamed);
  }),
  lasting(
    "other_shape",
    "a list where an object was, an object where a list was",
    ["unparsable", "in_band_error", "unexpected_content", "incomplete"],
    (healthy, asked) => {
      if (!isJson(asked) || healthy.status !== 200) return null;
      const value: unknown = JSON.parse(textOf(healthy));
      return withText(healthy, JSON.stringify(Array.isArray(value) ? { data: value } : [value]));
    },
  ),
];
