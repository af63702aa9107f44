import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TableDocument, writtenOut } from "../../servers/kit/table/table-document.ts";
import { askModern } from "../support/router/raw-client.ts";
import { isMarked, PAYLOAD_NAMES, PAYLOADS, seeded } from "./payloads.ts";
import { placesOf, withTextAt } from "./places.ts";
import { isUnclean, textsIn } from "./rules.ts";
import { asGiven, type HostileWorld, openWorld, respond } from "./world.ts";

/** Whole tables are read by programs, through the same wire and under the same rules as the records of the tools. */
let world: HostileWorld;
let untrusted: ReadonlyMap<string, readonly string[]>;

interface Offered {
  readonly uri?: string;
  readonly uriTemplate?: string;
  readonly _meta?: { readonly "gene-router/untrusted"?: readonly string[] };
}

beforeAll(async () => {
  world = await openWorld(["kegg", "tbdb"]);
  const listed = await askModern(world.url, "resources/list");
  const templates = await askModern(world.url, "resources/templates/list");
  const offered: Offered[] = [...listed.body.result.resources, ...templates.body.result.resourceTemplates];
  untrusted = new Map(
    offered.map(({ uri, uriTemplate, _meta }) => [
      (uri ?? uriTemplate ?? "").replace("{organism}", "mtu"),
      _meta?.["gene-router/untrusted"] ?? [],
    ]),
  );
});
afterAll(() => world.close());

async function read(uri: string): Promise<TableDocument> {
  const { body } = await askModern(world.url, "resources/read", { uri });
  return JSON.parse(body.result.contents[0].text) as TableDocument;
}

const holdsControl = (document: TableDocument): boolean => [...textsIn(document)].some(({ text }) => isUnclean(text));

/** Every rule that a table breaks, in words. */
function broken(document: TableDocument, listed: readonly string[]): string[] {
  const { columns, rows, outcome, ...rest } = writtenOut(document);
  const problems: string[] = [];
  if (holdsControl(document)) problems.push("holds a control");
  if (isMarked(JSON.stringify([columns, rest]))) problems.push("the marker stands beside the rows");
  if (rows.length > 0 !== (outcome === "found")) problems.push(`${rows.length} rows for ${outcome}`);
  if (outcome === "upstream_failed" && rest.errors.length === 0) problems.push("a failure without an error");
  for (const row of rows) {
    if (!/^[!-~](?:[ -~]{0,198}[!-~])?$/.test(String(row[0]))) problems.push("a record_id that is not printable");
    for (const [at, cell] of row.entries()) {
      const column = columns[at]?.name;
      if (isMarked(JSON.stringify(cell)) && !listed.includes(`rows[].${column}`)) {
        problems.push(`the marker stands in ${column}`);
      }
    }
  }
  return [...new Set(problems)];
}

describe.each([
  "gene-router-table://kegg/pathways/mtu",
  "gene-router-table://tbdb/variants",
  "gene-router-table://tbdb/genes",
])("%s", (uri) => {
  it("keeps hostile texts in the columns that are announced", async () => {
    const random = seeded(uri.length);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const listed = untrusted.get(uri) ?? [];
    world.twist(asGiven);
    expect(listed.length).toBeGreaterThan(0);
    const benign = await read(uri);
    expect([benign.outcome, broken(benign, listed)]).toEqual(["found", []]);
    const problems: string[] = [];
    for (const { endpoint, format, body } of [...world.given.values()]) {
      const places = placesOf(format, body);
      for (const place of [...places, ...places, ...places]) {
        const kind = pick(PAYLOAD_NAMES);
        const change = pick([() => PAYLOADS[kind] as string, (text: string) => `${text}${PAYLOADS[kind]}`]);
        const which = pick(["all", "last"] as const);
        world.twist((answer) =>
          answer?.endpoint === endpoint
            ? respond({ ...answer, body: withTextAt(format, answer.body, place, change, which) })
            : asGiven(answer),
        );
        const found = broken(await read(uri), listed);
        if (world.sent.some(({ url }) => isMarked(url))) found.push("the marker was sent on");
        if (world.logged().some(isMarked)) found.push("the marker was logged");
        problems.push(...found.map((one) => `${kind} in ${endpoint} at ${place} (${which}): ${one}`));
      }
    }
    expect(problems.length, problems.join("\n")).toBe(0);
  });

  it("is found under no hostile address", async () => {
    for (const payload of Object.values(PAYLOADS)) {
      world.twist(asGiven);
      const text = encodeURIComponent(payload.slice(0, 1_000).replace(/\p{Cs}/gu, ""));
      for (const address of [`${uri.slice(0, uri.lastIndexOf("/"))}/${text}`, `${uri}/${text}`]) {
        const { body } = await askModern(world.url, "resources/read", { uri: address });
        const document = body.result === undefined ? null : (JSON.parse(body.result.contents[0].text) as TableDocument);
        if (document !== null) {
          expect(document.outcome).toBe("bad_input");
          expect(holdsControl(document)).toBe(false);
        }
        expect(world.sent).toEqual([]);
      }
    }
  });
});
