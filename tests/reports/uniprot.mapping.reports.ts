import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import {
  body,
  IDMAPPING,
  type MappingAnswer,
  mappingService,
  next,
  redirect,
  running,
  target,
} from "../../servers/uniprot/tools/mapping-answers.fixture.ts";
import { issues, pulls } from "./addresses.ts";
import { codesOf, outcomesOf } from "./playing.ts";
import type { ReportRow } from "./reports.ts";
import { call, expectFailure, network } from "./uniprot-network.ts";

const map = (ids: readonly string[], args: object = {}) =>
  call("map_ids", { ids, from: "UniProtKB_AC-ID", to: "UniProtKB", ...args });
const service = (status: MappingAnswer[], pages?: Record<string, MappingAnswer>) =>
  mappingService(network, status, pages);
const accessions = (count: number) => Array.from({ length: count }, (_, index) => `P${10_000 + index}`);
const rowsOf = (ids: readonly string[]) => ids.map((id) => ({ from: id, to: target(id) }));

/** Jobs that map identifiers. */
export const rows: readonly ReportRow[] = [
  {
    kind: "a job of which no identifier maps is finished, and says so of each",
    reports: [
      ...pulls("mims-harvard/ToolUniverse", 573),
      ...issues("Bioconductor/UniProt.ws", 15),
      ...pulls("aipoch/open-science", 2881),
    ],
    async check() {
      const { polls } = service([body({ failedIds: ["P1", "P2"] })]);
      const result = await map(["P1", "P2"]);
      expect(result).toMatchObject({ outcome: "not_resolved", errors: [], resolved: { mapped: 0, failed: 2 } });
      expect(outcomesOf(result)).toEqual(["not_resolved", "not_resolved"]);
      expect(codesOf(result)).toContain("no_mapping");
      expect(polls()).toBe(1);
    },
  },
  {
    kind: "a finished job need not say that it is finished",
    reports: issues("multimeric/Unipressed", 21),
    async check() {
      for (const status of [body({ results: rowsOf(["P10000"]) }), redirect]) {
        service([running, status], { first: body({ results: rowsOf(["P10000"]) }) });
        expect(await map(["P10000"])).toMatchObject({ outcome: "found", record_ids: ["P10000>P10000"] });
      }
    },
  },
  {
    kind: "more results than a page holds are all read",
    reports: [
      ...issues("cokelaer/bioservices", 244),
      ...issues("Bioconductor/UniProt.ws", 23),
      ...pulls("Bioconductor/UniProt.ws", 24),
      ...issues("iquasere/UPIMAPI", 3),
      ...pulls("bgruening/galaxytools", 1467),
    ],
    async check() {
      const ids = accessions(60);
      const page = (from: number, more: Record<string, string>): MappingAnswer =>
        body({ results: rowsOf(ids.slice(from, from + 25)) }, { "x-total-results": "60", ...more });
      service([redirect], { first: page(0, next("a")), a: page(25, next("b")), b: page(50, {}) });
      const result = await map(ids, { max_bytes: 400_000 });
      expect(result).toMatchObject({ outcome: "found", page: { total: 60, returned: 60 }, resolved: { mapped: 60 } });
      expect(new Set(result.record_ids).size).toBe(60);
    },
  },
  {
    kind: "failed identifiers that every page repeats are counted once, and pages are large with few fields",
    reports: [...issues("cokelaer/bioservices", 348), ...pulls("cokelaer/bioservices", 251)],
    async check() {
      const asked: URLSearchParams[] = [];
      const failedIds = ["P9", "P8"];
      service([redirect]);
      network.use(
        http.get(`${IDMAPPING}/uniprotkb/results/job1`, ({ request }) => {
          const params = new URL(request.url).searchParams;
          asked.push(params);
          if (params.get("cursor") === "a") return HttpResponse.json({ results: rowsOf(["P10001"]), failedIds });
          return HttpResponse.json({ results: rowsOf(["P10000"]), failedIds }, { headers: next("a") });
        }),
      );
      const result = await map(["P10000", "P10001", "P9", "P8"]);
      expect(result).toMatchObject({ outcome: "found", resolved: { mapped: 2, failed: 2 }, errors: [] });
      expect(outcomesOf(result)).toEqual(["found", "found", "not_resolved", "not_resolved"]);
      expect(Object.fromEntries(asked.at(-1)!)).toMatchObject({ size: "500", fields: "accession,id" });
    },
  },
  {
    kind: "database names of former times, and pairs that are not mapped, are refused by name before anything is sent",
    reports: [
      ...issues("cokelaer/bioservices", 223, 242, 213),
      ...issues("Proteomicslab57357/UniprotR", 22),
      ...issues("Bioconductor/UniProt.ws", 13),
    ],
    async check() {
      for (const [args, param] of [
        [{ from: "ACC+ID", to: "KEGG" }, "from"],
        [{ from: "ID", to: "KEGG" }, "from"],
        [{ to: "KEGG_ID" }, "to"],
        [{ to: "ENSEMBL_ID" }, "to"],
        [{ from: "Gene_Name", to: "KEGG" }, "to"],
      ] as const) {
        const result = await map(["P43403"], args);
        expect(result, JSON.stringify(args)).toMatchObject({ outcome: "bad_input", requests: [], errors: [{ param }] });
        expect(result.errors[0]?.message).toContain("UniProtKB");
      }
    },
  },
  {
    kind: "a page in place of a job, its state or its results is a failure, not pairs of words",
    reports: [
      ...issues("cokelaer/bioservices", 132, 177),
      ...issues("boscoh/uniprot", 5),
      ...issues("dondi/GRNsight", 694),
    ],
    async check() {
      const page = () => HttpResponse.html('<!DOCTYPE html SYSTEM "about:legacy-compat"><html><head/><body/></html>');
      service([page]);
      expectFailure(await map(["P43403"]), "unexpected_content");
      service([redirect], { first: page });
      expectFailure(await map(["P43403"]), "unexpected_content");
      network.use(http.post(`${IDMAPPING}/run`, page));
      const result = await map(["P43403"]);
      expectFailure(result, "unexpected_content");
      expect(outcomesOf(result)).toEqual(["upstream_failed"]);
    },
  },
  {
    kind: "an organism narrows a job of gene names, and is refused where the service would refuse it",
    reports: [...pulls("multimeric/Unipressed", 40), ...issues("multimeric/Unipressed", 35)],
    async check() {
      const { forms } = service([body({ results: [{ from: "BET1", to: target("P22804") }] })]);
      const result = await map(["BET1"], { from: "Gene_Name", to: "UniProtKB-Swiss-Prot", tax_id: 559292 });
      expect(result).toMatchObject({ outcome: "found", record_ids: ["BET1>P22804"] });
      expect(Object.fromEntries(new URLSearchParams(forms[0]))).toMatchObject({ taxId: "559292", ids: "BET1" });
      const refused = await map(["P38398"], { to: "Ensembl_Protein", tax_id: 9606 });
      expect(refused).toMatchObject({ outcome: "bad_input", requests: [], errors: [{ param: "tax_id" }] });
      expect(forms).toHaveLength(1);
    },
  },
  {
    kind: "a job that needs longer than a call may last is no empty answer, and its id is kept for a later call",
    reports: [...issues("multimeric/Unipressed", 23), ...issues("Bioconductor/UniProt.ws", 19, 17)],
    async check() {
      service([running]);
      const result = await map(["P43403"]);
      expectFailure(result, "deadline_exceeded");
      expect(result).toMatchObject({ resolved: { job_id: "job1" }, errors: [{ retryable: true }] });
      expect(codesOf(result)).toContain("job_unfinished");
      service([redirect], { first: body({ results: rowsOf(["P43403"]) }) });
      network.use(
        http.get(`${IDMAPPING}/details/job1`, () => HttpResponse.json({ from: "UniProtKB_AC-ID", to: "UniProtKB" })),
      );
      expect(await map(["P43403"], { job_id: "job1" })).toMatchObject({
        outcome: "found",
        record_ids: ["P43403>P43403"],
      });
    },
  },
  {
    kind: "one identifier may map to many, several to one, and one that is given twice is asked once",
    reports: [
      ...issues("GangLiLab/genekitr", 20),
      ...issues("biodavidjm/artMS", 195),
      ...issues("intermine/intermine", 2217),
      ...issues("BioDataFuse/pyBiodatafuse", 145),
    ],
    async check() {
      const results = [
        { from: "BRE", to: target("L8E9D4", "UniProtKB unreviewed (TrEMBL)") },
        { from: "BRE", to: target("Q96P08") },
        { from: "CALM1", to: target("P0DP23") },
        { from: "CALM2", to: target("P0DP23") },
      ];
      const { forms } = service([body({ results })]);
      const result = await map(["BRE", "CALM1", "CALM2", "BRE"], { from: "Gene_Name" });
      expect(new URLSearchParams(forms[0]).get("ids")).toBe("BRE,CALM1,CALM2");
      expect(result.record_ids).toEqual(["BRE>L8E9D4", "BRE>Q96P08", "CALM1>P0DP23", "CALM2>P0DP23"]);
      expect(result.items).toMatchObject([
        { input: "BRE", resolved_to: null, record_ids: ["BRE>L8E9D4", "BRE>Q96P08"] },
        { input: "CALM1", resolved_to: "P0DP23" },
        { input: "CALM2", resolved_to: "P0DP23" },
      ]);
      expect(result.records.map(({ detail }) => detail.reviewed)).toEqual([false, true, true, true]);
    },
  },
  {
    kind: "targets are read as text or as an entry of the archive or of a cluster, by their own ids",
    reports: [...issues("boscoh/uniprot", 1), ...issues("saezlab/pypath", 6), ...pulls("PathwayCommons/factoid", 940)],
    async check() {
      for (const [to, given, id] of [
        ["GeneID", "24337", "24337"],
        ["KEGG", "hsa:7535", "hsa:7535"],
        ["UniParc", { uniParcId: "UPI000361F791", entryType: "UniParc" }, "UPI000361F791"],
        ["UniRef90", { id: "UniRef90_P43403", entryType: "UniRef90" }, "UniRef90_P43403"],
      ] as const) {
        service([body({ results: [{ from: "P43403", to: given }] })]);
        expect((await map(["P43403"], { to })).record_ids).toEqual([`P43403>${id}`]);
      }
    },
  },
  {
    kind: "withdrawn entries and identifiers left without an answer are no mappings, each in its own way",
    reports: issues("saezlab/pypath", 6),
    async check() {
      const results = [{ from: "P1", to: target("Q00001", "Inactive") }, ...rowsOf(["P2"])];
      service([body({ results, suggestedIds: [{ from: "P3", to: "UPI000361F791" }] })]);
      const result = await map(["P1", "P2", "P3", "P4"]);
      expect(outcomesOf(result)).toEqual(["not_resolved", "found", "not_resolved", "upstream_failed"]);
      expect(result).toMatchObject({
        outcome: "upstream_failed",
        record_ids: ["P2>P2"],
        errors: [{ code: "incomplete" }],
      });
    },
  },
];
