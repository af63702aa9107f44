import { Fault } from "../kit/fault.ts";
import { refuseHtml } from "../kit/upstream/accept.ts";
import type { CallScope, Exchange, PaceGroup, ReceivedBody, Service, Upstream } from "../kit/upstream/upstream.ts";
import { H37RV_LENGTH, parseAnnotation } from "./annotation.ts";
import { type AssessedCatalogue, assessCatalogue } from "./assessed-catalogue.ts";
import { type AssessedDrug, assessDrugs } from "./assessed-drugs.ts";
import { type Barcode, parseBarcode } from "./barcode.ts";
import { type Catalogue, parseCatalogue } from "./catalogue.ts";
import { DEFAULT_REF, type HumanUrl, humanUrls, isCommit } from "./data-version.ts";
import { parseVariables, type Variables } from "./drugs.ts";
import { createGeneIndex, type GeneIndex } from "./genes.ts";
import { LGPL, licences, WHO } from "./licences.ts";
import { type RejectedRow, UnreadableFile } from "./load-check.ts";
import { type PlacedCatalogue, placeCatalogue } from "./placed-catalogue.ts";
import { type CheckedFile, checkCatalogue } from "./release.ts";
import { parseRules, type Rules } from "./rules.ts";
import { isAnnotation, isBarcode, isCatalogue } from "./whole-file.ts";

/** GitHub publishes no rule for raw files; one request a second, one at a time, is polite for five files. */
const GITHUB: PaceGroup = { name: "github", spacingMs: 1000, inFlight: 1 };

const NOT_FOUND = 404;

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

const fileService = (upstream: Upstream, base: string, licence: typeof LGPL | typeof WHO): Service =>
  upstream.service({
    source: "tbdb",
    group: GITHUB,
    base,
    licence: { id: licence, redistribute: licences[licence].redistribute },
  });

/** The files that are tbdb's own work; the catalogue's rows are WHO's. */
export const libraryService = (upstream: Upstream, base: string): Service => fileService(upstream, base, LGPL);

/** The five files of tbdb at one ref; each is parsed once for each content. */
export class TbdbClient {
  readonly ref: string;
  /** Where a person can read a line of one of the files. */
  readonly humanUrl: HumanUrl;
  readonly #upstream: Upstream;
  readonly #library: Service;
  readonly #catalogue: Service;
  readonly #read = new WeakMap<Uint8Array, { readonly file: string; readonly value: unknown }>();

  constructor({ upstream, base, ref }: TbdbClientOptions) {
    this.ref = ref;
    this.#upstream = upstream;
    this.humanUrl = humanUrls(base, ref);
    this.#library = libraryService(upstream, base);
    this.#catalogue = fileService(upstream, base, WHO);
  }

  /** Does the ref always name the same data? */
  get isPinned(): boolean {
    return isCommit(this.ref);
  }

  annotation(call: CallScope): Promise<Loaded<AnnotationFile>> {
    const parse = (text: string): AnnotationFile => {
      const annotation = parseAnnotation(text);
      return { genes: createGeneIndex(annotation), rejected: annotation.rejected };
    };
    return this.#load(call, "genome.gff", parse, { check: isAnnotation });
  }

  barcode(call: CallScope): Promise<Loaded<Barcode>> {
    return this.#load(call, "barcode.bed", (text) => parseBarcode(text, H37RV_LENGTH), { check: isBarcode });
  }

  catalogue(call: CallScope): Promise<Loaded<Catalogue>> {
    return this.#load(call, "mutations.csv", parseCatalogue, { check: isCatalogue, service: this.#catalogue });
  }

  /** The catalogue by gene; made once for each pair of catalogue and annotation. */
  assessed(catalogue: Loaded<Catalogue>, annotation: Loaded<AnnotationFile>): AssessedCatalogue {
    return this.#derived("assessed", catalogue, [annotation], () =>
      assessCatalogue(catalogue.value, annotation.value.genes),
    );
  }

  /** The same by drug. */
  drugs(catalogue: Loaded<Catalogue>, annotation: Loaded<AnnotationFile>): ReadonlyMap<string, AssessedDrug> {
    return this.#derived("drugs", catalogue, [annotation], () => assessDrugs(this.assessed(catalogue, annotation)));
  }

  /** The same on the genome. */
  placed(catalogue: Loaded<Catalogue>, annotation: Loaded<AnnotationFile>): PlacedCatalogue {
    return this.#derived("placed", catalogue, [annotation], () =>
      placeCatalogue(this.assessed(catalogue, annotation), annotation.value.genes.genomeLength),
    );
  }

  /** Its load checks, against the other files of the ref. */
  checked(catalogue: Loaded<Catalogue>, annotation: Loaded<AnnotationFile>, variables: Loaded<Variables>): CheckedFile {
    return this.#derived("checked", catalogue, [annotation, variables], () =>
      checkCatalogue(catalogue.value, this.assessed(catalogue, annotation), variables.value.drugs),
    );
  }

  /** What follows from the catalogue and other files, made once for their contents. */
  #derived<T>(what: string, { exchange }: Loaded<Catalogue>, others: readonly Loaded<unknown>[], make: () => T): T {
    const hashes = others.map((other) => other.exchange.entry.content_sha256);
    return this.#upstream.parsed(exchange, `tbdb/${what}/${hashes.join("/")}`, make);
  }

  /**
   * The epistasis rules; null where the ref has no such file, as older ones. Ask after another file of the ref was read:
   * only then does "not found" speak of this file alone. The default ref is known to have it, and rules in it.
   */
  rules(call: CallScope): Promise<Loaded<Rules | null>> {
    const options = this.ref === DEFAULT_REF ? { check: holdsRules } : { absent: null };
    return this.#load<Rules | null>(call, "rules.yml", parseRules, options);
  }

  variables(call: CallScope): Promise<Loaded<Variables>> {
    return this.#load(call, "variables.json", parseVariables);
  }

  /**
   * A file, read as a whole before it is accepted: what cannot be read is never kept, though a commit's files are kept
   * for a year.
   */
  async #load<T>(
    call: CallScope,
    file: string,
    parse: (text: string) => T,
    { check = () => {}, service = this.#library, absent }: LoadOptions<T> = {},
  ): Promise<Loaded<T>> {
    call.progress(`Reading ${file}`);
    const read = (response: ReceivedBody): T => this.#once(file, response, parse);
    const exchange = await service.fetch(
      {
        path: [...this.ref.split("/"), file].map(encodeURIComponent).join("/"),
        ttlSeconds: this.isPinned ? COMMIT_TTL_S : BRANCH_TTL_S,
        revalidate: !this.isPinned,
        answers: absent === undefined ? [] : [NOT_FOUND],
        accept: (response) => {
          refuseHtml(response);
          if (response.status === NOT_FOUND) return "empty";
          reading(file, response, () => check(response.text()));
          read(response);
          return "data";
        },
      },
      call,
    );
    if (exchange.empty && absent !== undefined) return { value: absent, exchange };
    const value = this.#upstream.parsed(exchange, `tbdb/${file}`, () => read(exchange));
    return { value, exchange };
  }

  /** Reads a body once, though it is asked for before and after it is accepted, and by every call of a replay. */
  #once<T>(file: string, response: ReceivedBody, parse: (text: string) => T): T {
    const known = this.#read.get(response.body);
    if (known?.file === file) return known.value as T;
    const value = reading(file, response, () => parse(response.text()));
    this.#read.set(response.body, { file, value });
    return value;
  }
}

function holdsRules(text: string): void {
  if (parseRules(text).epistasis.length === 0) throw new UnreadableFile("no epistasis rule", 1, true);
}

interface LoadOptions<T> {
  /** Refuses what is cut off or another kind of file. */
  readonly check?: (text: string) => void;
  readonly service?: Service;
  /** What it means that the ref has no such file; a failure unless given. */
  readonly absent?: T;
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
