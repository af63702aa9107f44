import { isMap, isNode, isScalar, LineCounter, type Node, type Pair, parseDocument } from "yaml";
import type { z } from "zod";
import { ConfigError, type ConfigProblem } from "./config-problem.ts";
import { endpointProblem, NAMESPACE, ServersFile } from "./server-entry.ts";

export interface ServersDocument {
  readonly value: z.infer<typeof ServersFile>;
  /** Line of a key or value by path, from 1; the nearest parent's line when the path is not in the file. */
  lineOf(path: readonly PropertyKey[]): number;
}

/**
 * Reads `servers.yaml` strictly: unknown keys, duplicate namespaces, wrong types and missing links are refused, all at
 * once, each with its line. Throws `ConfigError`.
 *
 * @param embeddable names of the built-in sources; null where they are not known
 */
export function parseServers(text: string, file: string, embeddable: readonly string[] | null = null): ServersDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, merge: false });
  const at = (offset: number | undefined): number => (offset === undefined ? 1 : lines.linePos(offset).line);
  if (document.errors.length > 0) {
    throw new ConfigError(
      document.errors.map(({ pos, code }) => syntaxProblem(file, at(pos[0]), keyAt(document.contents, pos[0]), code)),
    );
  }
  const lineOf = (path: readonly PropertyKey[]): number => at(offsetOf(document.contents, path));
  const written = plainValue(document, file);
  const parsed = ServersFile.safeParse(written);
  const issues = parsed.success ? [] : parsed.error.issues.flatMap((issue) => issueProblems(issue, file, lineOf));
  // A number can break the limit of its type and its own; the narrower comes last and is enough.
  const problems = issues.filter(({ key }, at) => !issues.slice(at + 1).some((later) => later.key === key));
  if (hasKey(document.contents, "servers", "__proto__")) {
    // JavaScript objects lose this one key before any schema sees it.
    problems.push({ file, line: lineOf(["servers", "__proto__"]), key: "servers.__proto__", ...NOT_A_NAMESPACE });
  }
  // Links are looked at even where the schema already found fault, so that one run shows everything there is to mend.
  for (const [namespace, entry] of entriesOf(written)) {
    const path = ["servers", namespace];
    for (const { key, expected, cure } of linkProblems(namespace, entry, embeddable)) {
      const full = key === null ? path : [...path, key];
      problems.push({ file, line: lineOf(full), key: full.join("."), expected, cure });
    }
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.sort(byLine));
  return { value: parsed.data, lineOf };
}

const NOT_A_NAMESPACE = {
  expected: `not a namespace (expected ${NAMESPACE.source})`,
  cure: "use lower-case letters and digits",
};

/** The document without YAML's own types. Anchors are followed as far as a person would write them, no further. */
function plainValue(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS() ?? {};
  } catch {
    const cure = "write the values out instead of referring to them with *name";
    throw new ConfigError([
      { file, line: 1, key: DOCUMENT, expected: "a reference (*name) has no anchor, or there are too many", cure },
    ]);
  }
}

function hasKey(contents: unknown, ...path: readonly string[]): boolean {
  let node = contents;
  for (const key of path) {
    if (!isMap(node)) return false;
    const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
    if (pair === undefined) return false;
    node = pair.value;
  }
  return true;
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function entriesOf(written: unknown): [namespace: string, entry: Record<string, unknown>][] {
  const servers = isMapping(written) ? written.servers : null;
  const entries = isMapping(servers) ? Object.entries(servers) : [];
  return entries.filter((pair): pair is [string, Record<string, unknown>] => isMapping(pair[1]));
}

interface LinkProblem {
  /** null: the entry as a whole. */
  readonly key: string | null;
  readonly expected: string;
  readonly cure: string;
}

/** What is wrong with how one entry is reached. */
function linkProblems(
  namespace: string,
  entry: Readonly<Record<string, unknown>>,
  embeddable: readonly string[] | null,
): LinkProblem[] {
  const found: LinkProblem[] = [];
  const links = ["embed", "url", "command"].filter((key) => entry[key] !== undefined);
  if (links.length > 1) {
    const expected = `expected one of embed, url, command, found ${links.join(" and ")}`;
    found.push({ key: null, expected, cure: "keep one of them" });
  }
  if (links.length === 0 && entry.url_env === undefined) {
    found.push({ key: null, expected: "expected one of embed, url, command", cure: `write embed: ${namespace}` });
  }
  if (typeof entry.url === "string") {
    const problem = urlCure(entry.url);
    if (problem !== null) found.push({ key: "url", ...problem });
  }
  if (typeof entry.embed === "string" && embeddable !== null && !embeddable.includes(entry.embed)) {
    found.push({ key: "embed", expected: "no such built-in source", cure: `write one of ${embeddable.join(", ")}` });
  }
  return found;
}

const byLine = (a: ConfigProblem, b: ConfigProblem): number => (a.line ?? 0) - (b.line ?? 0);

/** What is wrong with an endpoint's URL and what to write; null when it is good. A URL with credentials is not shown. */
export function urlCure(value: string): { expected: string; cure: string } | null {
  // Whoever writes an @ may have written a password before it.
  const shown = value.includes("@") ? "not shown" : JSON.stringify(value.slice(0, 100));
  switch (endpointProblem(value)) {
    case null:
      return null;
    case "not_a_url":
      return {
        expected: `not a URL (${shown})`,
        cure: /^[A-Za-z0-9.-]+(:\d+)?(\/[^\s]*)?$/.test(value)
          ? `write http://${value.replace(/\/+$/, "")}${value.includes("/") ? "" : "/mcp"}`
          : "write https://host/mcp",
      };
    case "not_http":
      return { expected: "expected an http or https URL", cure: "write https://host/mcp" };
    case "credentials":
      return {
        expected: "a URL must not hold credentials",
        cure: "put the token into a variable and name it in token_env",
      };
    case "fragment":
      return { expected: "expected a URL without a fragment", cure: "remove everything from # on" };
  }
}

/** Offset of a map key's value; for a missing path the deepest part that exists. */
function offsetOf(contents: unknown, path: readonly PropertyKey[]): number | undefined {
  let node: unknown = contents;
  let offset = isNode(node) ? node.range?.[0] : undefined;
  for (const part of path) {
    if (isMap(node)) {
      const pair: Pair | undefined = node.items.find(
        (item) => isScalar(item.key) && String(item.key.value) === String(part),
      );
      if (pair === undefined) return offset;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (node !== null && typeof node === "object" && "items" in node && Array.isArray(node.items)) {
      const item: unknown = node.items[Number(part)];
      if (!isNode(item)) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else {
      return offset;
    }
  }
  return offset;
}

/** Dotted path of the key that begins at an offset. */
function keyAt(node: unknown, offset: number, path: readonly string[] = []): string {
  for (const pair of isMap(node) ? node.items : []) {
    const here = [...path, isScalar(pair.key) ? String(pair.key.value) : "?"];
    if ((pair.key as Node).range?.[0] === offset) return here.join(".");
    const below = keyAt(pair.value, offset, here);
    if (below !== DOCUMENT) return below;
  }
  return DOCUMENT;
}

const DOCUMENT = "(document)";

const SYNTAX: Readonly<Record<string, readonly [expected: string, cure: string]>> = {
  DUPLICATE_KEY: ["a key stands twice in one map", "keep one of the two"],
  TAB_AS_INDENT: ["a tab is used for indentation", "indent with spaces"],
  BAD_INDENT: ["the indentation does not fit", "indent with two spaces a level"],
};

function syntaxProblem(file: string, line: number, key: string, code: string): ConfigProblem {
  const [expected, cure] = SYNTAX[code] ?? ["not valid YAML", "check quotes, colons and indentation on this line"];
  return { file, line, key, expected, cure };
}

type Issue = z.core.$ZodIssue;

function issueProblems(issue: Issue, file: string, lineOf: (path: readonly PropertyKey[]) => number): ConfigProblem[] {
  const problem = (path: readonly PropertyKey[], expected: string, cure: string): ConfigProblem => ({
    file,
    line: lineOf(path),
    key: path.length === 0 ? DOCUMENT : path.map(String).join("."),
    expected,
    cure,
  });
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => problem([...issue.path, key], "unknown key", "remove it or correct its spelling"));
    case "invalid_key":
      return [
        issue.path.length === 2
          ? problem(issue.path, NOT_A_NAMESPACE.expected, NOT_A_NAMESPACE.cure)
          : problem(issue.path, "not a name", "use 1 to 128 characters"),
      ];
    case "invalid_type":
      return issue.path.length === 1 && issue.path[0] === "servers" && issue.input === undefined
        ? [problem([], "servers is missing", "write servers: and one entry a source below it")]
        : [
            problem(
              issue.path,
              `expected ${KINDS[issue.expected] ?? issue.expected}`,
              `write ${example(issue.expected)}`,
            ),
          ];
    case "too_small":
      if (issue.origin === "string" || issue.origin === "array")
        return [problem(issue.path, "expected something, found nothing", "write a value or remove the key")];
      return [problem(issue.path, `expected at least ${issue.minimum}`, `write ${issue.minimum} or more`)];
    case "too_big":
      return issue.origin === "string" || issue.origin === "array"
        ? [problem(issue.path, `expected at most ${issue.maximum} of them`, "shorten it")]
        : [problem(issue.path, `expected at most ${issue.maximum}`, `write ${issue.maximum} or less`)];
    case "invalid_format":
      return String(issue.path.at(-1)).endsWith("_env")
        ? [problem(issue.path, "not the name of an environment variable", "use letters, digits and underscores")]
        : [problem(issue.path, "not a valid name here", "use lower-case letters, digits and underscores")];
    default:
      return [problem(issue.path, "not a valid value", "see gene-router schema servers")];
  }
}

/** The schema's types in words that a file's author uses. */
const KINDS: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "key: value pairs",
  record: "key: value pairs",
  string: "a text",
};

function example(type: string): string {
  switch (type) {
    case "array":
      return "[first, second]";
    case "boolean":
      return "true or false";
    case "int":
    case "number":
      return "a number without quotes";
    case "string":
      return "text";
    default:
      return "key: value pairs below it";
  }
}
