import { at } from "./change.ts";
import { textOf, withText } from "./reply.ts";
import { lasting, type Scenario } from "./scenario.ts";

export const TBDB_SCENARIOS: readonly Scenario[] = [
  lasting(
    "tbdb_not_found_text",
    "GitHub's words for a missing file, with status 200",
    ["unparsable", "incomplete", "unexpected_content"],
    at("tbdb", /./, (healthy) => withText(healthy, "404: Not Found")),
  ),
  lasting(
    "tbdb_other_file",
    "another file of the repository",
    ["unparsable"],
    at("tbdb", /./, (healthy) =>
      withText(
        healthy,
        textOf(healthy).startsWith("#")
          ? "name\tvalue\na\t1\n"
          : "##gff-version 3\nChromosome\tx\tgene\t1\t9\t.\t+\t.\tID=gene:Rv0001\n",
      ),
    ),
  ),
];
