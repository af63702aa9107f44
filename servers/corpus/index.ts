import { setting } from "../kit/settings.ts";
import { defineSource } from "../kit/source.ts";
import { CorpusFile } from "./corpus-file.ts";
import { licences } from "./licence.ts";
import { describeCorpus } from "./tools/describe.ts";
import { rankEvidence } from "./tools/rank-evidence.ts";
import { search } from "./tools/search.ts";

export const corpus = defineSource({
  name: "corpus",
  title: "Literature corpus",
  description:
    "Searches a local literature corpus gathered for a set of genes; whole abstracts with the passage that matched.",
  homepage: "https://pubmed.ncbi.nlm.nih.gov/",
  terms: "Abstracts belong to their publishers and may not be redistributed.",
  licences,
  settings: {
    path: setting.text("GENE_ROUTER_CORPUS", "Corpus file", null),
  },
  create({ settings, warn, clock }) {
    const file = settings.path === null ? null : new CorpusFile(settings.path, warn);
    return [search(file), describeCorpus(file), rankEvidence(() => clock.now())];
  },
});
