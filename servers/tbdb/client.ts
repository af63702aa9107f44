import { Fault } from "../kit/fault.ts";
import { refuseHtml } from "../kit/upstream/accept.ts";
import type { CallScope, Exchange, PaceGroup, ReceivedBody, Service, Upstream } from "../kit/upstream/upstream.ts";
import { H37RV_LENGTH, parseAnnotation } from "./annotation.ts";
import { type Barcode, parseBarcode } from "./barcode.ts";
import { type Catalogue, parseCatalogue } from "./catalogue.ts";
import { humanUrl, isCommit } from "./data-version.ts";
import { parseVariables, type Variables } from "./drugs.ts";
import { createGeneIndex, type GeneIndex } from "./genes.ts";
import { LGPL, licences, WHO } from "./licences.ts";
import { type RejectedRow, UnreadableFile } from "./load-check.ts";
import { type PlacedCatalogue, placeCatalogue } from "./placed-catalogue.ts";
import { parseRules, type Rules } from "./rules.ts";
import { isAnnotation, isBarcode, isCatalogue } from "./whole-file.ts";

/** GitHub publishes no rule for raw files; one request a second, one at a time, is polite for five files. */
const GITHUB: PaceGroup = { name: "github", spacingMs: 1000, inFlight: 1 };

const DAY_S = 86_400;
/** A commit never changes; a branch is asked again every hour, with `If-None-Match`. */
const COMMIT_TTL_S = 365 * DAY_S;
const BRANCH_TTL_S = 3_600;

/** A file's parsed content with the exchange that it came from. */
export interface Loaded<T> {
  readonly value: T;
  readonly exchange: Exchange;
}

export interface TbdbClientOptions {
  readonly upstream: Upstream;
  readonly base: string;
  readonly ref: string;
}

export interface AnnotationFile {
  readonly genes: GeneIndex;
  readonly rejected: readonly RejectedRow[];
}

/** The five files of tbdb at one ref; each is parsed once for each content. */
export class TbdbClient {
  readonly ref: string;
  readonly #upstream: Upstream;
  readonly #base: string;
  readonly #library: Service;
  readonly #catalogue: Service;

  constructor({ upstream, base, ref }: TbdbClientOptions) {
    this.ref = ref;
    this.#upstream = upstream;
    this.#base = base;
    const service = (licence: typeof LGPL | typeof WHO): Service =>
      upstream.service({
        source: "tbdb",
        group: GITHUB,
        base,
        licence: { id: licence, redistribute: licences[licence].redistribute },
      });
    this.#library = service(LGPL);
    this.#catalogue = service(WHO);
  }

  /** Does the ref always name the same data? */
  get isPinned(): boolean {
    return isCommit(this.ref);
  }

  humanUrl(file: string, line: number | null): string {
    return humanUrl(this.#base, this.ref, file, line);
  }

  annotation(call: CallScope): Promise<Loaded<AnnotationFile>> {
    return this.#load(call, "genome.gff", isAnnotation, (text) => {
      const annotation = parseAnnotation(text);
      return { genes: createGeneIndex(annotation), rejected: annotation.rejected };
    });
  }

  barcode(call: CallScope): Promise<Loaded<Barcode>> {
    return this.#load(call, "barcode.bed", isBarcode, (text) => parseBarcode(text, H37RV_LENGTH));
  }

  catalogue(call: CallScope): Promise<Loaded<Catalogue>> {
    return this.#load(call, "mutations.csv", isCatalogue, parseCatalogue, this.#catalogue);
  }

  /** The catalogue on the genome; made once for each pair of catalogue and annotation. */
  placed(catalogue: Loaded<Catalogue>, annotation: Loaded<AnnotationFile>): PlacedCatalogue {
    const name = `tbdb/placed/${annotation.exchange.entry.content_sha256}`;
    return this.#upstream.parsed(catalogue.exchange, name, () =>
      placeCatalogue(catalogue.value, annotation.value.genes),
    );
  }

  rules(call: CallScope): Promise<Loaded<Rules>> {
    return this.#load(call, "rules.yml", parseRules, parseRules);
  }

  variables(call: CallScope): Promise<Loaded<Variables>> {
    return this.#load(call, "variables.json", parseVariables, parseVariables);
  }

  async #load<T>(
    call: CallScope,
    file: string,
    check: (text: string) => unknown,
    parse: (text: string) => T,
    service: Service = this.#library,
  ): Promise<Loaded<T>> {
    call.progress(`Reading ${file}`);
    const path = [...this.ref.split("/"), file].map(encodeURIComponent).join("/");
    const exchange = await service.fetch(
      {
        path,
        ttlSeconds: this.isPinned ? COMMIT_TTL_S : BRANCH_TTL_S,
        revalidate: !this.isPinned,
        accept: (response) => {
          refuseHtml(response);
          reading(file, response, () => check(response.text()));
          return "data";
        },
      },
      call,
    );
    return { value: reading(file, exchange, () => this.#upstream.parsed(exchange, `tbdb/${file}`, parse)), exchange };
  }
}

function reading<T>(file: string, response: ReceivedBody, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const code = error.isCutOff ? "incomplete" : "unparsable";
    throw new Fault(code, `${file} could not be read, ${error.message}`, { status: response.status });
  }
}
