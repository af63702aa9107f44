import { expect, it } from "vitest";
import { z } from "zod";
import { rankEvidence } from "./rank-evidence.ts";

const tool = rankEvidence(() => 1);

it("reports only refused input as an error, and every result fits its closed schema", () => {
  const documents = [{ id: 1, title: "katG" }];
  const cases: [unknown, string, boolean][] = [
    [{ query: "katG", documents }, "OK", false],
    [{ query: "zebrafish", documents }, "NO_QUERY_TERM_OVERLAP", false],
    [{ query: "katG", documents: [] }, "INVALID_INPUT", true],
    [undefined, "INVALID_INPUT", true],
  ];
  for (const [given, status, isError] of cases) {
    const answer = tool.run(given);
    expect([answer.result.status, answer.isError]).toEqual([status, isError]);
    expect(tool.output.parse(answer.result)).toEqual(answer.result);
  }
});

it("advertises its limits", () => {
  const schema = z.toJSONSchema(tool.input, { io: "input" });
  expect(schema).toMatchObject({
    additionalProperties: false,
    required: ["query", "documents"],
    properties: {
      query: { minLength: 2, maxLength: 1000 },
      top_k: { minimum: 1, maximum: 50, default: 10 },
      documents: {
        minItems: 1,
        maxItems: 10_000,
        items: {
          additionalProperties: false,
          properties: { title: { maxLength: 700 }, abstract: { maxLength: 20_000 } },
        },
      },
    },
  });
});
