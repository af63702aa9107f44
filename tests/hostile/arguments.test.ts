import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askModern } from "../support/router/raw-client.ts";
import { isMarked, MARKER, PAYLOAD_NAMES, PAYLOADS, seeded } from "./payloads.ts";
import { QUESTIONS } from "./questions.ts";
import { createRules, isUnclean } from "./rules.ts";
import { asGiven, type HostileWorld, openWorld } from "./world.ts";

/** Every hostile text in every argument of every tool: refused, or asked for as one value of one parameter. */
let world: HostileWorld;
let broken: ReturnType<typeof createRules>;
beforeAll(async () => {
  world = await openWorld(["kegg", "string", "uniprot", "pubmed", "tbdb", "corpus"]);
  broken = createRules(world.tools);
});
afterAll(() => world.close());

const SERVICE_HOSTS =
  /^(?:rest\.kegg\.jp|version-12-0\.string-db\.org|rest\.uniprot\.org|eutils\.ncbi\.nlm\.nih\.gov|pmc\.ncbi\.nlm\.nih\.gov|raw\.githubusercontent\.com)$/;

const CORPUS: typeof QUESTIONS = [
  ["corpus_search", { query: "katG" }],
  ["corpus_describe", {}],
  ["corpus_rank_evidence", { query: "katG", documents: [{ id: "1", title: "katG" }] }],
];

/** Arguments with one text in the place of one: a parameter, an entry of a list, a field of an entry. */
function* variants(args: Readonly<Record<string, unknown>>, text: string): Generator<[place: string, changed: object]> {
  for (const [name, value] of Object.entries(args)) {
    yield [name, { ...args, [name]: text }];
    if (!Array.isArray(value)) continue;
    const [first, ...rest] = value;
    yield [`${name}[]`, { ...args, [name]: [text, ...rest] }];
    yield [`${name}[] beside others`, { ...args, [name]: [first, text, ...rest] }];
    if (typeof first !== "object") continue;
    for (const field of Object.keys(first)) {
      yield [`${name}[].${field}`, { ...args, [name]: [{ ...first, [field]: text }, ...rest] }];
    }
    yield [`${name}[] key`, { ...args, [name]: [{ ...first, [text]: 1 }, ...rest] }];
  }
  yield ["a parameter that does not exist", { ...args, [text]: text }];
  for (const name of [
    "organism",
    "species",
    "cursor",
    "limit",
    "max_bytes",
    "from_date",
    "drug",
    "mutation",
    "allele",
    "job_id",
  ]) {
    if (!(name in args)) yield [name, { ...args, [name]: text }];
  }
}

/** How a request went out of its bounds, if it did. */
function strayed({ url, form }: { url: string; form: string }): string[] {
  const { protocol, hostname, pathname, username, hash } = new URL(url);
  return [
    ...(protocol === "https:" && SERVICE_HOSTS.test(hostname) && username === "" ? [] : [`went to ${hostname}`]),
    ...(hash === "" ? [] : ["carries a fragment"]),
    ...(/%2f|%5c|%00|%0[ad]|\.\.|\/\//i.test(pathname) ? [`has a path that leads elsewhere: ${pathname}`] : []),
    ...(isUnclean(url + form) ? ["carries a control"] : []),
  ];
}

/** Part of all pairs of text and place that one run asks; the same pairs in every run. */
const SHARE = 0.2;

describe.each([...QUESTIONS, ...CORPUS].map(([tool, args], index) => ({ tool, args, index })))(
  "$tool $args",
  ({ tool, args, index }) => {
    it("refuses hostile arguments, or asks for them and for nothing else", async () => {
      const problems: string[] = [];
      world.twist(asGiven);
      const paths = new Set<number>();
      await world.call(tool, args);
      for (const { url } of world.sent) paths.add(new URL(url).pathname.split("/").length);
      const random = seeded(50_000 + index);
      for (const kind of PAYLOAD_NAMES) {
        // A host's own limit on a request would answer for the source.
        const payload = (PAYLOADS[kind] as string).slice(0, 100_000);
        for (const [place, changed] of variants(args, payload)) {
          if (random() > SHARE) continue;
          world.twist(asGiven);
          const result = await world.call(tool, changed);
          const found = [
            ...broken(tool, result, { echoes: true }),
            ...world.sent.flatMap(strayed),
            ...world.sent
              .filter(({ url }) => !paths.has(new URL(url).pathname.split("/").length))
              .map(({ url }) => `asked for another path: ${new URL(url).pathname}`),
            ...world
              .logged()
              .filter(isMarked)
              .map(() => "was logged"),
          ];
          for (const one of found) problems.push(`${kind} as ${place}: ${one}`);
        }
      }
      expect(problems.length, [...new Set(problems)].slice(0, 60).join("\n")).toBe(0);
    });
  },
);

it("shows nothing of a tool's name that does not exist", async () => {
  const { url } = world;
  for (const payload of Object.values(PAYLOADS)) {
    const name = payload.slice(0, 2_000);
    const { body } = await askModern(url, "tools/list");
    expect(body.result.tools.length).toBeGreaterThan(0);
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } }),
    });
    const text = await response.text();
    expect(text).not.toContain(MARKER);
  }
});
