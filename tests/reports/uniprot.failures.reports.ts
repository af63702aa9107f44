import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import { createPooledFetch } from "../../servers/kit/upstream/pooled-fetch.ts";
import { uniprot } from "../../servers/uniprot/index.ts";
import { entry } from "../../servers/uniprot/tools/entry-answers.fixture.ts";
import { answering, hit, page } from "../../servers/uniprot/tools/search-answers.fixture.ts";
import { openSource } from "../support/source-harness.ts";
import { issues, pulls } from "./addresses.ts";
import type { ReportRow } from "./reports.ts";
import { call, expectFailure, network } from "./uniprot-network.ts";

const ENTRY = "https://rest.uniprot.org/uniprotkb/P12345.json";
const entries = (...accessions: string[]) => call("get_entry", { accessions });
const protein = () => call("get_protein", { gene: "katG" });
const everywhere = (answer: () => Response) => {
  answering(network, answer);
  network.use(http.get(ENTRY, answer));
};

/** How the service fails, whatever it was asked. */
export const rows: readonly ReportRow[] = [
  {
    kind: "a service that is down, slow or overrun is asked again, and then told as failed: never as empty",
    reports: [
      ...issues("jpquast/protti", 205),
      ...issues("Proteomicslab57357/UniprotR", 17, 37),
      ...issues("cokelaer/bioservices", 145),
      ...issues("pombase/canto", 1572),
      ...issues("CompOmics/meta-proteome-analyzer", 21),
      ...pulls("bgruening/galaxytools", 1092),
      ...issues("buithuytien/GeneCloudOmics", 45),
    ],
    async check() {
      for (const [answer, code] of [
        [() => new HttpResponse(null, { status: 503 }), "upstream_error"],
        [() => new HttpResponse(null, { status: 429 }), "rate_limited"],
        [() => HttpResponse.error(), "network"],
      ] as const) {
        everywhere(answer);
        for (const result of [await protein(), await entries("P12345")]) {
          expectFailure(result, code);
          expect(result.errors[0]?.retryable).toBe(true);
          expect(result.requests[0]?.attempts).toBe(4);
        }
      }
      let times = 0;
      everywhere(() => (++times < 4 ? HttpResponse.error() : HttpResponse.json(entry("P12345"))));
      expect(await entries("P12345")).toMatchObject({ outcome: "found", record_ids: ["P12345"] });
    },
  },
  {
    kind: "an address that has moved or was given up answers with a page, which is no entry and no absence",
    reports: [
      ...issues("bartongroup/Proteus", 48),
      ...issues("jpquast/protti", 176),
      ...pulls("jpquast/protti", 175),
      ...pulls("boscoh/uniprot", 7),
    ],
    async check() {
      const body = "<!DOCTYPE html><html><body>This service has been retired</body></html>";
      for (const [status, code] of [
        [200, "unexpected_content"],
        [410, "upstream_refused"],
      ] as const) {
        everywhere(() => HttpResponse.html(body, { status }));
        expectFailure(await protein(), code);
        expectFailure(await entries("P12345"), code);
      }
      network.use(http.get(ENTRY, () => HttpResponse.html(body, { status: 404 })));
      expectFailure(await entries("P12345"), "unexpected_content");
      everywhere(() => new HttpResponse(null, { status: 301, headers: { location: "https://www.example.org/" } }));
      expectFailure(await entries("P12345"), "redirect_refused");
    },
  },
  {
    kind: "an error report in place of an answer is a failure",
    reports: [...pulls("scverse/gget", 23), ...issues("boscoh/uniprot", 5)],
    async check() {
      everywhere(() => HttpResponse.json({ url: ENTRY, messages: ["Internal server error"] }));
      expectFailure(await protein(), "in_band_error");
      expectFailure(await entries("P12345"), "in_band_error");
      everywhere(() => HttpResponse.json({}));
      expectFailure(await protein(), "unparsable");
      expectFailure(await entries("P12345"), "unparsable");
    },
  },
  {
    kind: "an entry of a new kind is unreadable, never taken for a reviewed or an unreviewed one",
    reports: [...issues("biothings/mygene.info", 140), ...issues("reimandlab/ActiveDriverDB", 84)],
    async check() {
      const entryType = "UniProtKB reviewed (Swiss-Prot 2)";
      everywhere(() => page([{ ...hit("P12345", { primary: "katG" }), entryType }]));
      expectFailure(await protein(), "unparsable");
      network.use(http.get(ENTRY, () => HttpResponse.json(entry("P12345", { entryType }))));
      expectFailure(await entries("P12345"), "unparsable");
    },
  },
  {
    kind: "a compressed answer that breaks off is asked for again, and is never kept for later calls",
    reports: [...issues("scverse/decoupler", 105, 154, 24), ...issues("saezlab/pypath", 218)],
    async check() {
      const whole = gzipSync(JSON.stringify(entry("P12345")));
      let broken = Number.POSITIVE_INFINITY;
      const server = createServer((_request, response) => {
        broken -= 1;
        const body = broken >= 0 ? whole.subarray(0, whole.byteLength - 12) : whole;
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(body);
      });
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
      // The real decoder is asked, over a real socket.
      network.close();
      const pool = createPooledFetch({ maxResponseBytes: 1_000_000 });
      const cache = await mkdtemp(join(tmpdir(), "reports-"));
      const { port } = server.address() as AddressInfo;
      const ask = async () => {
        const env = { GENE_ROUTER_UNIPROT_URL: `http://127.0.0.1:${port}`, GENE_ROUTER_CACHE_DIR: cache };
        const source = openSource(uniprot, { env, fetch: pool.fetch });
        try {
          return await source.call("get_entry", { accessions: ["P12345"] });
        } finally {
          await source.close();
        }
      };
      try {
        expect(await ask()).toMatchObject({ outcome: "upstream_failed", records: [] });
        broken = 1;
        expect(await ask()).toMatchObject({ outcome: "found", record_ids: ["P12345"] });
        broken = Number.POSITIVE_INFINITY;
        expect(await ask()).toMatchObject({ outcome: "found", requests: [{ cached: true }] });
      } finally {
        await pool.close();
        server.closeAllConnections();
        server.close();
        network.listen({ onUnhandledRequest: "error" });
        await rm(cache, { recursive: true });
      }
    },
  },
];
