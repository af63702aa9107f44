/** A piece of PubMed's query language, as far as it must be understood here: quotes, field tags, brackets, operators. */
interface Token {
  readonly kind: "phrase" | "word" | "tag" | "operator" | "open" | "close";
  /** Without quotes and brackets. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN = /"([^"]*)"?|\[([^\]]*)\]?|([()])|([^\s"()[\]]+)/g;

function tokensOf(term: string): Token[] {
  return [...term.matchAll(TOKEN)].map((match) => {
    const [whole, phrase, tag, bracket, word] = match;
    const at = { start: match.index, end: match.index + whole.length };
    if (phrase !== undefined) return { kind: "phrase", text: phrase, ...at };
    if (tag !== undefined) return { kind: "tag", text: tag, ...at };
    if (bracket !== undefined) return { kind: bracket === "(" ? "open" : "close", text: bracket, ...at };
    // PubMed knows its operators in capitals only.
    const kind = /^(?:AND|OR|NOT)$/.test(word!) ? "operator" : "word";
    return { kind, text: word!, ...at };
  });
}

export interface Clause {
  /** What joins it to the clauses before; null for the first. */
  readonly operator: "AND" | "OR" | "NOT" | null;
  readonly text: string;
}

/** The parts of a search that its operators join at the top level, outside all parentheses. */
export function clausesOf(term: string): Clause[] {
  const clauses: Clause[] = [];
  let depth = 0;
  let from = 0;
  let operator: Clause["operator"] = null;
  const finish = (end: number): void => {
    const text = term.slice(from, end).trim();
    if (text !== "") clauses.push({ operator: clauses.length === 0 && operator !== "NOT" ? null : operator, text });
  };
  for (const token of tokensOf(term)) {
    if (token.kind === "open") depth += 1;
    else if (token.kind === "close") depth = Math.max(0, depth - 1);
    else if (token.kind === "operator" && depth === 0) {
      finish(token.start);
      operator = token.text as Clause["operator"];
      from = token.end;
    }
  }
  finish(term.length);
  return clauses;
}

// Fields whose values stand in title or abstract. A date, a journal, an author or a MeSH heading need not.
const TEXT_FIELDS =
  /^(?:all|all fields|ti|title|tiab|title\/abstract|tw|text word|text words|ab|abstract|ot|other term)$/i;

/**
 * The phrases and words of a search that a matching text should name: without operators, without what NOT excludes and
 * without values of fields that are no text. Each once, in order.
 */
export function textTermsOf(term: string): string[] {
  const tokens = tokensOf(term);
  const terms: string[] = [];
  let index = 0;
  let isExcluded = false;
  const skipGroup = (): void => {
    let depth = 0;
    do {
      if (tokens[index]?.kind === "open") depth += 1;
      if (tokens[index]?.kind === "close") depth -= 1;
      index += 1;
    } while (depth > 0 && index < tokens.length);
  };
  while (index < tokens.length) {
    const token = tokens[index]!;
    if (token.kind === "open" && isExcluded) {
      skipGroup();
      isExcluded = false;
      continue;
    }
    if (token.kind === "operator") isExcluded = token.text === "NOT";
    if (token.kind !== "word" && token.kind !== "phrase") {
      index += 1;
      continue;
    }
    // A tag belongs to the run of words before it, or to the phrase.
    let end = index + 1;
    if (token.kind === "word") while (tokens[end]?.kind === "word") end += 1;
    const tag = tokens[end]?.kind === "tag" ? tokens[end]!.text.split(":")[0]!.trim() : null;
    if (!isExcluded && (tag === null || TEXT_FIELDS.test(tag))) {
      terms.push(...tokens.slice(index, end).map(({ text }) => text.trim()));
    }
    isExcluded = false;
    index = end;
  }
  return [...new Set(terms.filter((text) => /[\p{L}\p{N}]/u.test(text)))];
}
