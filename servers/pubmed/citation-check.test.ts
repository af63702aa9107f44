import { describe, expect, it } from "vitest";
import { differencesOf } from "./citation-check.ts";
import type { ArticleDetail } from "./detail.ts";

type Authors = ArticleDetail["authors"];
const person = (last_name: string | null) => ({ last_name, fore_name: null, initials: null, suffix: null });

const between = (author: string, authors: Authors, year = "", years: Partial<ArticleDetail> = {}) =>
  differencesOf({ journal: "j", year, volume: "1", first_page: "1", author }, {
    authors,
    year: null,
    dates: { issue: null, electronic: null, history: [] },
    ...years,
  } as ArticleDetail);

describe("an author", () => {
  it.each([
    ["mann bj", "Mann"],
    ["B J Mann", "Mann"],
    ["van der Berg P", "Van der Berg"],
    ["MUELLER K", "Müller"],
    ["muller", "Müller"],
    ["Soerensen", "Sørensen"],
    ["garcia-lopez m", "García López"],
    ["de la Cruz AB", "de la Cruz Gomez"],
  ])("%s is one named %s", (given, name) => {
    expect(between(given, [person("Other"), person(name)])).toEqual([]);
  });

  it("may be a group, and may be left open by either side", () => {
    expect(between("SUSTAIN-6 Group", [{ collective: "Investigators of the SUSTAIN-6 Group" }])).toEqual([]);
    expect(between("", [person("Mann")])).toEqual([]);
    expect(between("mann", [])).toEqual([]);
    expect(between("mann", [person(null)])).toEqual([]);
  });

  it.each([
    ["smith j", "Smithson"],
    ["husain m", "Gerstein"],
    ["li", "Lin"],
  ])("%s is not one named %s", (given, name) => {
    expect(between(given, [person(name)])).toEqual(["author"]);
  });
});

describe("a year", () => {
  const raw = (text: string) => ({ raw: text, precision: "text" as const });
  const dates = { issue: raw("1998-1999 Winter"), electronic: raw("1997 12 30"), history: [] };

  it.each(["1997", "1998", "1999"])("%s is that of the issue, of a span of issues, or of the online date", (year) => {
    expect(between("", [], year, { year: "1998", dates })).toEqual([]);
  });

  it("that neither has is a difference; one that is not a year, or not stated, is none", () => {
    expect(between("", [], "1996", { year: "1998", dates })).toEqual(["year"]);
    expect(between("", [], "in press", { year: "1998", dates })).toEqual([]);
    expect(between("", [], "1996")).toEqual([]);
  });
});
