import { type Ask, type Assumption, askForData } from "../kit/assumption.ts";
import { Fault } from "../kit/fault.ts";
import { licencePage } from "../kit/licence-page.ts";
import type { Service, Upstream } from "../kit/upstream/upstream.ts";
import { H37RV_LENGTH } from "./annotation.ts";
import { parseBarcode } from "./barcode.ts";
import { parseCatalogue } from "./catalogue.ts";
import { isCommit } from "./data-version.ts";
import { parseVariables } from "./drugs.ts";
import { LGPL, WHO } from "./licences.ts";
import { UnreadableFile } from "./load-check.ts";
import { parseRules } from "./rules.ts";

/** What the tools take for granted of tbdb's files at a ref. */
export function tbdbAssumptions(upstream: Upstream, files: Service, ref: string): readonly Assumption[] {
  const at = ref.split("/").map(encodeURIComponent).join("/");
  const textOf = async (ask: Ask, file: string) => (await askForData(ask, files, { path: `${at}/${file}` })).text();
  const readable = (file: string, says: string, read: (text: string) => string | null): Assumption => ({
    name: file.replace(/\W/g, "_"),
    says,
    check: async (ask) => reading(await textOf(ask, file), read),
  });
  return [
    readable("variables.json", "variables.json lists the drugs and the schema version", (text) =>
      parseVariables(text).schemaVersion === null ? "no schema version" : null,
    ),
    readable("barcode.bed", "barcode.bed has eight columns, and positions within H37Rv's 4,411,532 bp", (text) => {
      const { markers, rejected } = parseBarcode(text, H37RV_LENGTH);
      return markers.length > 0 && rejected.length === 0 ? null : `${rejected.length} rows cannot be read`;
    }),
    readable("rules.yml", "rules.yml states the epistasis rules", (text) => {
      parseRules(text);
      return null;
    }),
    // At a commit the catalogue never changes, and it is the one large file.
    ...(isCommit(ref)
      ? []
      : [
          readable("mutations.csv", "mutations.csv names its columns Gene, Mutation, drug, confidence", (text) => {
            const { rows, rejected } = parseCatalogue(text);
            return rows > 0 && rejected.length === 0 ? null : `${rejected.length} rows cannot be read`;
          }),
        ]),
    licencePage(upstream, {
      source: "tbdb",
      licence: LGPL,
      page: "https://github.com/jodyphelan/tbdb/blob/master/LICENSE",
      words: /lesser general public license/i,
    }),
    licencePage(upstream, {
      source: "tbdb",
      licence: WHO,
      page: "https://creativecommons.org/licenses/by-nc-sa/3.0/igo/",
      words: /share\s?alike/i,
    }),
  ];
}

function reading(text: string, read: (text: string) => string | null): string | null {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new Fault("unparsable", "The file cannot be read");
    throw error;
  }
}
