import { z } from "zod";
import type { Answer, RecordDraft } from "../../kit/answer.ts";
import { batchOutcome } from "../../kit/batch-outcome.ts";
import type { Call } from "../../kit/call.ts";
import type { Item } from "../../kit/envelope/envelope.ts";
import { BadInput, Fault } from "../../kit/fault.ts";
import { shownValue } from "../../kit/text.ts";
import { defineTool } from "../../kit/tool.ts";
import type { Exchange } from "../../kit/upstream/upstream.ts";
import type { PubmedClient } from "../client.ts";
import { lookUpDoi } from "../convert-dois.ts";
import { type ArticleIds, batchesOf, type Conversion, ID_TYPES, type IdType, readAskedId } from "../idconv.ts";
import { itemOf } from "../item.ts";
import { PUBMED_ABSTRACT } from "../licence.ts";
import { RECORD_NOTES } from "../record.ts";

const IdDetail = z.strictObject({
  pmid: z.string().nullable(),
  pmcid: z.string().nullable(),
  doi: z.string().nullable(),
  in_pmc: z.boolean(),
  converted_by: z.enum(["pmc", "pubmed_search"]).describe("pubmed_search: by DOI, verified against the record"),
});

type IdDetail = z.input<typeof IdDetail>;

const NOT_IN_PMC = "not in PMC, which is all that the converter covers; this says nothing about PubMed";

interface Asked {
  readonly input: string;
  readonly type: IdType;
  readonly id: string;
}

interface Answered {
  readonly conversion: Conversion;
  readonly exchange: Exchange;
}

export const convertIds = (client: PubmedClient) =>
  defineTool({
    name: "convert_ids",
    title: "PMID, PMC id and DOI",
    description:
      "Converts up to 200 article ids between PMID, PMC id and DOI. The converter knows articles in PMC only: not_covered means not in PMC, not absent from PubMed. A DOI outside PMC is looked up in PubMed and believed only when the record states the same DOI. Digits alone need from; a PMC id needs its prefix. NCBI allows 3 requests a second (10 with a key); each DOI outside PMC takes two.",
    input: z.strictObject({
      ids: z
        .array(z.string())
        .min(1)
        .max(200)
        .describe("PMIDs, PMC ids or DOIs: 35919400, PMC9339217, 10.7717/peerj.13645"),
      from: z.enum(ID_TYPES).optional().describe("Type of all ids; needed for digits without prefix"),
    }),
    list: true,
    resolved: { refused_count: z.int().describe("Inputs that could not be asked for") },
    detail: IdDetail,
    notes: {
      not_in_pmc:
        "Some articles are not in PMC, which is all that the converter covers; this says nothing about PubMed.",
      not_found: "Some ids are known neither to PMC nor to PubMed's search; they may be mistyped or not indexed.",
      unverified: "PubMed's search by DOI gave articles that do not state the DOI asked for; they were not taken.",
      retracted: RECORD_NOTES.retracted,
      state_not_checked:
        "Ids are converted without asking for the state of the articles; one without a flag may be retracted all the same.",
      refused_items: "Some inputs could not be asked for; they are listed in resolved.refused.",
    },
    untrusted: [],
    async run({ ids, from }, call, answer) {
      const inputs = [...new Set(ids)].map((input) => ({ input, read: readAskedId(input, from ?? null) }));
      const asked = inputs.flatMap(({ input, read }): Asked[] =>
        read.ok ? [{ input, type: read.type, id: read.id }] : [],
      );
      if (asked.length === 0) {
        throw BadInput.of(
          "invalid_argument",
          "ids holds no PMID, PMC id or DOI; digits alone need from=pmid, a PMC id needs its prefix",
          "ids",
        );
      }
      answer.settle({ refused_count: inputs.length - asked.length });
      const converted = await askByType(asked, client, call, answer);
      const drafts = new Map<string, RecordDraft<IdDetail>>();
      const items = new Map<string, Item>();
      for (const entry of asked) {
        items.set(entry.input, await itemFor(entry, converted.get(entry.input), drafts, client, call, answer));
      }
      for (const { input, read } of inputs) {
        if (read.ok) answer.items.push(items.get(input)!);
        else {
          answer.refused.push({ value: shownValue(input), reason: read.reason });
          answer.items.push(itemOf(shownValue(input), "bad_input", { reason: read.reason }));
        }
      }
      if (answer.refused.length > 0) answer.note("refused_items");
      if (drafts.size > 0) {
        answer.settle({ matched_by: "id" });
        answer.note("state_not_checked");
      }
      answer.list([...drafts.values()], "not_resolved");
      return batchOutcome(answer.items);
    },
  });

/** Each type by itself, since the converter takes one type at a time; failures stay in the answer. */
async function askByType(
  asked: readonly Asked[],
  client: PubmedClient,
  call: Call,
  answer: Answer<IdDetail>,
): Promise<Map<string, Answered>> {
  const converted = new Map<string, Answered>();
  let halvings = MAX_HALVINGS;
  for (const type of ID_TYPES) {
    // A comma parts ids in a request, so a DOI that holds one can only be looked up in PubMed.
    const entries = asked.filter((entry) => entry.type === type && !entry.id.includes(","));
    if (entries.length === 0) continue;
    call.progress("Converting ids");
    const ask = async (batch: readonly string[]): Promise<void> => {
      try {
        const { conversions, exchange } = await client.convert(batch, type, call);
        for (const { input, id } of entries) {
          const conversion = conversions.get(id.toLowerCase());
          if (batch.includes(id) && conversion !== undefined) converted.set(input, { conversion, exchange });
        }
        if (batch.some((id) => !conversions.has(id.toLowerCase()))) {
          answer.failed(
            new Fault("incomplete", "The id converter left an id without an answer", { status: exchange.status }),
          );
        }
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        if (!isRefusal(error) || batch.length === 1 || halvings === 0) answer.failed(error);
        else {
          // One id that the converter dislikes makes it refuse all of them: the others are found by halving.
          halvings -= 1;
          const middle = Math.ceil(batch.length / 2);
          await ask(batch.slice(0, middle));
          await ask(batch.slice(middle));
        }
      }
    };
    for (const batch of batchesOf([...new Set(entries.map(({ id }) => id))])) await ask(batch);
  }
  return converted;
}

/** One bad id among 200 takes eight; a converter that refuses everything is not asked for each. */
const MAX_HALVINGS = 10;
const isRefusal = ({ code }: Fault): boolean => code === "upstream_refused" || code === "in_band_error";

async function itemFor(
  { input, type, id }: Asked,
  answered: Answered | undefined,
  drafts: Map<string, RecordDraft<IdDetail>>,
  client: PubmedClient,
  call: Call,
  answer: Answer<IdDetail>,
): Promise<Item> {
  const take = (
    ids: ArticleIds,
    by: IdDetail["converted_by"],
    from: readonly Exchange[],
    flags: readonly string[] = [],
  ): Item => {
    const draft = draftOf(ids, by, from);
    if (!drafts.has(draft.record_id)) drafts.set(draft.record_id, { ...draft, flags });
    return itemOf(input, "found", { resolvedTo: draft.record_id, recordIds: [draft.record_id] });
  };
  const askable = !id.includes(",");
  if (askable && answered === undefined) {
    return itemOf(input, "upstream_failed", { reason: "the id converter gave no answer for this id" });
  }
  const conversion = answered?.conversion;
  if (conversion?.kind === "converted") return take(conversion.ids, "pmc", [answered!.exchange]);
  if (type === "pmid" && conversion?.kind === "not_in_pmc") {
    answer.note("not_in_pmc");
    return itemOf(input, "not_covered", { reason: NOT_IN_PMC });
  }
  if (type !== "doi") {
    answer.note("not_found");
    return itemOf(input, "not_resolved", { reason: "the id converter does not know this id" });
  }
  call.progress("Looking up a DOI");
  const lookup = await lookUpDoi(id, client, call);
  switch (lookup.kind) {
    case "converted":
      return take(lookup.ids, "pubmed_search", lookup.from, lookup.isRetracted ? ["retracted"] : []);
    case "unverified":
      answer.note("unverified");
      return itemOf(input, "not_resolved", { reason: "unverified" });
    case "failed":
      answer.failed(lookup.fault);
      return itemOf(input, "upstream_failed", { reason: "not in PMC, and the look-up in PubMed failed" });
    case "not_found":
      answer.note("not_found");
      return itemOf(input, "not_resolved", { reason: "not in PMC, and PubMed's search finds no article by this DOI" });
  }
}

const draftOf = (ids: ArticleIds, by: IdDetail["converted_by"], from: readonly Exchange[]): RecordDraft<IdDetail> => {
  const id = ids.pmid ?? ids.pmcid ?? "";
  return {
    record_id: id,
    type: "article",
    name: ids.pmid === null ? id : `PMID ${id}`,
    url: ids.pmid === null ? `https://pmc.ncbi.nlm.nih.gov/articles/${id}/` : `https://pubmed.ncbi.nlm.nih.gov/${id}/`,
    licence: PUBMED_ABSTRACT,
    from,
    also: ids.pmid === null ? [] : [`PMID:${id}`],
    detail: { ...ids, in_pmc: ids.pmcid !== null, converted_by: by },
  };
};
