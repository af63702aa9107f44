import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mockNetwork, openSource } from "../../tests/support/source-harness.ts";
import { answerTbdb, SMALL_TBDB, TBDB, TBDB_REF } from "../../tests/support/tbdb-network.ts";
import { tbdb } from "./index.ts";

const network = mockNetwork();

describe("the data version", () => {
  it("is one commit for all files of an answer", async () => {
    answerTbdb(network);
    const source = openSource(tbdb);
    const { requests, resolved } = await source.call("get_resistance_variants", { gene: "katG", drug: "isoniazid" });
    await source.close();
    expect(resolved.tbdb_ref).toBe(TBDB_REF);
    expect(requests.map(({ url }) => url)).toEqual(
      ["genome.gff", "mutations.csv", "rules.yml"].map((file) => `${TBDB}/${TBDB_REF}/${file}`),
    );
  });

  it("may be a branch, which is said to move", async () => {
    answerTbdb(network, {}, { ref: "feature/next" });
    const source = openSource(tbdb, { env: { GENE_ROUTER_TBDB_REF: "feature/next" } });
    const { outcome, resolved, notes, records } = await source.call("get_lineage_markers", { gene: "phoP" });
    await source.close();
    expect(outcome).toBe("found");
    expect(resolved.tbdb_ref).toBe("feature/next");
    expect(notes.some((note) => note.startsWith("moving_ref: "))).toBe(true);
    expect(records[0]?.url).toContain("/blob/feature/next/barcode.bed#L");
  });

  it.each(["../../evil", "a b", "%2e%2e", "x?y"])(
    "%j stops the start, naming the variable and not the value",
    (ref) => {
      const open = () => openSource(tbdb, { env: { GENE_ROUTER_TBDB_REF: ref } });
      expect(open).toThrow("GENE_ROUTER_TBDB_REF: expected a commit hash, tag or branch name");
      expect(open).not.toThrow(ref);
    },
  );

  it("comes from another base when one is set", async () => {
    const base = "http://127.0.0.1:9911/mirror";
    const asked = answerTbdb(network, {}, { base });
    const source = openSource(tbdb, { env: { GENE_ROUTER_TBDB_URL: base } });
    const { outcome } = await source.call("get_lineage_markers", { gene: "phoP" });
    await source.close();
    expect(outcome).toBe("found");
    expect(asked).toEqual(["genome.gff", "barcode.bed"]);
  });
});

describe("a ref without a rules file", () => {
  const changes = { "rules.yml": { status: 404, body: "404: Not Found" } };

  it("answers without epistasis, and says that the ref states none", async () => {
    answerTbdb(network, changes, { ref: "older" });
    const source = openSource(tbdb, { env: { GENE_ROUTER_TBDB_REF: "older" } });
    const { outcome, resolved, notes, requests } = await source.call("get_resistance_variants", { gene: "Rv0678" });
    const release = await source.call("get_release");
    await source.close();
    expect([outcome, release.outcome]).toEqual(["found", "found"]);
    expect(resolved.epistasis_rules).toEqual([]);
    for (const said of [notes, release.notes])
      expect(said.some((note) => note.startsWith("no_rules_file: "))).toBe(true);
    expect(requests.at(-1)).toMatchObject({ status: 404, error: null });
  });

  it("is a failure where the file is known to exist", async () => {
    answerTbdb(network, changes);
    const source = openSource(tbdb);
    const { outcome, errors, record_ids } = await source.call("get_resistance_variants", { gene: "Rv0678" });
    await source.close();
    expect([outcome, errors[0]?.code]).toEqual(["upstream_failed", "upstream_refused"]);
    expect(record_ids).toHaveLength(2);
  });

  it("is a failure of any other file at every ref", async () => {
    answerTbdb(network, { "mutations.csv": { status: 404 } }, { ref: "older" });
    const source = openSource(tbdb, { env: { GENE_ROUTER_TBDB_REF: "older" } });
    expect((await source.call("get_resistance_variants", { gene: "katG" })).outcome).toBe("upstream_failed");
    await source.close();
  });
});

it.each([
  ["mutations.csv", 'Gene,Mutation,drug,confidence\nkatG,"p.Ser315Thr,isoniazid,Assoc w R\n', "line 2: broken quoting"],
  ["mutations.csv", "Gene,Mutation,drug,confidence\n", "line 1: no row in the catalogue"],
  ["genome.gff", "##gff-version 3\n", "line 1: no gene in the annotation"],
  ["rules.yml", "- a\n", "line 1: not a map of rules"],
])("names what is wrong with %s and does not keep it: it is asked for again", async (file, body, problem) => {
  answerTbdb(network, { [file]: body });
  const source = openSource(tbdb);
  const failed = await source.call("get_resistance_variants", { gene: "katG" });
  expect(failed.outcome).toBe("upstream_failed");
  expect(failed.errors).toMatchObject([{ code: "unparsable", message: `${file} could not be read, ${problem}` }]);
  answerTbdb(network);
  const again = await source.call("get_resistance_variants", { gene: "katG" });
  await source.close();
  expect(again.outcome).toBe("found");
});

it("fetches each file once for many calls", async () => {
  const asked = answerTbdb(network);
  const source = openSource(tbdb);
  await Promise.all(
    ["katG", "inhA", "rpoC"].flatMap((gene) => [
      source.call("get_resistance_variants", { gene }),
      source.call("get_lineage_markers", { gene }),
    ]),
  );
  await source.close();
  expect([...asked].sort()).toEqual(["barcode.bed", "genome.gff", "mutations.csv", "rules.yml"]);
});

describe("as time passes", () => {
  const HOUR_MS = 3_600_000;
  const DAY_MS = 24 * HOUR_MS;
  beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 30) }));
  afterEach(() => vi.useRealTimers());

  /** The condition (`If-None-Match`) of every request for a ref, as the network sees it. */
  function watch(ref: string): (string | null)[] {
    const conditions: (string | null)[] = [];
    network.use(
      http.get(`${TBDB}/${ref}/:file`, ({ request, params }) => {
        const condition = request.headers.get("if-none-match");
        conditions.push(condition);
        if (condition !== null) return new HttpResponse(null, { status: 304, headers: { etag: condition } });
        const body = SMALL_TBDB[params.file as keyof typeof SMALL_TBDB];
        return new HttpResponse(body, { headers: { "content-type": "text/plain", etag: `"${String(params.file)}"` } });
      }),
    );
    return conditions;
  }

  it("a branch is asked again after an hour, and only whether it has changed", async () => {
    const conditions = watch("main");
    const source = openSource(tbdb, { env: { GENE_ROUTER_TBDB_REF: "main" } });
    const first = await source.call("get_lineage_markers", { gene: "phoP" });
    vi.setSystemTime(Date.now() + HOUR_MS - 1000);
    await source.call("get_lineage_markers", { gene: "phoP" });
    expect(conditions).toEqual([null, null]);
    vi.setSystemTime(Date.now() + 2000);
    const later = await source.call("get_lineage_markers", { gene: "phoP" });
    await source.close();
    expect(conditions).toEqual([null, null, '"genome.gff"', '"barcode.bed"']);
    expect(later.record_ids).toEqual(first.record_ids);
    expect(later.records[0]?.retrieved_at).toBe(first.records[0]?.retrieved_at);
  });

  it("a commit is good for a year", async () => {
    const conditions = watch(TBDB_REF);
    const source = openSource(tbdb);
    await source.call("get_lineage_markers", { gene: "phoP" });
    vi.setSystemTime(Date.now() + 364 * DAY_MS);
    const { outcome, records } = await source.call("get_lineage_markers", { gene: "phoP" });
    await source.close();
    expect(outcome).toBe("found");
    expect(records[0]).toMatchObject({ cached: true, stale: false });
    expect(conditions).toEqual([null, null]);
  });
});
