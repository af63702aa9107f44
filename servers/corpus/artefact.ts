import type { z } from "zod";
import { AliasesPart, aliasesOf } from "./aliases.ts";
import {
  GenePart,
  HeaderPart,
  OlderPassagePart,
  PaperPart,
  PassagePart,
  type Placed,
  readPart,
  TaxonPart,
} from "./artefact-parts.ts";
import { ArtefactError, type CorpusContent } from "./corpus-content.ts";
import { JsonElements, type JsonPart, JsonSyntaxError } from "./json-elements.ts";
import { papersFromPassages } from "./older-papers.ts";
import { PaperAssembly } from "./paper-assembly.ts";

const ARTEFACT_SCHEMA = "gene-router.corpus/1";

const LISTS = ["genes", "papers", "passages"] as const;

/**
 * Reads a corpus artefact while it arrives: `gene-router.corpus/1`, or the older single object without `papers`, whose
 * whole texts are rejoined from passages. Strict: what is present must have its form, passages must lie in their paper
 * at their offsets, stored hashes must be right. Throws `ArtefactError`, which names the line.
 */
export class ArtefactReader {
  readonly #elements = new JsonElements(new Set(LISTS), (part) => this.#receive(part));
  readonly #papers = new PaperAssembly();
  readonly #older: Placed<z.output<typeof OlderPassagePart>>[] = [];
  readonly #genes = new Set<string>();
  readonly #texts = new Map<string, string>();
  #aliases: z.output<typeof AliasesPart> = null;

  /** The next piece of the file, cut anywhere. */
  push(text: string): void {
    guarded(() => this.#elements.push(text));
  }

  /** The whole corpus, once every piece was pushed. */
  finish(): CorpusContent {
    guarded(() => this.#elements.finish());
    const isOlder = !this.#elements.has("papers");
    for (const key of ["genes", "passages"]) {
      if (!this.#elements.has(key)) throw new ArtefactError(1, `${key} is missing`);
    }
    if (isOlder === this.#texts.has("schema")) {
      throw new ArtefactError(1, isOlder ? "papers is missing" : "schema is missing");
    }
    // Only a file that holds its passages before its schema leaves some of them here.
    if (!isOlder) for (const passage of this.#older) this.#papers.addPassage(passage);
    const genes = [...this.#genes];
    return {
      format: isOlder ? "passages" : ARTEFACT_SCHEMA,
      tag: this.#texts.get("tag") ?? null,
      organism: this.#texts.get("organism") ?? null,
      taxon: this.#texts.get("taxon") ?? null,
      genes,
      aliases: aliasesOf(genes, this.#aliases),
      papers: isOlder ? papersFromPassages(this.#older) : this.#papers.finish(),
    };
  }

  #receive(part: JsonPart): void {
    if (part.index === null && LISTS.some((list) => list === part.key)) {
      throw new ArtefactError(part.line, `${part.key} is not a list`);
    }
    switch (part.key) {
      case "genes":
        this.#genes.add(readPart(GenePart, part).value);
        break;
      case "papers":
        this.#papers.addPaper(readPart(PaperPart, part));
        break;
      case "passages":
        if (this.#texts.has("schema")) this.#papers.addPassage(readPart(PassagePart, part));
        else this.#older.push(readPart(OlderPassagePart, part));
        break;
      case "aliases":
        this.#aliases = readPart(AliasesPart, part).value;
        break;
      case "schema":
      case "tag":
      case "organism":
      case "taxon":
        this.#readText(part);
    }
  }

  #readText(part: JsonPart): void {
    const text = readPart(part.key === "taxon" ? TaxonPart : HeaderPart, part).value ?? null;
    if (part.key === "schema" && text !== ARTEFACT_SCHEMA) {
      throw new ArtefactError(part.line, `schema is not ${ARTEFACT_SCHEMA}`);
    }
    if (text !== null) this.#texts.set(part.key, text);
  }
}

function guarded(run: () => void): void {
  try {
    run();
  } catch (error) {
    throw error instanceof JsonSyntaxError ? new ArtefactError(error.line, error.problem) : error;
  }
}
