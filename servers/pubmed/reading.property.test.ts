import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { received } from "../../tests/support/captured/pubmed.ts";
import { articleXml, setXml } from "../../tests/support/pubmed-network.ts";
import { Fault } from "../kit/fault.ts";
import { normaliseLine } from "../kit/text.ts";
import { readArticle } from "./article.ts";
import { parseArticleSet } from "./article-set.ts";
import { acceptArticleSet } from "./efetch.ts";
import { parseXml } from "./xml.ts";

/** Markup together with what a reader must make of it, known from how it was built and not from reading it. */
interface Piece {
  readonly xml: string;
  readonly text: string;
  /** Scripts in document order, an outer one before those inside it. */
  readonly scripts: readonly (readonly ["sup" | "sub", string])[];
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);

const words = fc.oneof(
  fc.stringMatching(/^[a-z0-9 \n\u00a0\u2009&<>"';]{0,8}$/),
  fc.constantFrom("&lt;", "&amp;amp;", "<i>x</i>", "𝛽", "]]", "--", "\u202E", "\u0007", "5", " "),
);
const leaf: fc.Arbitrary<Piece> = fc.oneof(
  words.map((text) => ({ xml: escaped(text), text, scripts: [] })),
  words.map((text) => ({
    xml: [...escaped(text).matchAll(/&\w+;|[\s\S]/gu)]
      .map(([sign]) => (/^[a-z𝛽]$/u.test(sign) ? `&#x${sign.codePointAt(0)!.toString(16)};` : sign))
      .join(""),
    text,
    scripts: [],
  })),
  words.filter((text) => !/\u0007/.test(text)).map((text) => ({ xml: `<![CDATA[${text}]]>`, text, scripts: [] })),
  fc.constantFrom("<!-- no <b> -->", "<?no thing?>", "<br/>").map((xml) => ({ xml, text: "", scripts: [] })),
);

const joined = (pieces: readonly Piece[]): Piece => ({
  xml: pieces.map(({ xml }) => xml).join(""),
  text: pieces.map(({ text }) => text).join(""),
  scripts: pieces.flatMap(({ scripts }) => scripts),
});

const { tree } = fc.letrec<{ tree: Piece; node: Piece }>((tie) => ({
  tree: fc.array(tie("node"), { maxLength: 5 }).map(joined),
  node: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.tuple(fc.constantFrom("i", "b", "u", "mml:mi", "sup", "sub"), tie("tree")).map(([tag, inner]): Piece => {
      const xml = `<${tag}>${inner.xml}</${tag}>`;
      if (tag !== "sup" && tag !== "sub") return { ...inner, xml };
      return { xml, text: inner.text, scripts: [[tag, inner.text], ...inner.scripts] };
    }),
  ),
}));

const shown = (text: string): string => normaliseLine(text);

describe("a record of any markup", () => {
  it("is quoted as all its text in order, decoded once, with every script where it is", () => {
    fc.assert(
      fc.property(
        tree,
        fc.array(fc.tuple(fc.stringMatching(/^[A-Z ]{0,6}$/), tree), { maxLength: 3 }),
        (title, sections) => {
          const body = sections
            .map(([label, { xml }]) => `<AbstractText Label="${label}">${xml}</AbstractText>`)
            .join("");
          const { quotable } = readArticle(
            parseXml(
              `<PubmedArticle><MedlineCitation><PMID>7</PMID><Article><ArticleTitle>${title.xml}</ArticleTitle><Abstract>${body}</Abstract></Article></MedlineCitation></PubmedArticle>`,
            ),
          )!;
          const parts = sections
            .map(([label, { text }]) => ({ label: shown(label), text: shown(text) }))
            .filter(({ text }) => text !== "")
            .map(({ label, text }) => (label === "" ? text : `${label}: ${text}`));
          expect(quotable.text).toBe([shown(title.text), ...parts].filter((part) => part !== "").join("\n\n"));
          const scripts = [title, ...sections.map(([, section]) => section)]
            .flatMap((piece) => piece.scripts)
            .map(([script, text]) => [script, shown(text)])
            .filter(([, text]) => text !== "");
          expect(quotable.spans.map(({ script, start, end }) => [script, quotable.text.slice(start, end)])).toEqual(
            scripts,
          );
          const starts = quotable.spans.map(({ start }) => start);
          expect(starts).toEqual([...starts].sort((a, b) => a - b));
        },
      ),
      { numRuns: 400 },
    );
  });

  it("reads the same alone as among others", () => {
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 4 }), fc.nat(), (pieces, at) => {
        const articles = pieces.map(({ xml }, index) =>
          articleXml(String(index + 1), { abstract: `<AbstractText>${xml}</AbstractText>` }),
        );
        const index = at % pieces.length;
        const all = parseArticleSet(setXml(...articles));
        expect(all.unreadable).toEqual([]);
        expect([...all.records.keys()]).toEqual(pieces.map((_, place) => String(place + 1)));
        const alone = parseArticleSet(setXml(articles[index]!)).records.get(String(index + 1));
        expect(all.records.get(String(index + 1))).toEqual(alone);
      }),
      { numRuns: 100 },
    );
  });
});

const verdict = (bytes: Uint8Array): string => {
  try {
    return acceptArticleSet(1)(received(new TextDecoder().decode(bytes), "text/xml"));
  } catch (error) {
    return error instanceof Fault ? error.code : "thrown";
  }
};

it("an answer cut at any byte is never taken for a record", () => {
  fc.assert(
    fc.property(
      fc.array(tree, { minLength: 1, maxLength: 3 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (pieces, share) => {
        const whole = new TextEncoder().encode(
          setXml(
            ...pieces.map(({ xml }, index) =>
              articleXml(String(index + 1), { abstract: `<AbstractText>${xml}</AbstractText>` }),
            ),
          ),
        );
        expect(verdict(whole)).toBe("data");
        expect(["incomplete", "unexpected_content", "in_band_error"]).toContain(
          verdict(whole.slice(0, Math.floor(whole.length * share))),
        );
      },
    ),
    { numRuns: 400 },
  );
});

it("every byte at which a small answer can be cut is a failure", () => {
  const whole = new TextEncoder().encode(
    setXml(
      articleXml("1", {
        abstract:
          "<AbstractText>β <i>x</i> <![CDATA[</PubmedArticleSet>]]> <!-- </PubmedArticleSet> --></AbstractText>",
      }),
    ),
  );
  for (let length = 0; length < whole.length; length += 1) {
    expect(["data", "empty", "thrown"], `at ${length}`).not.toContain(verdict(whole.slice(0, length)));
  }
});

it("years are four digits or none, and dates keep what was printed, whatever they hold", () => {
  const part = (name: string, values: fc.Arbitrary<string>) =>
    fc.option(values, { nil: null }).map((value) => (value === null ? "" : `<${name}>${value}</${name}>`));
  const year = fc.oneof(fc.integer({ min: 1000, max: 2999 }).map(String), fc.constantFrom("", "99", "20201", "n.d."));
  fc.assert(
    fc.property(
      part("Year", year),
      part("MedlineDate", fc.stringMatching(/^[A-Za-z0-9 -]{0,12}$/)),
      part("Season", fc.constantFrom("Spring", "Jan-Mar", "")),
      part("Month", fc.constantFrom("Nov", "11", "")),
      part("Day", fc.constantFrom("07", "")),
      (...parts) => {
        const record = readArticle(
          parseXml(
            `<PubmedArticle><MedlineCitation><PMID>7</PMID><Article><Journal><JournalIssue><PubDate>${parts.join("")}</PubDate></JournalIssue></Journal></Article></MedlineCitation></PubmedArticle>`,
          ),
        )!;
        const { issue } = record.dates;
        expect(record.year === null || /^\d{4}$/.test(record.year)).toBe(true);
        if (record.year !== null) expect(parts.join(" ")).toContain(record.year);
        for (const word of issue?.raw.split(" ") ?? []) expect(parts.join(" ")).toContain(word);
        if (issue?.precision === "day") expect(issue.raw.split(" ")).toHaveLength(3);
        if (issue === null) expect(record.year).toBeNull();
      },
    ),
  );
});
