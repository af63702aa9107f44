import type { z } from "zod";
import { normaliseText } from "../kit/text.ts";
import type { OlderPassagePart, Placed } from "./artefact-parts.ts";
import { ArtefactError, type Paper } from "./corpus-content.ts";
import { paperFrom, passageIndex } from "./paper-assembly.ts";
import { rejoin } from "./rejoin.ts";

type OlderPassage = z.output<typeof OlderPassagePart>;

/** Papers of the older form, which has only passages: whole texts are rejoined, bibliography comes from the first passage. */
export function papersFromPassages(placed: readonly Placed<OlderPassage>[]): Paper[] {
  const ids = new Set<string>();
  const groups = new Map<string, OlderPassage[]>();
  for (const { value, line, index } of placed) {
    if (ids.has(value.passage_id)) throw new ArtefactError(line, `passages[${index}].passage_id occurs twice`);
    ids.add(value.passage_id);
    const group = groups.get(value.pmid);
    if (group === undefined) groups.set(value.pmid, [value]);
    else group.push(value);
  }
  return [...groups.values()].map(paperFromPassages).sort((a, b) => Number(a.pmid) - Number(b.pmid));
}

function paperFromPassages(group: readonly OlderPassage[]): Paper {
  const passages = [...group].sort((a, b) => passageIndex(a) - passageIndex(b));
  const cleaned = passages.map(({ text }) => normaliseText(text));
  const { text, ranges } = rejoin(
    passages.map((passage, at) => ({ text: cleaned[at]?.text ?? "", index: passageIndex(passage) })),
  );
  const first = passages[0]!;
  const merged = {
    ...first,
    mentions: sortedUnion(passages.map(({ mentions }) => mentions)),
    queried_for: sortedUnion(passages.map(({ queried_for }) => queried_for)),
  };
  return paperFrom(
    merged,
    text,
    cleaned.reduce((sum, { removed }) => sum + removed, 0),
    passages.map((passage, at) => ({
      id: passage.passage_id,
      pmid: passage.pmid,
      index: passageIndex(passage),
      ...ranges[at]!,
      genesNamed: passage.genes_named,
    })),
  );
}

const sortedUnion = (lists: readonly (readonly string[] | null)[]): string[] =>
  [...new Set(lists.flatMap((list) => list ?? []))].sort();
