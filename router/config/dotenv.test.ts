import { expect, it } from "vitest";
import { parseDotenv } from "./dotenv.ts";

it("reads assignments, comments, quotes over several lines, and passes over what is none", () => {
  const text = 'A=1\nNONSENSE\nB=2 # two\n\n# comment\nexport C="x\ny"\n= 3\nD=4\r\n';
  expect(parseDotenv(text)).toEqual({
    values: { A: "1", B: "2", C: "x\ny", D: "4" },
    ignoredLines: [2, 8],
  });
});
