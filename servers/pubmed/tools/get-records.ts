import { z } from "zod";
import { batchOutcome } from "../../kit/batch-outcome.ts";
import { BadInput } from "../../kit/fault.ts";
import { shownValue } from "../../kit/text.ts";
import { defineTool } from "../../kit/tool.ts";
import type { PubmedClient } from "../client.ts";
import { ArticleDetail, UNTRUSTED_PATHS } from "../detail.ts";
import { fetchItems } from "../fetch-items.ts";
import { readPmid } from "../identifiers.ts";
import { itemOf } from "../item.ts";
import { RECORD_NOTES } from "../record.ts";

export const getRecords = (client: PubmedClient) =>
  defineTool({
    name: "get_records",
    title: "PubMed records and retractions by PMID",
    description:
      "Fetches title, abstract, authors, journal, date and publication state (retracted, concern, corrected, republished, updated) of up to 200 articles by PMID in one request. A state is at most a day old; none_known means that PubMed records no notice. A PMID without a record may have been withdrawn or merged. NCBI allows 3 requests a second (10 with a key).",
    input: z.strictObject({
      pmids: z.array(z.string()).min(1).max(200).describe("PMIDs, digits with or without the prefix PMID:"),
    }),
    list: true,
    resolved: { refused_count: z.int().describe("Inputs that are no PMID") },
    detail: ArticleDetail,
    notes: {
      ...RECORD_NOTES,
      not_returned:
        "PubMed returned no record for some PMIDs; they may be withdrawn, merged or mistyped, and are not citable.",
      refused_items: "Some inputs are no PMID and were not sent; they are listed in resolved.refused.",
    },
    untrusted: UNTRUSTED_PATHS,
    async run({ pmids }, call, answer) {
      const inputs = [...new Set(pmids)];
      const wanted = inputs.flatMap((input) => {
        const pmid = readPmid(input);
        return pmid === null ? [] : [{ input, pmid }];
      });
      if (wanted.length === 0) {
        throw BadInput.of("invalid_argument", "pmids holds no PMID: digits, with or without the prefix PMID:", "pmids");
      }
      const refused = inputs.filter((input) => readPmid(input) === null);
      answer.settle({ refused_count: refused.length });
      for (const input of refused) answer.refused.push({ value: shownValue(input), reason: "not a PMID" });
      if (refused.length > 0) answer.note("refused_items");

      const { drafts, items } = await fetchItems(wanted, client, call, answer);
      for (const input of inputs) {
        answer.items.push(items.get(input) ?? itemOf(shownValue(input), "bad_input", { reason: "not a PMID" }));
      }
      if (drafts.length > 0) answer.settle({ matched_by: "pmid" });
      if (answer.items.some(({ outcome }) => outcome === "not_resolved")) answer.note("not_returned");
      answer.list(drafts, "not_resolved");
      return batchOutcome(answer.items);
    },
  });
