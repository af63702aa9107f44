import { afterEach, describe, expect, it } from "vitest";
import { embeddedSource } from "../../tests/support/router/embedded-source.ts";
import { startRouter } from "../../tests/support/router/start-router.ts";
import type { Router } from "../router.ts";
import { MAX_INSTRUCTIONS } from "./instructions.ts";

describe("the instructions", () => {
  let router: Router;
  afterEach(() => router.close());

  it("say how to find and call, what to start with, and what each source is for", async () => {
    router = await startRouter({
      servers: { kegg: { embed: "kegg", entrypoints: ["get_pathways"], terms: "Academic use\nonly." } },
      environment: { GENE_ROUTER_SURFACE: "search" },
    });
    const { instructions } = router.snapshot();
    expect(instructions).toContain("Start with: kegg_get_pathways.");
    expect(instructions).toContain("kegg_ (2): Pathways of genes. Terms: Academic use only.");
    expect(instructions).toContain("Research use only");
  });

  it("name only tools that exist", async () => {
    router = await startRouter({ servers: { kegg: { embed: "kegg", entrypoints: ["get_pathways", "nowhere"] } } });
    const { instructions, listed, catalogue } = router.snapshot();
    const known = new Set([...listed.map(({ name }) => name), ...catalogue.tools.map(({ name }) => name)]);
    const named = [...instructions.matchAll(/\b(?:kegg_[a-z]\w*|search_tools|call_tool)\b/g)].map(([name]) => name);
    expect(named).toContain("kegg_get_pathways");
    for (const name of named) expect(known).toContain(name);
  });

  it("stay short however many sources there are and however much they say", async () => {
    const names = Array.from({ length: 60 }, (_, at) => `source${at}`);
    router = await startRouter({
      servers: Object.fromEntries(names.map((name) => [name, { embed: name, terms: "T".repeat(900) }])),
      openSource: async (name) => embeddedSource(name, { description: `D${"d".repeat(2_000)}` }),
    });
    const { instructions } = router.snapshot();
    expect(instructions.length).toBeLessThanOrEqual(MAX_INSTRUCTIONS);
    expect(instructions).toContain("search_tools");
  });
});
