import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import { envelopeJsonSchema } from "../../servers/kit/envelope/json-schema.ts";
import { capturedText, describeCaptured } from "../support/captured/captured.ts";
import { CAPTURED_AT, recordCaptured } from "../support/captured/recording.ts";
import { openRouter, type RouterUnderTest, scratchFolder } from "../support/open-router.ts";

/** Real answers of the six services, through router → source → recording. */
describeCaptured("the mandatory tools over captured answers", () => {
  const recording = scratchFolder();
  let router: RouterUnderTest;
  const call = (name: string, args: unknown): Promise<Envelope> => router.call(name, args);

  beforeAll(async () => {
    recordCaptured(recording.path);
    router = await openRouter({ replay: recording.path });
  });
  afterAll(async () => {
    await router.close();
    recording.remove();
  });

  it("kegg: the five pathways of katG, by symbol, locus tag and KEGG id alike", async () => {
    const answers = await Promise.all(
      ["katG", "Rv1908c", "mtu:Rv1908c"].map((gene) => call("kegg_get_pathways", { gene })),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({
        outcome: "found",
        record_ids: ["mtu00360", "mtu00380", "mtu00983", "mtu01100", "mtu01110"],
        resolved: { kegg_gene_id: "mtu:Rv1908c" },
      });
    }
    expect(answers[0]!.records[0]).toMatchObject({ retrieved_at: CAPTURED_AT, cached: true, stale: false });
    const sizes = Object.fromEntries(answers[0]!.records.map(({ record_id, detail }) => [record_id, detail.size]));
    const pairs = capturedText("kegg/mtu/link_pathway_mtu.tsv").split("\n");
    for (const [id, size] of Object.entries(sizes)) {
      expect(size, id).toBe(pairs.filter((line) => line.includes(`path:${id}`)).length);
    }
  });

  it("kegg: a gene outside the excerpt is unknown, not without pathways", async () => {
    expect(await call("kegg_get_pathways", { gene: "Rv9999c" })).toMatchObject({ outcome: "not_resolved" });
  });

  it("string: the partners of katG as captured, text mining told apart", async () => {
    const rows = JSON.parse(capturedText("string/interaction_partners_Rv1908c.json")) as {
      stringId_B: string;
      score: number;
    }[];
    const answer = await call("string_get_partners", { gene: "katG", limit: 5 });
    expect(answer.record_ids).toEqual(rows.map(({ stringId_B }) => stringId_B));
    expect(answer.records.map(({ detail }) => detail.combined_score)).toEqual(rows.map(({ score }) => score));
    const flags = Object.fromEntries(answer.records.map(({ name, flags }) => [name, flags]));
    expect(flags.ahpC).toEqual(["textmining_only"]);
    expect(flags.embB).toEqual(["textmining_only"]);
    expect(flags.furA).toEqual([]);
  });

  it("uniprot: P9WIE5 for katG and for Rv1908c", async () => {
    for (const [gene, matched_by] of [
      ["katG", "primary_name"],
      ["Rv1908c", "ordered_locus"],
    ]) {
      expect(await call("uniprot_get_protein", { gene })).toMatchObject({
        outcome: "found",
        record_ids: ["P9WIE5"],
        resolved: { accession: "P9WIE5", matched_by },
        records: [{ detail: { entry_name: "KATG_MYCTU", reviewed: true } }],
      });
    }
  });

  it("pubmed: the captured abstract whole, across its markup, and the PMIDs that were not returned named", async () => {
    const answer = await call("pubmed_get_abstracts_for_gene", { gene: "katG", limit: 4 });
    expect(answer.record_ids).toContain("35919400");
    expect(answer.page.total).toBe(1382);
    const detail = answer.records.find(({ record_id }) => record_id === "35919400")!.detail as Record<string, string>;
    const xml = capturedText("pubmed/tb/efetch_35919400_cut.xml");
    const abstract = /<Abstract>([\s\S]*?)<\/Abstract>/.exec(xml)![1]!;
    const words = abstract
      .replace(/<CopyrightInformation>[\s\S]*?<\/CopyrightInformation>/, "")
      .replace(/<\/AbstractText>/g, " ")
      .replace(/<[^>]+>/g, "")
      .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&")
      .split(/\s+/)
      .filter(Boolean);
    let at = 0;
    for (const word of words) {
      const found = detail.quotable_text!.indexOf(word, at);
      expect(found, word).toBeGreaterThanOrEqual(0);
      at = found + word.length;
    }
    expect(JSON.stringify([answer.notes, answer.resolved, answer.items])).toContain("30808448");
  });

  it("tbdb: katG has no lineage marker, which is not the same as a typo", async () => {
    const [katG, locus, typo] = await Promise.all(
      ["katG", "Rv1908c", "katGG"].map((gene) => call("tbdb_get_lineage_markers", { gene })),
    );
    expect(katG).toMatchObject({ outcome: "none_on_record", resolved: { locus_tag: "Rv1908c" } });
    expect(locus).toMatchObject({ outcome: "none_on_record", resolved: { locus_tag: "Rv1908c" } });
    expect(typo).toMatchObject({ outcome: "not_resolved" });
    const all = await call("tbdb_get_lineage_markers", { all: true, limit: 2000, max_bytes: 400_000 });
    expect(all.page.total).toBe(1111);
  });

  it("tbdb: the resistance variants of katG, the same by locus tag, and a typo is unknown", async () => {
    const [katG, locus, typo] = await Promise.all(
      ["katG", "Rv1908c", "katGG"].map((gene) => call("tbdb_get_resistance_variants", { gene })),
    );
    expect(katG!.record_ids).toContain("tbdb:katG:p.Ser315Thr:isoniazid");
    const same = ({ record_ids, records, resolved }: Envelope) => ({
      record_ids,
      details: records.map(({ detail }) => detail),
      status: resolved.status,
    });
    expect(same(locus!)).toEqual(same(katG!));
    expect(typo).toMatchObject({ outcome: "not_resolved" });
  });

  it("gives every answer in the full envelope", async () => {
    const calls: [string, Record<string, unknown>][] = [
      ["kegg_get_pathways", { gene: "katG" }],
      ["string_get_partners", { gene: "katG", limit: 5 }],
      ["uniprot_get_protein", { gene: "katG" }],
      ["pubmed_get_abstracts_for_gene", { gene: "katG", limit: 4 }],
      ["tbdb_get_lineage_markers", { gene: "katG" }],
      ["tbdb_get_resistance_variants", { gene: "katG" }],
    ];
    const full = new AjvJsonSchemaValidator().getValidator(envelopeJsonSchema());
    for (const [name, args] of calls) expect(full(await call(name, args)), name).toMatchObject({ valid: true });
  });

  it("says not_in_replay, with the request, for what was not captured: never a zero", async () => {
    const answer = await call("string_get_partners", { gene: "rpoB" });
    expect(answer).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "not_in_replay" }] });
    expect(answer.requests[0]).toMatchObject({ error: "not_in_replay", status: 0 });
  });
});
