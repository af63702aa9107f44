import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseText } from "../kit/text.ts";
import { artefactText, olderText } from "./artefact.fixture.ts";
import { ArtefactReader } from "./artefact.ts";
import { hasLoneSurrogate } from "./code-points.ts";
import { ArtefactError, type CorpusContent } from "./corpus-content.ts";

const read = (pieces: readonly string[]): CorpusContent => {
  const reader = new ArtefactReader();
  for (const piece of pieces) reader.push(piece);
  return reader.finish();
};

const words = fc.array(
  fc.string({
    unit: fc.constantFrom(..."abyz", "é", "𝛼", "😀", "-", ".", "\u202e", "\u0007", "\\", '"', "]", "}"),
    minLength: 1,
    maxLength: 6,
  }),
  { minLength: 1, maxLength: 400 },
);
const text = fc.tuple(words, fc.constantFrom(" ", "  ", "\n\n", "\u2003")).map(([list, gap]) => list.join(gap));
const papers = fc
  .array(fc.record({ pmid: fc.integer({ min: 1, max: 2 ** 31 }).map(String), title: text, abstract: text }), {
    maxLength: 5,
  })
  .map((list) => [...new Map(list.map((paper) => [paper.pmid, paper])).values()]);

describe("an artefact of any papers", () => {
  it("is read into normalised texts that hold every passage at its range", () => {
    fc.assert(
      fc.property(papers, (list) => {
        const content = read([artefactText({ papers: list })]);
        expect(content.papers.map(({ pmid }) => Number(pmid))).toEqual(
          list.map(({ pmid }) => Number(pmid)).sort((a, b) => a - b),
        );
        for (const paper of content.papers) {
          const { title, abstract } = list.find(({ pmid }) => pmid === paper.pmid)!;
          expect(paper.text).toBe(normaliseText(`${title}\n\n${abstract}`).text);
          for (const { start, end } of paper.passages) {
            const passage = paper.text.slice(start, end);
            expect(hasLoneSurrogate(passage)).toBe(false);
            expect(normaliseText(passage).text).toBe(passage);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("is the same corpus however it arrives", () => {
    fc.assert(
      fc.property(papers, fc.array(fc.nat(), { maxLength: 12 }), (list, cuts) => {
        const whole = artefactText({ papers: list });
        const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length];
        const pieces = places.slice(1).map((end, at) => whole.slice(places[at], end));
        expect(read(pieces)).toEqual(read([whole]));
      }),
      { numRuns: 40 },
    );
  });

  it("that is cut or changed is refused by line, or is a corpus still; never anything else", () => {
    fc.assert(
      fc.property(
        papers,
        fc.boolean(),
        fc.nat(),
        fc.nat(),
        fc.string({ unit: "binary", maxLength: 3 }),
        (list, older, from, many, put) => {
          const whole = older ? olderText({ papers: list }) : artefactText({ papers: list });
          const at = from % whole.length;
          const changed = whole.slice(0, at) + put + whole.slice(at + (many % 40));
          for (const broken of [whole.slice(0, at), changed]) {
            try {
              read([broken]);
            } catch (error) {
              expect(error).toBeInstanceOf(ArtefactError);
              expect((error as ArtefactError).line).toBeGreaterThanOrEqual(1);
              expect((error as ArtefactError).message).toMatch(/^line \d+: [A-Za-z0-9_ ,.[\]#/-]+$/);
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it("never is any text, or any JSON, that is not one", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.json(),
          fc.json().map((json) => `{"genes":[],"passages":${json}}`),
        ),
        (given) => {
          try {
            expect(read([given]).papers).toEqual([]);
          } catch (error) {
            expect(error).toBeInstanceOf(ArtefactError);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
