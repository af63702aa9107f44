import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSource } from "../../tests/support/source-harness.ts";
import { kegg } from "./index.ts";

const ORGANISM = "(?:[a-z]{3,4}|T[0-9]{5})";
const GENE = "[a-z]{3,4}:[A-Za-z0-9_][A-Za-z0-9_.():',*~-]*";
const GENES = `${GENE}(?:\\+${GENE}){0,9}`;
/** A segment that means itself: nothing that a path or a query reads otherwise, plain or encoded. */
const WORDS = "(?!\\.{1,2}$)(?:[A-Za-z0-9_.!~*'(),:;@&=$-]|%(?!2F|5C|25|3F|23|0|1|7F|[89A-F])[0-9A-F]{2})+";

/** Every form in which KEGG is ever asked (sources.md §1); `list/organism`, `link/orthology` and `link/genes` are none. */
const ASKED = new RegExp(
  `^https://rest\\.kegg\\.jp/(?:${[
    `list/${ORGANISM}`,
    `list/pathway/${ORGANISM}`,
    `link/pathway/${ORGANISM}`,
    `link/pathway/${GENE}`,
    "link/[a-z]{3,4}/[a-z]{3,4}[0-9]{5}",
    `get/${GENES}`,
    `find/${ORGANISM}/${WORDS}`,
    `conv/(?:ncbi-geneid|ncbi-proteinid|uniprot)/${GENES}`,
    `info/(?:[a-z]{2,8}|${ORGANISM})`,
  ].join("|")})$`,
);

/** A KEGG that answers every request so and writes down the addresses as they are sent, before anything reads them. */
function listening(answer: (path: string) => Response) {
  const sent: string[] = [];
  const fetch = (async (address: unknown) => {
    sent.push(String(address));
    return answer(new URL(String(address)).pathname.slice(1));
  }) as typeof globalThis.fetch;
  return { sent, source: openSource(kegg, { fetch }) };
}

const text = (body: string) => new Response(body, { headers: { "content-type": "text/plain" } });
const nothing = () => new Response("", { status: 404 });

const hostile = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "binary-ascii", maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        ...["mtu", "eco", "T00015", "t00015", "path", "map", "ko", "kegg", "drug", ":", "::", "/", "\\", "..", "."],
        ...["%2e", "%2F", "%", "?", "#", "+", "&", "=", " ", "\t", "\n", "\u0000", "\u202e", "\u2028", "００", "K"],
        ...["Rv1908c", "katG", "tP(UGG)A", "a,b", "a'", "00360", "mtu00360", "@", ";", "'", '"', "<", "http://x/"],
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join("")),
);

const strings = fc.array(hostile, { minLength: 1, maxLength: 12 });

const ANYTHING: readonly (readonly [tool: string, args: fc.Arbitrary<object>])[] = [
  ["get_pathways", fc.record({ gene: hostile, organism: hostile }, { requiredKeys: ["gene"] })],
  ["resolve_genes", fc.record({ names: strings, organism: hostile }, { requiredKeys: ["names"] })],
  ["get_gene", fc.record({ ids: strings })],
  ["find_genes", fc.record({ query: hostile, organism: hostile }, { requiredKeys: ["query"] })],
  ["list_pathways", fc.record({ organism: hostile })],
  ["get_pathway_genes", fc.record({ pathway: hostile })],
  ["get_release", fc.record({ database: hostile })],
  ["convert_ids", fc.record({ ids: strings, target: fc.oneof(fc.constantFrom("uniprot", "ncbi-geneid"), hostile) })],
];

describe("whatever a caller writes", () => {
  it.each(ANYTHING)("%s sends nothing outside the grammar, and nothing leaves its segment", async (tool, args) => {
    const { sent, source } = listening(nothing);
    await fc.assert(
      fc.asyncProperty(args, async (values) => {
        sent.length = 0;
        const result = await source.call(tool, values);
        for (const address of sent) {
          expect(address).toMatch(ASKED);
          expect(new URL(address).href, "no reader of addresses changes it").toBe(address);
        }
        expect(["bad_input", "not_resolved", "no_match", "none_on_record"]).toContain(result.outcome);
        if (result.outcome === "bad_input") expect([sent, result.requests]).toEqual([[], []]);
      }),
      { numRuns: 80 },
    );
    await source.close();
  });

  it("a batch has one item for each distinct input, in order, malformed ones too", async () => {
    const { source } = listening(nothing);
    for (const [tool, name, more] of [
      ["resolve_genes", "names", {}],
      ["get_gene", "ids", {}],
      ["convert_ids", "ids", { target: "uniprot" }],
    ] as const) {
      await fc.assert(
        fc.asyncProperty(strings, async (inputs) => {
          const { outcome, items } = await source.call(tool, { [name]: inputs, ...more });
          if (outcome !== "bad_input") expect(items).toHaveLength(new Set(inputs).size);
        }),
        { numRuns: 60 },
      );
    }
    await source.close();
  });
});

describe("whatever id KEGG lists", () => {
  const tag = fc.oneof(
    fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), minLength: 1 }),
    fc.constantFrom("..", "../x", "a/b", "a+mtu:b", "%2e%2e", "a?b", "a#b", "tP(UGG)A", "a:b", "a'b", "a,b"),
  );

  it("it is asked again in the grammar's own form or not at all, and its page has an address", async () => {
    await fc.assert(
      fc.asyncProperty(tag, async (locusTag) => {
        const { sent, source } = listening((path) =>
          path === "list/mtu" ? text(`mtu:${locusTag}\tCDS\t1..9\tabcA; x\n`) : nothing(),
        );
        const pathways = await source.call("get_pathways", { gene: "abcA" });
        for (const address of sent) expect(address).toMatch(ASKED);
        expect(["none_on_record", "upstream_failed"]).toContain(pathways.outcome);
        const { records } = await source.call("resolve_genes", { names: ["abcA"] });
        expect(records.map(({ record_id }) => record_id)).toEqual([`mtu:${locusTag}`]);
        const page = new URL(records[0]!.url);
        expect(page.origin + decodeURIComponent(page.pathname)).toBe(`https://www.kegg.jp/entry/mtu:${locusTag}`);
        await source.close();
      }),
      { numRuns: 60 },
    );
  });
});
