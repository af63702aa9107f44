import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mockNetwork, type OpenSource, openSource } from "../../../tests/support/source-harness.ts";
import { string } from "../index.ts";

const network = mockNetwork();

let source: OpenSource;
beforeEach(() => {
  source = openSource(string);
});
afterEach(() => source.close());

const answers = (body: object) => {
  const asked: string[] = [];
  network.use(
    http.get("https://version-12-0.string-db.org/api/json/version", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(body);
    }),
  );
  return asked;
};

describe("get_version", () => {
  it("gives one record with the version and its stable address", async () => {
    const asked = answers([{ string_version: "12.0", string_stable_address: "https://version-12-0.string-db.org" }]);
    const result = await source.call("get_version");
    expect(result.outcome).toBe("found");
    expect(result.records).toMatchObject([
      {
        record_id: "string:version:12.0",
        type: "version",
        name: "STRING 12.0",
        url: "https://version-12-0.string-db.org",
        detail: { string_version: "12.0", stable_address: "https://version-12-0.string-db.org" },
      },
    ]);
    expect(asked).toEqual(["?caller_identity=gene-router"]);
  });

  it.each([
    ["11.0b", "https://version-11-0b.string-db.org"],
    ["11.5", "https://version-11-5.string-db.org"],
    ["12.5", null],
  ])("reads version %s with its address %s", async (version, address) => {
    answers([{ string_version: version, string_stable_address: address }]);
    const result = await source.call("get_version");
    expect(result.records[0]?.detail).toEqual({ string_version: version, stable_address: address });
  });

  it.each([
    ["no row", [], "unparsable"],
    ["an error", { Error: "down" }, "in_band_error"],
  ])("fails on %s, where a version is certain", async (_what, body, code) => {
    answers(body);
    const result = await source.call("get_version");
    expect([result.outcome, result.errors[0]?.code]).toEqual(["upstream_failed", code]);
  });
});
