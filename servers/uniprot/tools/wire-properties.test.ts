import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSource } from "../../../tests/support/source-harness.ts";
import type { Envelope } from "../../kit/envelope/envelope.ts";
import { uniprot } from "../index.ts";
import { nextPage } from "../next-page.ts";
import { addressOn } from "../service-address.ts";
import { hit } from "./search-answers.fixture.ts";

const HOST = "https://rest.uniprot.org";

/** Calls a tool while the network is this function of the address; every address that was asked for is kept. */
async function callOver(
  answer: (url: URL) => Response,
  tool: string,
  args: object,
): Promise<{ result: Envelope; asked: URL[] }> {
  const asked: URL[] = [];
  const fetch = async (input: string | URL | Request) => {
    const url = new URL(input instanceof Request ? input.url : input);
    asked.push(url);
    return answer(url);
  };
  const source = openSource(uniprot, { fetch: fetch as typeof globalThis.fetch });
  try {
    return { result: await source.call(tool, args), asked };
  } finally {
    await source.close();
  }
}

const characters = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(..."katG\"\\:()[]{}*?~^/'&|+- OR"), { maxLength: 12 }).map((given) => given.join("")),
);

describe("a gene on its way into the query", () => {
  it("never ends its quotes or adds to the question: it is sent whole, or refused before anything is sent", async () => {
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(characters, async (gene) => {
        const empty = () => Response.json({ results: [] });
        const { result, asked } = await callOver(empty, "get_protein", { gene, organism_id: 1 });
        if (result.outcome === "bad_input") {
          expect(asked).toEqual([]);
          return;
        }
        sent += 1;
        const [query, ...others] = asked[0]!.searchParams.getAll("query");
        expect(others).toEqual([]);
        const inside = /^gene:"([^"\\\s]+)" AND organism_id:1$/u.exec(query!)?.[1];
        expect(inside).toBe(gene.trim());
        expect(inside).not.toMatch(/[:()[\]]/);
      }),
      { numRuns: 100 },
    );
    expect(sent).toBeGreaterThan(20);
  });
});

const target = fc.oneof(
  fc.webUrl({ withQueryParameters: true }),
  fc.string(),
  fc
    .tuple(
      fc.constantFrom("https://", "http://", "//", "https:", "https:\\\\", "\\\\", "/", "javascript:", "https://u:p@"),
      fc.constantFrom(
        "rest.uniprot.org",
        "rest.uniprot.org.evil.example",
        "evil.example",
        "rest.uniprot.org@evil.example",
      ),
      fc.constantFrom("", ":443", ":8443", "."),
      fc.constantFrom("/uniprotkb/search", "/uniprotkb/search/../../x", "/uniref/search", "/%2e%2e/x", ""),
      fc.constantFrom("?cursor=abc", "?cursor=abc&size=500&query=x", "?cursor=a%22", "#cursor=abc", ""),
    )
    .map((parts) => parts.join("")),
);

describe("the address of a next page", () => {
  it("is on the service's own host, or none", () => {
    fc.assert(
      fc.property(target, fc.constantFrom(HOST, "http://127.0.0.1:9/mirror"), (given, base) => {
        const address = addressOn(base, given);
        if (address === null) return;
        expect(new URL(address).origin).toBe(new URL(base).origin);
        expect(new URL(address).username).toBe("");
      }),
      { numRuns: 500 },
    );
  });

  it("is what stands between the brackets of the header, whatever else is in it", () => {
    fc.assert(fc.property(fc.string(), (header) => void nextPage(header)));
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        expect(nextPage(`<https://x.org/a,b>; rel="prev", <${url}>; rel="next"`)).toBe(url);
      }),
    );
  });

  it("never leads a search away from the search", async () => {
    await fc.assert(
      fc.asyncProperty(target, async (next) => {
        // A header that fetch itself refuses never arrives.
        const link = `<${next.replace(/[^\x20-\x7e]/g, "")}>; rel="next"`;
        const page = () => Response.json({ results: [hit("P9WIE5", { primary: "katG" })] }, { headers: { link } });
        const { result, asked } = await callOver(page, "get_protein", { gene: "katG" });
        for (const url of asked) expect(url.origin + url.pathname).toBe(`${HOST}/uniprotkb/search`);
        for (const url of asked) expect(url.searchParams.get("query")).toBe('gene:"katG" AND organism_id:83332');
        expect(result.record_ids).toEqual(["P9WIE5"]);
      }),
      { numRuns: 100 },
    );
  });
});

describe("the account of a mapping", () => {
  const FATES = ["mapped", "twice", "failed", "withdrawn", "suggested", "unanswered"] as const;
  const fates = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.constantFrom(...FATES), { minKeys: 1, maxKeys: 8 });

  it("names every identifier once; what is neither mapped nor refused makes it incomplete", async () => {
    await fc.assert(
      fc.asyncProperty(fates, fc.boolean(), async (fateOf, foreign) => {
        const ids = Object.keys(fateOf);
        const of = (...wanted: string[]) => ids.filter((id) => wanted.includes(fateOf[id]!));
        const entry = (primaryAccession: string, entryType: string) => ({ primaryAccession, entryType });
        const living = (n: number) => entry(`P0000${n}`, "UniProtKB reviewed (Swiss-Prot)");
        const answer = {
          results: [
            ...of("mapped", "twice").map((from) => ({ from, to: living(1) })),
            ...of("twice").map((from) => ({ from, to: living(2) })),
            ...of("withdrawn").map((from) => ({ from, to: entry("P00003", "Inactive") })),
            ...(foreign ? [{ from: "OTHER", to: living(4) }] : []),
          ],
          failedIds: [...of("failed"), ...(foreign ? ["ANOTHER"] : [])],
          suggestedIds: of("suggested").map((from) => ({ from, to: "UPI0000000001" })),
        };
        const { result } = await callOver(
          (url) => Response.json(url.pathname.endsWith("/run") ? { jobId: "job1" } : answer),
          "map_ids",
          { ids, from: "Gene_Name", to: "UniProtKB" },
        );
        expect(result.items.map(({ input }) => input)).toEqual(ids);
        const { mapped, failed } = result.resolved as { mapped: number; failed: number };
        const unanswered = of("unanswered").length;
        expect(mapped).toBe(of("mapped", "twice").length);
        expect(failed).toBe(of("failed", "withdrawn", "suggested").length);
        expect(mapped + failed + unanswered).toBe(ids.length);
        expect(result.outcome === "upstream_failed").toBe(unanswered > 0);
        expect(result.errors.map(({ code }) => code)).toEqual(unanswered > 0 ? ["incomplete"] : []);
        expect(result.records).toHaveLength(of("mapped").length + 2 * of("twice").length);
        expect(JSON.stringify([result.record_ids, result.items])).not.toContain("OTHER");
      }),
      { numRuns: 60 },
    );
  });
});
