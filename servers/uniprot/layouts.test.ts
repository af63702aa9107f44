import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { mockNetwork, openSource } from "../../tests/support/source-harness.ts";
import type { Envelope } from "../kit/envelope/envelope.ts";
import { uniprot } from "./index.ts";
import { entry, inactive, serving } from "./tools/entry-answers.fixture.ts";
import { body, IDMAPPING, mappingService, target } from "./tools/mapping-answers.fixture.ts";

// Layouts of UniProt's answers that public collections of them hold: older releases, unreviewed entries, odd jobs.
const network = mockNetwork();

async function call(tool: string, args: object): Promise<Envelope> {
  const source = openSource(uniprot);
  try {
    return await source.call(tool, args);
  } finally {
    await source.close();
  }
}

const at = (value: number) => ({ value, modifier: "EXACT" });
const chain = { type: "Chain", location: { start: at(1), end: at(8) } };

describe("an entry", () => {
  it("may be submitted only, with names of open reading frames alone and evidence of programs", async () => {
    const by = (source: string, id: string) => ({ evidenceCode: "ECO:0000313", source, id });
    serving(network, {
      A8Y1C3: {
        entryType: "UniProtKB unreviewed (TrEMBL)",
        primaryAccession: "A8Y1C3",
        uniProtkbId: "A8Y1C3_X",
        annotationScore: 1,
        proteinDescription: {
          submissionNames: [{ fullName: { value: "Some protein", evidences: [by("EMBL", "C1.2")] } }],
        },
        genes: [{ orfNames: [{ value: "ORF1" }, { value: "ORF_1" }] }],
        features: [
          { ...chain, description: "", evidences: [{ evidenceCode: "ECO:0000256", source: "SAM", id: "SignalP" }] },
        ],
        sequence: { value: "MNRYLKLL", length: 8, crc64: "6E", md5: "90" },
        extraAttributes: { countByFeatureType: { Chain: 1 }, uniParcId: "UPI0000000001" },
      },
    });
    const [record] = (await call("get_entry", { accessions: ["A8Y1C3"] })).records;
    expect(record).toMatchObject({ name: "Some protein", flags: ["no_function"] });
    expect(record?.detail).toMatchObject({ reviewed: false, gene_names: [], locus_tags: ["ORF1", "ORF_1"] });
    const [feature] = (await call("get_features", { accession: "A8Y1C3" })).records;
    expect(feature).toMatchObject({ name: "Chain", detail: { tiers: ["automatic"], description: null } });
  });

  it("may hold comments of every kind, names of every kind and products in parts", async () => {
    const named = (value: string) => ({ fullName: { value }, ecNumbers: [{ value: "1.2.3.4" }] });
    serving(network, {
      P21802: entry("P21802", {
        secondaryAccessions: ["P21802"],
        annotationScore: 2.0,
        proteinDescription: {
          recommendedName: named("Whole"),
          allergenName: { value: "a" },
          cdAntigenNames: [{ value: "c" }],
          includes: [{ recommendedName: named("Part"), innNames: [{ value: "i" }] }],
          contains: [{ alternativeNames: [named("Piece")], biotechName: { value: "b" } }],
          flag: "Fragment",
        },
        comments: [
          {
            commentType: "BIOPHYSICOCHEMICAL PROPERTIES",
            molecule: "Isoform 3",
            absorption: { max: 10, note: { texts: [] } },
          },
          { commentType: "MASS SPECTROMETRY", note: "text", molWeight: 2.1 },
          { commentType: "WEB RESOURCE", note: "text", ftp: true },
          { commentType: "RNA EDITING", positions: [{ position: 1 }] },
          { commentType: "INTERACTION", interactions: [{ numberOfExperiments: 3 }] },
          {
            commentType: "CATALYTIC ACTIVITY",
            molecule: "Isoform 3",
            physiologicalReactions: [{ directionType: "left-to-right" }],
          },
        ],
        uniProtKBCrossReferences: [{ database: "Ensembl", id: "E", isoformId: "P21802-1", evidences: [] }],
      }),
    });
    const [record] = (await call("get_entry", { accessions: ["P21802"] })).records;
    expect(record).toMatchObject({ name: "Whole", also: [], flags: ["no_function", "part_only"] });
    expect(record?.detail).toMatchObject({ ec: ["1.2.3.4"], catalytic_activity: [] });
  });

  it("whose features have odd ids is served without them, and never as an entry that has none", async () => {
    const odd = { ...chain, featureId: "id with blanks" };
    serving(network, {
      P21802: entry("P21802", { features: [chain, odd], sequence: { value: "MNRYLKLL", length: 8 } }),
    });
    expect(await call("get_entry", { accessions: ["P21802"] })).toMatchObject({ outcome: "found", errors: [] });
    expect(await call("get_sequence", { accession: "P21802" })).toMatchObject({ outcome: "found", errors: [] });
    expect(await call("get_features", { accession: "P21802" })).toMatchObject({
      outcome: "upstream_failed",
      records: [],
      errors: [{ code: "unparsable" }],
    });
  });

  it("of an older release has retired types of features, and variants without residues", async () => {
    const features = [
      { ...chain, type: "Nucleotide binding", description: "ATP" },
      { ...chain, type: "Alternative sequence", featureId: "VSP_000001", alternativeSequence: {} },
    ];
    serving(network, { P21802: entry("P21802", { features }) });
    const result = await call("get_features", { accession: "P21802" });
    expect(result.record_ids).toEqual(["P21802:Nucleotide binding:1-8", "P21802:Alternative sequence:1-8"]);
    expect(result.records[1]?.detail).toMatchObject({ original_sequence: null, alternative_sequences: [] });
  });

  it.each([
    ["deleted with its reason", { inactiveReasonType: "DELETED", deletedReason: "Redundant sequence" }, "not_resolved"],
    ["split", { inactiveReasonType: "DEMERGED", mergeDemergeTo: ["P63151", "P63150"] }, "ambiguous"],
  ])("that is withdrawn may be %s, and still carry its content", async (_name, inactiveReason, outcome) => {
    const withdrawn = {
      ...entry("Q00007"),
      ...inactive("Q00007", ""),
      uniProtId: "X_HUMAN",
      annotationScore: 0,
      inactiveReason,
    };
    serving(network, { Q00007: withdrawn });
    expect(await call("get_entry", { accessions: ["Q00007"] })).toMatchObject({ outcome, records: [], errors: [] });
  });
});

describe("a search", () => {
  it("may answer entries with the length of a sequence and not its residues, and no count", async () => {
    network.use(
      http.get("https://rest.uniprot.org/uniprotkb/search", () =>
        HttpResponse.json({
          results: [entry("P9WG47", { genes: [{ geneName: { value: "gyrA" } }], sequence: { length: 838 } })],
        }),
      ),
    );
    expect(await call("get_protein", { gene: "gyrA", organism_id: 83332 })).toMatchObject({
      record_ids: ["P9WG47"],
      errors: [],
    });
  });

  it.each([
    ["clusters", { results: [{ id: "UniRef100_P99999", representativeMember: { sequence: { value: "MG" } } }] }],
    ["publications", { results: [{ citation: { id: "1" }, references: [] }] }],
    ["the entries of isoforms", { results: [entry("Q96I24-2")] }],
    ["a FASTA text in an object", { data: ">sp|P05067\nML" }],
  ])("answered with %s is a failure, never an absence", async (_name, value) => {
    network.use(http.get("https://rest.uniprot.org/uniprotkb/search", () => HttpResponse.json(value)));
    expect(await call("get_protein", { gene: "gyrA", organism_id: 83332 })).toMatchObject({
      outcome: "upstream_failed",
      errors: [{ code: "unparsable" }],
    });
  });
});

describe("a mapping job", () => {
  const map = (ids: string[]) => call("map_ids", { from: "Gene_Name", to: "UniProtKB", ids });
  const details = (value: object) => network.use(http.get(`${IDMAPPING}/details/job1`, body(value)));

  it.each(["/idmapping/uniprotkb/results/job1", "idmapping/uniprotkb/results/job1"])(
    "may name its results by a path: %s",
    async (redirectURL) => {
      mappingService(network, [body({ jobStatus: "FINISHED" })], {
        first: body({ facets: [], results: [{ from: "a", to: target("P00001") }] }),
      });
      details({ from: "Gene_Name", to: "UniProtKB", ids: "a", redirectURL });
      expect(await map(["a"])).toMatchObject({ outcome: "found", record_ids: ["a>P00001"] });
    },
  );

  it("that is too large to be answered is a failure", async () => {
    mappingService(network, [body({ jobStatus: "FINISHED" })]);
    details({ from: "Gene_Name", to: "UniProtKB", ids: "a", errors: [{ code: 40, message: "too many" }] });
    expect(await map(["a"])).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "in_band_error" }] });
  });

  it("that warns and lists nothing leaves its identifiers unanswered", async () => {
    mappingService(network, [body({ warnings: [{ code: 20, message: "too many" }], results: [] })]);
    const result = await map(["a"]);
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "incomplete" }] });
    expect(result.items).toMatchObject([{ outcome: "upstream_failed", reason: "unanswered" }]);
  });
});
