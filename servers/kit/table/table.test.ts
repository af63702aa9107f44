import { afterEach, describe, expect, it } from "vitest";
import { type OpenSource, openSource } from "../../../tests/support/source-harness.ts";
import { Fault } from "../fault.ts";
import { readResource } from "../resources.ts";
import { defineSource } from "../source.ts";
import { defineTable, type Table } from "./table.ts";
import { type TableDocument, writtenOut } from "./table-document.ts";
import type { TableRow } from "./table-row.ts";

const FREE = {
  name: "Free",
  url: "https://free.example",
  attribution: "Us",
  terms: "attribution",
  redistribute: true,
} as const;
const CLOSED = { ...FREE, name: "Closed", terms: "academic_only", redistribute: false } as const;

const ROWS: readonly TableRow[] = [
  ["toy:a", "free", "one", "red", 1, ["x", "y"], { n: 1 }],
  ["toy:b", "free", "t\u0007wo", null, 2.5, [], {}],
  ["toy:a", "free", "one", "red", null, [], {}],
  ["toy:c", "free", "three", "bl\u202eue", 3, [], {}],
];

const colours = (run: Table["run"]): Table =>
  defineTable({
    name: "colours",
    title: "Colours",
    description: "All colours.",
    columns: [
      { name: "name", description: "Its name" },
      { name: "colour", description: "Its colour", repeats: true },
      { name: "weight", description: "Grams" },
      { name: "parts", description: "Its parts" },
      { name: "counts", description: "Numbers by name" },
    ],
    facts: ["version"],
    notes: { hint: "A hint." },
    untrusted: ["name", "colour"],
    run,
  });

const byPlace = (run: Table["run"]): Table =>
  defineTable({
    name: "places",
    title: "Places",
    description: "The places of one country.",
    parameters: [{ name: "country", description: "Two letters", pattern: /[a-z]{2}/ }],
    columns: [],
    notes: {},
    untrusted: [],
    run,
  });

let open: OpenSource | undefined;
afterEach(() => open?.close());

function sourceOf(tables: readonly Table[], options: { closed?: boolean; exposure?: "local" | "public" } = {}) {
  const source = defineSource({
    name: "toy",
    title: "Toy",
    description: "A toy.",
    homepage: "https://toy.example",
    terms: "None.",
    licences: { free: FREE, ...(options.closed && { closed: CLOSED }) },
    settings: {},
    create: () => tables,
  });
  open = openSource(source, { exposure: options.exposure ?? "local" });
  return open;
}

const signal = new AbortController().signal;
const textOf = (uri: string): Promise<string | null> =>
  open?.server.tables?.read(uri, { signal }) ?? Promise.resolve(null);
const documentOf = async (uri: string): Promise<TableDocument> => JSON.parse((await textOf(uri)) ?? "null");

const filled: Table["run"] = async (_parameters, _call, answer) => {
  answer.settle({ version: "7" });
  answer.note("hint");
  answer.rows = ROWS;
  return "found";
};

describe("a table", () => {
  it("is listed as a resource, or as a template when it takes parameters, with its untrusted columns", () => {
    const { server } = sourceOf([colours(filled), byPlace(filled)]);
    expect(server.tools).toEqual([]);
    expect(server.tables?.resources).toMatchObject([
      {
        uri: "gene-router-table://toy/colours",
        name: "colours_table",
        mimeType: "application/json",
        _meta: { "gene-router/untrusted": ["rows[].name", "rows[].colour"] },
      },
    ]);
    expect(server.tables?.templates).toMatchObject([{ uriTemplate: "gene-router-table://toy/places/{country}" }]);
  });

  it("says what an envelope says, and writes repeated texts once", async () => {
    sourceOf([colours(filled)]);
    const document = await documentOf("gene-router-table://toy/colours");
    expect(Object.keys(document)).toEqual([
      ...["table", "source", "name", "outcome", "query", "resolved", "columns"],
      ...["rows", "notes", "errors", "requests", "licences"],
    ]);
    expect(document).toMatchObject({
      table: "1",
      source: "toy",
      name: "colours",
      outcome: "found",
      resolved: { version: "7" },
      notes: ["hint: A hint."],
      errors: [],
      licences: { free: { name: "Free" } },
    });
    expect(document.columns.map(({ name, values }) => [name, values])).toEqual([
      ["record_id", null],
      ["licence", ["free"]],
      ["name", null],
      ["colour", ["red", "blue"]],
      ["weight", null],
      ["parts", null],
      ["counts", null],
    ]);
    expect(document.rows).toEqual([
      ["toy:a", 0, "one", 0, 1, ["x", "y"], { n: 1 }],
      ["toy:b", 0, "two", null, 2.5, [], {}],
      ["toy:a", 0, "one", 0, null, [], {}],
      ["toy:c", 0, "three", 1, 3, [], {}],
    ]);
  });

  it("can be written out, cell by cell", async () => {
    sourceOf([colours(filled)]);
    const { columns, rows } = writtenOut(await documentOf("gene-router-table://toy/colours"));
    expect(columns.every(({ values }) => values === null)).toBe(true);
    expect(rows.map((row) => row.slice(1, 4))).toEqual([
      ["free", "one", "red"],
      ["free", "two", null],
      ["free", "one", "red"],
      ["free", "three", "blue"],
    ]);
  });

  it("has the same bytes each time", async () => {
    sourceOf([colours(filled)]);
    const [one, other] = [
      await textOf("gene-router-table://toy/colours"),
      await textOf("gene-router-table://toy/colours"),
    ];
    expect(one).toBe(other);
  });

  it("gets its parameters from the address, decoded once", async () => {
    const seen: unknown[] = [];
    sourceOf([
      byPlace(async (parameters) => {
        seen.push(parameters);
        return "none_on_record";
      }),
    ]);
    const document = await documentOf("gene-router-table://toy/places/d%65");
    expect([seen, document.query, document.outcome]).toEqual([
      [{ country: "de" }],
      { country: "de" },
      "none_on_record",
    ]);
  });

  it.each(["DE", "deu", "", "d%2F", "..", "d e", "%2525"])(
    "refuses the parameter %j before anything runs",
    async (value) => {
      sourceOf([byPlace(() => Promise.reject(new Error("ran")))]);
      const document = await documentOf(`gene-router-table://toy/places/${value}`);
      expect(document).toMatchObject({
        outcome: "bad_input",
        rows: [],
        errors: [{ code: "invalid_argument", param: "country" }],
        requests: [],
      });
      if (value !== "") expect(JSON.stringify([document.errors, document.notes])).not.toContain(value);
    },
  );

  it.each([
    "gene-router-table://toy/nosuch",
    "gene-router-table://toy/colours/x",
    "gene-router-table://toy/places",
    "gene-router-table://other/colours",
    "gene-router-table://toy/%E0%A4%A",
    "gene-router-table://toy",
  ])("does not exist at %s", async (uri) => {
    const { server } = sourceOf([colours(filled), byPlace(filled)]);
    expect(await textOf(uri)).toBeNull();
    await expect(readResource(server, uri, { signal })).rejects.toThrow("Resource not found");
  });
});

describe("a table that fails", () => {
  const failing: [string, Table["run"], string][] = [
    [
      "a fault",
      () => Promise.reject(new Fault("upstream_error", "The service failed", { status: 503 })),
      "upstream_error",
    ],
    ["an error that nobody foresaw", () => Promise.reject(new TypeError("SECRET text from upstream")), "unparsable"],
    [
      "a fault after rows were laid out",
      async (_parameters, _call, answer) => {
        answer.rows = ROWS;
        throw new Fault("network", "The connection failed");
      },
      "network",
    ],
  ];
  it.each(failing)("by %s is no empty table: it says so and has no rows", async (_what, run, code) => {
    const { warnings } = sourceOf([colours(run)]);
    const document = await documentOf("gene-router-table://toy/colours");
    expect(document).toMatchObject({ outcome: "upstream_failed", rows: [], licences: {}, errors: [{ code }] });
    expect(JSON.stringify([document, warnings])).not.toContain("SECRET");
  });

  const unsound: [string, readonly TableRow[]][] = [
    ["a row that is too short", [["toy:a", "free", "one"]]],
    ["a row without an id", [["", "free", "one", "red", 1, [], {}]]],
    ["a licence that the source does not declare", [["toy:a", "unknown", "one", "red", 1, [], {}]]],
  ];
  it.each(unsound)("its own rules, by %s, is shown to nobody", async (_what, rows) => {
    sourceOf([
      colours(async (_parameters, _call, answer) => {
        answer.rows = rows;
        return "found";
      }),
    ]);
    expect(await documentOf("gene-router-table://toy/colours")).toMatchObject({
      outcome: "upstream_failed",
      rows: [],
      errors: [{ code: "unparsable" }],
    });
  });

  it("because its caller has left answers nothing", async () => {
    const leaving = new AbortController();
    sourceOf([
      colours(async () => {
        leaving.abort(new Error("left"));
        return "found";
      }),
    ]);
    const reading = open?.server.tables?.read("gene-router-table://toy/colours", { signal: leaving.signal });
    await expect(reading).rejects.toThrow("left");
  });
});

describe("a table under terms that forbid passing it on", () => {
  it("is served locally", async () => {
    sourceOf([colours(filled)], { closed: true });
    expect((await documentOf("gene-router-table://toy/colours")).rows).toHaveLength(4);
  });

  it("does not exist on a public address, as the bodies of its source do not", async () => {
    const { server } = sourceOf([colours(filled)], { closed: true, exposure: "public" });
    expect(server.tables?.resources).toEqual([]);
    expect(await textOf("gene-router-table://toy/colours")).toBeNull();
  });

  it("of other terms is served there", async () => {
    sourceOf([colours(filled)], { exposure: "public" });
    expect((await documentOf("gene-router-table://toy/colours")).outcome).toBe("found");
  });
});
