import { expect, it } from "vitest";
import { createWordTokeniser } from "./word-tokens.ts";

const tokensOf = createWordTokeniser();

it.each([
  ["Straße", ["strasse"]],
  ["\u00b5M", ["\u03bcm"]],
  ["\ufb01bre", ["fibre"]],
  ["ΣΊΣΥΦΟΣ", ["σίσυφοσ"]],
  ["\u2126hm", ["ωhm"]],
  ["katG-315", ["katg", "315"]],
  ["x_1", ["x_1"]],
  ["10\u2075", ["10\u2075"]],
  ["a", []],
  ["\u0130x", []],
  ["e\u0301", []],
  ["\u1e9e", ["ss"]],
  ["\u0131x", ["\u0131x"]],
  ["\uab70\u13f8", ["\u13a0\u13f0"]],
  ["\u{1d6fc}\u{1d6fd}", ["\u{1d6fc}\u{1d6fd}"]],
  ["\u{10400}\u{10401}", ["\u{10428}\u{10429}"]],
  ["\u{1d6fc}", []],
])("reads %s as %j", (text, tokens) => {
  expect(tokensOf(text)).toEqual(tokens);
});
