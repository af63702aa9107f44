import { describe, expect, it } from "vitest";
import { clausesOf, textTermsOf } from "./boolean-query.ts";

describe("top-level clauses", () => {
  it.each([
    ["katG", ["katG"]],
    ['"katG" AND "M. tuberculosis"', ['"katG"', 'AND "M. tuberculosis"']],
    ["(a OR b) AND c NOT (d AND e)", ["(a OR b)", "AND c", "NOT (d AND e)"]],
    ['"a AND b"[ti] OR c', ['"a AND b"[ti]', "OR c"]],
    ["a and b", ["a and b"]],
    ["(a AND b", ["(a AND b"]],
    ["a) AND b", ["a)", "AND b"]],
    ["AND a", ["a"]],
    ["NOT a", ["NOT a"]],
    ["AND", []],
  ])("of %s", (term, clauses) => {
    expect(clausesOf(term).map(({ operator, text }) => (operator === null ? text : `${operator} ${text}`))).toEqual(
      clauses,
    );
  });
});

describe("terms that a text should name", () => {
  it.each([
    ['"katG" AND "Mycobacterium tuberculosis"', ["katG", "Mycobacterium tuberculosis"]],
    ["isoniazid resist* katG", ["isoniazid", "resist*", "katG"]],
    ['katG NOT inhA AND "ahpC"', ["katG", "ahpC"]],
    ["katG NOT (inhA OR (fabG1)) AND ahpC", ["katG", "ahpC"]],
    ['katG[tiab] AND 2020:2024[dp] AND review[pt] AND "Lancet"[ta]', ["katG"]],
    ['"katG S315T"[tiab:~3] AND smith j[au]', ["katG S315T"]],
    ["katG OR katG", ["katG"]],
    ["( ) - AND", []],
    ['"unclosed phrase', ["unclosed phrase"]],
    ["NOT (never closed", []],
  ])("in %s", (term, terms) => {
    expect(textTermsOf(term)).toEqual(terms);
  });
});
