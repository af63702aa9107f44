import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { keggTool, noteCodes } from "../../../tests/support/kegg-network.ts";
import { SMALL_ORGANISM } from "../../../tests/support/kegg-small-organism.ts";
import { mockNetwork, openSource } from "../../../tests/support/source-harness.ts";
import { kegg } from "../index.ts";

const network = mockNetwork();
const ask = keggTool(network, "get_pathways", SMALL_ORGANISM);

describe("arguments that are refused before anything is sent", () => {
  it.each([
    ["nothing at all", {}, "gene", "missing_argument"],
    ["a blank gene", { gene: "  " }, "gene", "invalid_argument"],
    ["a gene that is too long", { gene: "a".repeat(101) }, "gene", "out_of_range"],
    ["a gene with control characters", { gene: "kat\u0001G" }, "gene", "invalid_argument"],
    ["a pathway for a gene", { gene: "path:mtu00360" }, "gene", "invalid_argument"],
    ["an orthologue for a gene", { gene: "ko:K03782" }, "gene", "invalid_argument"],
    ["a path", { gene: "mtu:../../info/kegg" }, "gene", "invalid_argument"],
    ["an encoded path", { gene: "mtu:%2e%2e" }, "gene", "invalid_argument"],
    ["two genes in one", { gene: "mtu:Rv1908c+mtu:Rv0006" }, "gene", "invalid_argument"],
    ["an organism of one letter", { gene: "katG", organism: "m" }, "organism", "invalid_argument"],
    ["an organism that is a path", { gene: "katG", organism: "../mtu" }, "organism", "invalid_argument"],
    ["a database for an organism", { gene: "katG", organism: "path" }, "organism", "invalid_argument"],
    ["an unknown parameter", { gene: "katG", species: "mtu" }, "species", "unknown_argument"],
  ])("%s", async (_name, args, param, code) => {
    const result = await ask(args);
    expect(result.outcome).toBe("bad_input");
    expect(result.errors).toMatchObject([{ code, param }]);
    expect(result.requests).toEqual([]);
    expect(result.asked).toEqual([]);
  });
});

describe("KEGG's terms", () => {
  it("close a public address until its operator has set them, and nothing is sent", async () => {
    const result = await ask({ gene: "katG" }, {}, { exposure: "public" });
    expect(result.outcome).toBe("not_configured");
    expect(noteCodes(result)).toEqual(["terms_unset"]);
    expect(result.notes[0]).toContain("GENE_ROUTER_KEGG_TERMS");
    expect(result.asked).toEqual([]);
    expect(result.requests).toEqual([]);
  });

  it.each(["academic", "licensed"])("are met by %s", async (terms) => {
    const result = await ask({ gene: "katG" }, {}, { exposure: "public", env: { GENE_ROUTER_KEGG_TERMS: terms } });
    expect(result.outcome).toBe("found");
  });

  it("must be one of the two", () => {
    expect(() => openSource(kegg, { env: { GENE_ROUTER_KEGG_TERMS: "yes" } })).toThrow("GENE_ROUTER_KEGG_TERMS");
  });
});

it("asks another address when one is set", async () => {
  const asked: string[] = [];
  network.use(
    http.get("https://kegg.example/rest/*", ({ request }) => {
      const path = new URL(request.url).pathname.replace("/rest/", "");
      asked.push(path);
      return HttpResponse.text(SMALL_ORGANISM[path] as string);
    }),
  );
  const result = await ask({ gene: "katG" }, {}, { env: { GENE_ROUTER_KEGG_URL: "https://kegg.example/rest/" } });
  expect(result.outcome).toBe("found");
  expect(result.asked).toEqual([]);
  expect(asked).toHaveLength(4);
});
