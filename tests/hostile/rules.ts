import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import { isMarked } from "./payloads.ts";

/** Written out once more, from the specification (envelope §4): the kit's own pattern must not be its own judge. */
export function isRemovedClass(codePoint: number): boolean {
  const isWhiteSpace = (codePoint >= 0x09 && codePoint <= 0x0d) || codePoint === 0x85;
  const isControl = codePoint < 0x20 || (codePoint >= 0x7f && codePoint <= 0x9f);
  const isBidirectional =
    codePoint === 0x061c ||
    codePoint === 0x200e ||
    codePoint === 0x200f ||
    (codePoint >= 0x202a && codePoint <= 0x202e) ||
    (codePoint >= 0x2066 && codePoint <= 0x2069);
  return (isControl && !isWhiteSpace) || isBidirectional || (codePoint >= 0xe0000 && codePoint <= 0xe007f);
}

/** Whether a text holds a character that must not leave, or half of one. */
export const isUnclean = (text: string): boolean =>
  [...text].some((character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    return isRemovedClass(codePoint) || (codePoint >= 0xd800 && codePoint <= 0xdfff);
  });

/** Where the pages of records are, by source. */
const RECORD_HOSTS: Readonly<Record<string, readonly string[]>> = {
  kegg: ["www.kegg.jp", "www.ncbi.nlm.nih.gov", "www.uniprot.org"],
  string: ["string-db.org", "version-12-0.string-db.org", "www.kegg.jp", "amigo.geneontology.org", "www.ebi.ac.uk"],
  uniprot: ["www.uniprot.org", "rest.uniprot.org"],
  pubmed: ["pubmed.ncbi.nlm.nih.gov", "pmc.ncbi.nlm.nih.gov"],
  tbdb: ["github.com"],
  corpus: ["pubmed.ncbi.nlm.nih.gov"],
};

/** Where the caller's own words come back: what was asked, and the requests that ask it. */
const ECHOES =
  /^(?:query\.|items\[\]\.input$|resolved\.refused\[\]\.value$|requests\[\]\.(?:url$|params\.)|resolved\.term$)/;

/** Tools whose facts or records are about the caller's own words, and one that gives the caller's own ids back, unchanged. */
const OWN_WORDS: Readonly<Record<string, RegExp>> = {
  corpus_search: /^resolved\.(?:query_words|words_not_in_corpus)\[\]$/,
  pubmed_explain_query: /^records\[\]\.(?:name|url|detail\.(?:term|clauses\[\]\.text))$/,
};
const OWN_IDS = /^hits\[\]\.id$/;

/** Every text in a value with its path: `records[].detail.authors[]`; keys of objects count as texts. */
export function* textsIn(value: unknown, path = ""): Generator<{ path: string; text: string }> {
  if (typeof value === "string") yield { path, text: value };
  else if (Array.isArray(value)) for (const each of value) yield* textsIn(each, `${path}[]`);
  else if (typeof value === "object" && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      const at = path === "" ? key : `${path}.${key}`;
      yield { path: at, text: key };
      yield* textsIn(each, at);
    }
  }
}

const isBelow = (path: string, listed: readonly string[]): boolean =>
  listed.some((root) => path === root || path.startsWith(`${root}.`) || path.startsWith(`${root}[]`));

/** Checks results against the definitions of their tools; compiled once a tool. */
export function createRules(tools: readonly Tool[], maxBytes = 60_000) {
  const validators = new Map(
    tools.map((tool) => [tool.name, new AjvJsonSchemaValidator().getValidator(tool.outputSchema as object)]),
  );
  const untrusted = new Map(
    tools.map((tool) => [tool.name, (tool._meta as Record<string, string[]>)["gene-router/untrusted"] ?? []]),
  );

  /** Every rule that a result breaks, in words; `echoes` = the marker stood in the arguments. */
  return function broken(tool: string, result: CallToolResult, { echoes = false } = {}): string[] {
    const problems: string[] = [];
    const wrong = (what: string): void => void problems.push(what);
    const listed = untrusted.get(tool) ?? [];
    const { structuredContent, content, _meta, isError } = result;
    const checked = validators.get(tool)?.(structuredContent);
    if (checked?.valid !== true) wrong(`breaks its schema: ${checked?.errorMessage}`);
    const [block, ...more] = content;
    if (more.length > 0 || block?.type !== "text" || block.text !== JSON.stringify(structuredContent)) {
      wrong("its text is not its structured content");
    }
    if ([...textsIn(_meta)].some(({ text }) => isMarked(text))) wrong("the marker stands in _meta");
    if (JSON.stringify(_meta?.["gene-router/untrusted"]) !== JSON.stringify(listed))
      wrong("lists other untrusted paths");
    for (const { path, text } of textsIn(structuredContent)) {
      const isEcho = echoes && (ECHOES.test(path) || OWN_WORDS[tool]?.test(path) === true);
      if (isUnclean(text) && !(echoes && OWN_IDS.test(path))) wrong(`a control stands in ${path}`);
      if (isMarked(text) && !isBelow(path, listed) && !isEcho) wrong(`the marker stands in ${path}`);
      if (echoes && /^(?:items|resolved\.refused)/.test(path) && [...text].length > 200) {
        wrong(`an echo of ${[...text].length} characters in ${path}`);
      }
    }
    // The one tool with a result of its own has nothing more to check.
    if (!isEnvelope(structuredContent)) return problems;
    const envelope = structuredContent;
    const { records, record_ids, outcome, requests, page } = envelope;
    if (isError !== ["bad_input", "upstream_failed"].includes(outcome)) wrong(`isError is ${isError} for ${outcome}`);
    const bytes = Buffer.byteLength(JSON.stringify(structuredContent));
    if (bytes > maxBytes) wrong(`${bytes} bytes`);
    if (JSON.stringify(record_ids) !== JSON.stringify(records.map((record) => record.record_id)))
      wrong("other record_ids");
    if (page.returned !== records.length) wrong("counts other records than it shows");
    for (const record of records) {
      if (!/^[!-~](?:[ -~]{0,198}[!-~])?$/.test(record.record_id)) wrong("a record_id that is not printable");
      if (!isRecordUrl(record.url, envelope.source) || (isMarked(record.url) && !echoes))
        wrong(`a record url elsewhere: ${record.url.slice(0, 100)}`);
      if (record.request_refs.some((ref) => requests[ref] === undefined)) wrong("a request_ref that leads nowhere");
      const { quotable_text, text_version } = record.detail as { quotable_text?: string | null; text_version?: string };
      if (typeof quotable_text === "string" && quotable_text !== "" && text_version !== "t1") wrong("no text_version");
    }
    return [...new Set(problems)];
  };
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === "object" && value !== null && "record_ids" in value;

function isRecordUrl(url: string, source: string): boolean {
  if (!/^https:\/\/[!-~]+$/.test(url) || !URL.canParse(url)) return false;
  const { host, username, password } = new URL(url);
  return username === "" && password === "" && (RECORD_HOSTS[source] ?? []).includes(host);
}
