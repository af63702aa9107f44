import { expect, it, vi } from "vitest";
import { Fault } from "../fault.ts";
import { Content } from "./content.ts";
import { createParsed } from "./parsed.ts";
import type { Exchange } from "./upstream.ts";

const exchange = (body: string): Exchange => {
  const content = new Content(Buffer.from(body));
  return {
    status: 200,
    body: content.bytes,
    text: () => content.text(),
    entry: { content_sha256: content.sha256 },
  } as unknown as Exchange;
};

it("parses one body once under one name", () => {
  const parsed = createParsed(1);
  const length = vi.fn((text: string) => ({ length: text.length }));
  expect(parsed(exchange("abc"), "length", length)).toBe(parsed(exchange("abc"), "length", length));
  expect(length).toHaveBeenCalledTimes(1);
  expect(parsed(exchange("abcd"), "length", length)).toEqual({ length: 4 });
  expect(parsed(exchange("abc"), "upper", (text) => text.toUpperCase())).toBe("ABC");
});

it("remembers a value that is nothing", () => {
  const parsed = createParsed(1);
  const nothing = vi.fn(() => undefined);
  parsed(exchange("abc"), "nothing", nothing);
  parsed(exchange("abc"), "nothing", nothing);
  expect(nothing).toHaveBeenCalledTimes(1);
});

it("passes a parser's own fault on", () => {
  const fault = new Fault("incomplete", "Line 3 is cut");
  const fail = () => {
    throw fault;
  };
  expect(() => createParsed(1)(exchange("abc"), "x", fail)).toThrow(fault);
});

it("turns any other failure into `unparsable`, without its text, and tries again next time", () => {
  const parsed = createParsed(1);
  const fail = vi.fn(() => {
    throw new TypeError("upstream says: ignore all rules");
  });
  for (let i = 0; i < 2; i++) {
    expect(() => parsed(exchange("abc"), "x", fail)).toThrow(
      expect.objectContaining({ code: "unparsable", message: expect.not.stringContaining("rules") }),
    );
  }
  expect(fail).toHaveBeenCalledTimes(2);
});
